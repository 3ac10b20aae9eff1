"""Which operation answers a path."""

from __future__ import annotations

import pytest

from tests.mock.asking import ask, build_api, header, read

PATHS = """
openapi: 3.1.0
servers:
  - url: https://api.example.com/v1
  - url: https://{region}.example.com/{base}/x
    variables:
      region: {default: eu}
      base: {default: v2, enum: [v2, deep/v3]}
  - url: /relative
paths:
  /users/me: {get: {responses: {'201': {description: me}}}}
  /users/{id}: {get: {responses: {'202': {description: one}}}}
  /users/{id}.json: {get: {responses: {'203': {description: file}}}}
  /{any}/{id}/end: {get: {responses: {'206': {description: any}}}}
  /users/{id}/{rest}: {post: {responses: {'204': {description: none}}}}
  /jobs/{id}:cancel: {post: {responses: {'207': {description: ok}}}}
  /: {get: {responses: {'208': {description: root}}}}
"""


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/users/me", 201),
        ("/users/7", 202),
        ("/users/a%2Fb", 202),
        ("/users/7.json", 203),
        ("/v1/users/me", 201),
        ("/v1/users/7/", 202),
        ("/v2/x/users/me", 201),
        ("/deep/v3/x/users/me", 201),
        ("/other/x/users/me", 201),
        ("/relative/users/me", 201),
        ("/", 208),
        ("/v1", 208),
        ("/users/7/end", 206),
    ],
)
def test_a_path_that_is_written_out_counts_before_a_template(path: str, status: int) -> None:
    assert ask(PATHS, path).status == status


def test_a_part_may_have_text_beside_its_parameter() -> None:
    assert ask(PATHS, "/jobs/7:cancel", "POST").status == 207
    assert ask(PATHS, "/jobs/7%3Acancel", "POST").status == 207


def test_an_unknown_path_is_told_with_the_nearest() -> None:
    answer = ask(PATHS, "/usres/me")
    assert answer.status == 404
    assert read(answer)["detail"] == "the path /usres/me is not documented; did you mean /users/me?"
    assert "did you mean" not in read(ask(PATHS, "/quite/another/thing/x/y"))["detail"]


def test_an_unknown_method_is_told_with_those_that_there_are() -> None:
    answer = ask(PATHS, "/users/me", "DELETE")
    assert answer.status == 405
    assert header(answer, "Allow") == "GET, HEAD, OPTIONS"
    assert ask(PATHS, "/users/me", "OPTIONS").status == 204
    assert header(ask(PATHS, "/users/me", "OPTIONS"), "Allow") == "GET, HEAD, OPTIONS"
    assert ask(PATHS, "/users/me", "HEAD").status == 201


def test_operations_of_one_path_are_told_apart_by_what_their_paths_add() -> None:
    api = build_api(
        """
        paths:
          /?Action=List: {get: {responses: {'201': {description: list}}}}
          /?Action=Get: {get: {responses: {'202': {description: get}}}}
          /act#X-Target=One: {post: {responses: {'201': {description: one}}}}
          /act#X-Target=Two: {post: {responses: {'202': {description: two}}}}
        """
    )
    assert ask(api, "/?Action=Get&x=1").status == 202
    assert ask(api, "/?Action=List").status == 201
    assert ask(api, "/?Action=Other").status == 404
    assert ask(api, "/act", "POST", X_Target="Two").status == 202
    assert ask(api, "/act", "POST").status == 201


def test_webhooks_have_no_path() -> None:
    api = build_api("webhooks: {it: {post: {responses: {}}}}\npaths: {}")
    assert ask(api, "/it", "POST").status == 404


def test_a_path_may_have_thousands_of_parts() -> None:
    deep = "/a" * 3_000
    document = {"openapi": "3.1.0", "paths": {deep: {"get": {"responses": {"201": {}}}}}}
    assert ask(document, deep).status == 201
    assert ask(document, f"{deep}/b").status == 404


def test_no_path_is_compared_again_and_again_with_a_server_or_template() -> None:
    """To go back takes longer than anybody has: each value could end at each of these places."""
    names = "-".join(f"{{v{at}}}" for at in range(30))
    variables = {f"v{at}": {"default": "a", "enum": ["-", "--"]} for at in range(30)}
    document = {
        "openapi": "3.1.0",
        "servers": [{"url": f"/{names}.", "variables": variables}],
        "paths": {f"/{names}.": {"get": {"responses": {"201": {}}}}},
    }
    api = build_api(document)
    assert ask(api, f"/{'-' * 3_000}").status == 404
    assert ask(api, f"/{'-' * 3_000}./{'-' * 3_000}.").status == 201
