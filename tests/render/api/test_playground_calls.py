"""Where a playground sends requests, as sources of the page's policy."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.model import OAuthFlow, SchemeUse, SecurityScheme
from octavo.render.api.playground.calls import Calls, find_calls


def server(url: str, *variables: tuple[str, str, list[str]], **more: Any) -> dict[str, Any]:
    described = [{"name": name, "default": usual, "enum": enum} for name, usual, enum in variables]
    return {"url": url, "variables": described, **more}


def direct(*servers: dict[str, Any]) -> list[str]:
    calls = find_calls(servers, ())
    assert calls.always == ()
    return [*calls.direct]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://api.example.com", ["https://api.example.com"]),
        ("https://API.Example.com/v1/{id}?x=1", ["https://api.example.com"]),
        ("https://api.example.com:443", ["https://api.example.com"]),
        ("https://api.example.com:8443/v1", ["https://api.example.com:8443"]),
        ("http://api.example.com", ["http://api.example.com"]),
        ("https://büro.example", ["https://xn--bro-hoa.example"]),
        ("https://my_api.example.com", ["https://*.example.com"]),
        ("https://my_api.internal", ["https:"]),
        ("http://[2001:4860::1]:8080/v1", ["http:"]),
        ("ftp://api.example.com", []),
        ("https://a b.example", []),
        ("https://evil.example;script-src", []),
        ("https://evil.example'unsafe-inline'", []),
        ("https://me@evil.example", []),
        ("https://", []),
        ("/only/a/path", []),
        ("", []),
    ],
)
def test_an_address_is_allowed_by_its_origin(url: str, expected: list[str]) -> None:
    assert direct(server(url)) == expected


@pytest.mark.parametrize(
    ("url", "default", "enum", "expected"),
    [
        (
            "https://{x}.example.com/{v}",
            "eu",
            ["eu", "us"],
            "https://eu.example.com us.example.com",
        ),
        ("https://{x}.example.com", "demo", [], "https://*.example.com"),
        ("https://api-{x}.example.com", "eu", [], "https://*.example.com"),
        ("https://api.{x}.example.com:81", "eu", [], "https://*.example.com:81"),
        ("https://{x}/v1", "demo.example.com", [], "https:"),
        ("https://api.{x}", "example.com", [], "https:"),
        ("https://{x}.com", "demo", [], "https:"),
        ("https://a.example:{x}", "81", ["81", "443"], "https://a.example a.example:81"),
        ("https://a.example:{x}", "81", [], "https://a.example:*"),
        ("{x}://a.example", "https", [], "https://a.example"),
        ("{x}://a.example", "http", ["http"], "http://a.example"),
        ("{x}/v1", "https://a.example/x", [], "https:"),
        ("{x}/v1", "http://a.example", [], "http:"),
        ("{x}/v1", "", ["https://a.example/x"], "https://a.example"),
        ("https://{nobody}.example.com", "", [], "https://*.example.com"),
    ],
)
def test_what_readers_choose_is_allowed_as_narrowly_as_a_policy_can_say_it(
    url: str, default: str, enum: list[str], expected: str
) -> None:
    hosts = expected.removeprefix("https://").split()
    sources = [f"https://{host}" for host in hosts] if len(hosts) > 1 else [expected]
    assert direct(server(url, ("x", default, enum))) == sources


def test_very_many_hosts_are_allowed_by_what_they_have_in_common() -> None:
    regions = [f"r{number}" for number in range(40)]
    assert direct(server("https://{at}.example.com/v1", ("at", "r1", regions))) == [
        "https://*.example.com"
    ]
    paths = server("https://{at}.example.com/{v}", ("at", "a", ["b"]), ("v", "1", regions))
    assert direct(paths) == ["https://a.example.com", "https://b.example.com"]


def test_an_address_that_readers_enter_may_be_any() -> None:
    entered = server("https://api.example.com", assumed=True)
    found = find_calls([entered, server("https://a.example")], ())
    assert found.always == ("http:", "https:")


@pytest.mark.parametrize(
    "origin",
    ["http://localhost:8000", "http://127.0.0.1:81", "http://0.0.0.0", "https://10.1.2.3"],
)
def test_what_a_proxy_refuses_to_call_is_left_to_browsers(origin: str) -> None:
    found = find_calls([server(f"{origin}/v1"), server("https://8.8.8.8")], ())
    assert found == Calls((origin,), ("https://8.8.8.8",))


def test_addresses_that_give_tokens_are_called_too_and_those_that_readers_open_are_not() -> None:
    flow = OAuthFlow(
        "authorizationCode",
        "https://opened.example/",
        "https://id.example/token",
        "https://renew.example/",
        "/relative",
    )
    oauth = SecurityScheme("oauth", "oauth2", flows=(flow,))
    openid = SecurityScheme(
        "oidc", "openIdConnect", openid_url="https://oidc.example/.well-known/x"
    )
    found = find_calls([server("https://a.example")], [(SchemeUse(oauth),), (SchemeUse(openid),)])
    tokens = ("https://a.example", "https://id.example", "https://renew.example")
    assert found == Calls(("https://oidc.example",), tokens)
