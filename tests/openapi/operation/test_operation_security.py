"""How callers prove who they are, and where the API is found."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.model import OAuthFlow, Operation, Server, ServerVariable
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.problems import Code
from tests.openapi.api_documents import codes, make_document, messages

SCHEMES = {
    "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "basic": {"type": "http", "scheme": "Basic"},
    "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "deprecated": True},
}


def operation_of(tree: dict[str, Any]) -> tuple[Operation, list[str]]:
    document = make_document(tree)
    operation = read_operation(document, list_operations(document)[0])
    return operation, messages(document)


def alternatives(
    security: Any, everywhere: Any = None, schemes: Any = None
) -> tuple[list[list[str]], list[str]]:
    operation, told = operation_of(
        {
            "security": everywhere,
            "paths": {"/a": {"get": {"security": security}}},
            "components": {"securitySchemes": SCHEMES | (schemes or {})},
        }
    )
    return [[use.scheme.key for use in each] for each in operation.security], told


@pytest.mark.parametrize(
    ("security", "everywhere", "expected"),
    [
        (None, None, []),
        (None, [{"key": []}], [["key"]]),
        ([], [{"key": []}], []),
        ([{"basic": []}], [{"key": []}], [["basic"]]),
        ([{"key": []}, {"basic": []}], None, [["key"], ["basic"]]),
        ([{"key": [], "basic": []}], None, [["key", "basic"]]),
        ([{}, {"key": []}], None, [[], ["key"]]),
        ([{"key": []}, {"key": []}], None, [["key"]]),
    ],
)
def test_entries_are_alternatives_and_schemes_in_one_are_combined(
    security: Any, everywhere: Any, expected: list[list[str]]
) -> None:
    assert alternatives(security, everywhere) == (expected, [])


def test_an_unknown_scheme_is_left_out_and_told() -> None:
    found, told = alternatives([{"keey": []}, {"key": [], "nope": []}])
    assert found == [["key"]]
    assert told == ["there is no security scheme `keey`", "there is no security scheme `nope`"]


def test_one_alternative_that_is_no_list_is_used_and_told() -> None:
    found, told = alternatives({"key": []})
    assert found == [["key"]]
    assert told == ["`security` must be a list of alternatives, but is a mapping"]


@pytest.mark.parametrize("security", ["key", 5, ["key"], [5]])
def test_security_of_a_wrong_type_is_told(security: Any) -> None:
    found, told = alternatives(security)
    assert found == []
    assert len(told) == 1


def test_scopes_are_kept_with_their_use() -> None:
    operation, told = operation_of(
        {
            "paths": {"/a": {"get": {"security": [{"key": ["read", "write"]}]}}},
            "components": {"securitySchemes": SCHEMES},
        }
    )
    assert operation.security[0][0].scopes == ("read", "write")
    assert told == []


def test_a_scheme_may_be_named_by_its_address() -> None:
    found, told = alternatives([{"#/components/securitySchemes/key": []}])
    assert found == [["#/components/securitySchemes/key"]]
    assert told == []


def test_a_scheme_says_all_of_itself() -> None:
    operation, _ = operation_of(
        {
            "security": [{"bearer": []}],
            "paths": {"/a": {"get": {}}},
            "components": {"securitySchemes": SCHEMES},
        }
    )
    scheme = operation.security[0][0].scheme
    assert (scheme.type, scheme.scheme, scheme.bearer_format) == ("http", "bearer", "JWT")
    assert scheme.deprecated


def test_the_name_of_an_http_scheme_is_in_small_letters() -> None:
    operation, _ = operation_of(
        {
            "security": [{"basic": []}],
            "paths": {"/a": {"get": {}}},
            "components": {"securitySchemes": SCHEMES},
        }
    )
    assert operation.security[0][0].scheme.scheme == "basic"


def test_oauth_flows_are_read() -> None:
    operation, told = operation_of(
        {
            "security": [{"oauth": ["read"]}],
            "paths": {"/a": {"get": {}}},
            "components": {
                "securitySchemes": {
                    "oauth": {
                        "type": "oauth2",
                        "flows": {
                            "deviceAuthorization": {
                                "deviceAuthorizationUrl": "https://x/device",
                                "tokenUrl": "https://x/token",
                                "refreshUrl": "https://x/refresh",
                                "scopes": {"read": "Read all", "write": None},
                            },
                            "authorizationCode": {"authorizationUrl": "https://x/auth"},
                        },
                    }
                }
            },
        }
    )
    assert told == []
    device, code = operation.security[0][0].scheme.flows
    assert device == OAuthFlow(
        "deviceAuthorization",
        token_url="https://x/token",
        refresh_url="https://x/refresh",
        device_url="https://x/device",
        scopes=(("read", "Read all"), ("write", "")),
    )
    assert (code.kind, code.authorization_url) == ("authorizationCode", "https://x/auth")


# --- servers ------------------------------------------------------------------------------------


def servers_of(operation: Any = None, path: Any = None, document: Any = None) -> list[str]:
    found, _ = operation_of(
        {"servers": document, "paths": {"/a": {"servers": path, "get": {"servers": operation}}}}
    )
    return [server.url for server in found.servers]


def test_the_nearest_level_with_servers_counts() -> None:
    ours, paths, all_ = [{"url": "/ours"}], [{"url": "/path"}], [{"url": "/all"}]
    assert servers_of(ours, paths, all_) == ["/ours"]
    assert servers_of(None, paths, all_) == ["/path"]
    assert servers_of(None, None, all_) == ["/all"]
    assert servers_of([], [], all_) == ["/all"]
    assert servers_of() == []


def test_a_server_says_its_variables() -> None:
    operation, told = operation_of(
        {
            "servers": [
                {
                    "url": " https://{region}.example.com:{port}/v1\n",
                    "name": "main",
                    "description": "Main",
                    "variables": {
                        "region": {"default": "eu", "enum": ["eu", "us"], "description": "Where"},
                        "port": {"default": 8443, "enum": [8443, 443]},
                    },
                }
            ],
            "paths": {"/a": {"get": {}}},
        }
    )
    assert told == []
    assert operation.servers == (
        Server(
            "https://{region}.example.com:{port}/v1",
            "main",
            "Main",
            (
                ServerVariable("region", "eu", ("eu", "us"), "Where"),
                ServerVariable("port", "8443", ("8443", "443")),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("server", "code", "variables"),
    [
        ({"url": "/{a}"}, Code.API_SERVER_VARIABLE, ("",)),
        ({"url": "/{a}", "variables": {"a": {"enum": ["x"]}}}, Code.API_SERVER_VARIABLE, ("x",)),
        ({"description": "no address"}, Code.API_WRONG_VALUE, None),
        ("https://example.com", Code.API_WRONG_TYPE, None),
    ],
)
def test_mistakes_in_servers_are_told(
    server: Any, code: Code, variables: tuple[str, ...] | None
) -> None:
    document = make_document({"servers": [server], "paths": {"/a": {"get": {}}}})
    servers = read_operation(document, list_operations(document)[0]).servers
    assert codes(document) == [code]
    defaults = [tuple(each.default for each in server.variables) for server in servers]
    assert defaults == ([] if variables is None else [variables])
