"""What the proxy of a site may call: documented operations on documented servers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.served.proxy_manifest import ANY_HEADER
from octavo.builder.served.proxy_paths import check_path, join_template
from octavo.builder.served.refusals import Decision, RefusedError
from octavo.server.proxy.forward import build_proxy
from octavo.server.proxy.request import MARK
from octavo.server.proxy.rules import ProxyRules, parse_allowed_net
from tests.patience import HANGS_AFTER
from tests.proxies import (
    QUICK,
    USERS,
    Reply,
    ask,
    document_of,
    echo,
    envelope,
    finding,
    guarded,
    manifest_for,
    manifest_of,
    proxy_to,
    run_alone,
    server_of,
    upstream,
)


@pytest.fixture(autouse=True)
def _nothing_leaves_this_computer() -> Iterator[None]:
    with guarded():
        yield


# --- what may be called ---------------------------------------------------------------------------


def test_the_manifest_holds_the_operations_of_pages_with_a_playground(tmp_path: Path) -> None:
    paths = {
        **USERS,
        "/hidden": {"get": {"x-mint": {"metadata": {"playground": "none"}}}, "trace": {}},
        "/odd": {"additionalOperations": {"PURGE": {}}, "query": {}},
    }
    hooks = {"ping": {"post": {"operationId": "ping"}}}
    document = document_of(paths, ["https://api.test/v1"], webhooks=hooks)
    manifest = manifest_of(tmp_path, document | {"openapi": "3.2.0"})
    assert sorted(manifest.operations) == [
        ("GET", "/users/{id}"),
        ("POST", "/users/{id}"),
        ("PUT", "/users/{id}"),
        ("QUERY", "/odd"),
    ]
    assert [server.url for server in manifest.list_servers()] == ["https://api.test/v1"]


@pytest.mark.parametrize("mode", ["simple", "hide"])
def test_without_playgrounds_nothing_can_be_called(tmp_path: Path, mode: str) -> None:
    settings = {"api": {"playground": {"mode": mode}}}
    manifest = manifest_of(tmp_path, document_of(USERS, ["https://api.test"]), settings)
    assert not manifest.operations


def test_without_proxy_there_is_no_route(tmp_path: Path) -> None:
    settings = {"api": {"playground": {"disableProxy": True}}}
    document = document_of(USERS, ["https://api.test"])
    manifest = manifest_of(tmp_path, document, settings)
    assert manifest.is_off
    assert not manifest.operations

    async def run() -> None:
        proxy = build_proxy(manifest, ProxyRules())
        for headers in ({}, {"Origin": "http://evil.test"}, {MARK: None}):
            reply = await ask(proxy, envelope("https://api.test"), headers=headers)
            assert reply.status == 404

    run_alone(run())


def test_base_addresses_take_the_place_of_the_servers(tmp_path: Path) -> None:
    settings = {"api": {"baseUrl": ["https://one.test", "https://two.test/v2"]}}
    manifest = manifest_of(tmp_path, document_of(USERS, ["https://api.test"]), settings)
    urls = [server.url for server in manifest.list_servers()]
    assert urls == ["https://one.test", "https://two.test/v2"]


def test_endpoints_that_pages_describe_by_hand_can_be_called(tmp_path: Path) -> None:
    (tmp_path / "one.mdx").write_text('---\napi: "POST https://api.test/v1/things/{id}"\n---\n')
    (tmp_path / "two.mdx").write_text('---\napi: "GET /things"\n---\n')
    api = {"baseUrl": "https://base.test/v1", "auth": {"method": "key", "name": "X-Auth-Key"}}
    manifest = manifest_of(tmp_path, document_of(USERS), {"api": api})
    (one,) = manifest.operations["POST", "/v1/things/{id}"]
    assert [server.url for server in one.servers] == ["https://api.test"]
    (two,) = manifest.operations["GET", "/things"]
    assert [server.url for server in two.servers] == ["https://base.test/v1"]
    assert one.headers == {ANY_HEADER, "x-auth-key"}


def test_addresses_that_give_tokens_can_be_called_and_nothing_below_them(tmp_path: Path) -> None:
    flows = {
        "clientCredentials": {"tokenUrl": "https://id.test/token?x=1", "scopes": {}},
        "authorizationCode": {
            "authorizationUrl": "https://id.test/authorize",
            "tokenUrl": "/relative",
            "refreshUrl": "https://id.test/refresh",
            "scopes": {},
        },
    }
    schemes = {"oauth": {"type": "oauth2", "flows": flows}}
    document = document_of(
        USERS,
        ["https://api.test"],
        components={"securitySchemes": schemes},
        security=[{"oauth": []}],
    )
    manifest = manifest_of(tmp_path, document)
    tokens = manifest.operations["POST", ""]
    assert sorted(server.url for each in tokens for server in each.servers) == [
        "https://api.test/relative",
        "https://id.test/refresh",
        "https://id.test/token?x=1",
    ]
    assert ("GET", "") not in manifest.operations

    async def run() -> None:
        proxy = build_proxy(manifest, ProxyRules(resolve=finding({}), limits=QUICK))
        token = {"server": "https://id.test/token?x=1", "method": "POST", "operation": ""}
        assert (await ask(proxy, {**token, "path": "/token"})).code == "host-not-found"
        assert (await ask(proxy, {**token, "path": "/token/x"})).code == "path-refused"
        assert (await ask(proxy, {**token, "path": "/"})).code == "path-refused"

    run_alone(run())


REGIONS: dict[str, Any] = {
    "url": "https://{region}.api.test:{port}/{base}/{tenant}",
    "variables": {
        "region": {"default": "eu", "enum": ["eu", "us"]},
        "port": {"default": "443", "enum": ["443", "8443", "25"]},
        "base": {"default": "a/b"},
        "tenant": {"default": "me", "enum": ["me", "x/y"]},
    },
}


@pytest.mark.parametrize(
    ("variables", "path", "expected"),
    [
        ({}, "/a/b/me/users/1", "eu.api.test:443"),
        ({"region": "us"}, "/a/b/me/users/1", "us.api.test:443"),
        ({"region": ""}, "/a/b/me/users/1", "eu.api.test:443"),
        ({"port": "8443"}, "/a/b/me/users/1", "eu.api.test:8443"),
        ({"base": "v2"}, "/v2/me/users/1", "eu.api.test:443"),
        ({"base": "v%202"}, "/v%202/me/users/1", "eu.api.test:443"),
        ({"tenant": "x/y"}, "/a/b/x/y/users/1", "eu.api.test:443"),
        ({"region": "evil.test/"}, "/a/b/me/users/1", "variable-unknown"),
        ({"region": "cn"}, "/a/b/me/users/1", "variable-unknown"),
        ({"port": "25"}, "/a/b/me/users/1", "server-unusable"),
        ({"port": "22"}, "/a/b/me/users/1", "variable-unknown"),
        ({"base": "a/c"}, "/a/c/me/users/1", "variable-unknown"),
        ({"base": "a%2Fc"}, "/a%2Fc/me/users/1", "variable-unknown"),
        ({"base": "a%252fc"}, "/a%252fc/me/users/1", "variable-unknown"),
        ({"base": ".."}, "/../me/users/1", "path-refused"),
        ({"base": "{tenant}"}, "/{tenant}/me/users/1", "path-refused"),
        ({"tenant": "you"}, "/a/b/you/users/1", "variable-unknown"),
        ({"base": "v2"}, "/v3/me/users/1", "path-refused"),
        ({"other": "x"}, "/a/b/me/users/1", "eu.api.test:443"),
    ],
)
def test_variables_of_a_server_take_documented_values(
    tmp_path: Path, variables: dict[str, str], path: str, expected: str
) -> None:
    manifest = manifest_of(tmp_path, document_of(USERS, [REGIONS]))
    asked: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(f"{host}:{port}")
        return []

    async def run() -> str:
        proxy = build_proxy(manifest, ProxyRules(resolve=resolve, limits=QUICK))
        return (await ask(proxy, envelope(REGIONS["url"], path, variables=variables))).code

    code = run_alone(run())
    assert expected == (asked[0] if asked else code)
    assert code == "host-not-found" or not asked


@pytest.mark.parametrize(
    ("server", "reason"),
    [
        ("/v1", "does not say on which host"),
        ({"url": "https://{host}/v1", "variables": {"host": {"default": ""}}}, "without a default"),
        ("https://{host}/v1", "without a default"),
        ("wss://api.test", "must be https://"),
        ("https://api.test:25", "port 25"),
        ("https://bücher.test", "in ASCII"),
        (
            {
                "url": "https://{a}{b}{c}.test",
                "variables": {
                    name: {"default": "0", "enum": list("123456789")} for name in ("a", "b", "c")
                },
            },
            "more values",
        ),
    ],
)
def test_a_server_that_cannot_be_called_says_why(tmp_path: Path, server: Any, reason: str) -> None:
    manifest = manifest_of(tmp_path, document_of(USERS, [server]))
    (built,) = manifest.list_servers()

    async def run() -> Reply:
        return await ask(build_proxy(manifest, ProxyRules()), envelope(built.url))

    reply = run_alone(run())
    assert (reply.status, reply.code) == (403, "server-unusable")
    assert reason in reply.message


def test_a_free_host_stays_what_the_document_says(tmp_path: Path) -> None:
    server = {"url": "https://{tenant}.api.test", "variables": {"tenant": {"default": "demo"}}}
    manifest = manifest_of(tmp_path, document_of(USERS, [server]))

    async def run() -> list[str]:
        proxy = build_proxy(manifest, ProxyRules(resolve=finding({}), limits=QUICK))
        tries: list[dict[str, str]] = [{}, {"tenant": "demo"}, {"tenant": "mine"}]
        named = envelope("https://{tenant}.api.test")
        return [(await ask(proxy, {**named, "variables": each})).code for each in tries]

    assert run_alone(run()) == ["host-not-found", "host-not-found", "variable-unknown"]


def test_documented_headers_and_cookies_are_sent_and_others_are_not(tmp_path: Path) -> None:
    parameters = [
        {"name": "X-Idempotency-Key", "in": "header", "schema": {"type": "string"}},
        {"name": "X-HTTP-Method-Override", "in": "header", "schema": {"type": "string"}},
        {"name": "X-Forwarded-For", "in": "header", "schema": {"type": "string"}},
        {"name": "theme", "in": "cookie", "schema": {"type": "string"}},
    ]
    schemes = {
        "key": {"type": "apiKey", "in": "header", "name": "Api-Token"},
        "session": {"type": "apiKey", "in": "cookie", "name": "sid"},
    }
    settings = {"api": {"auth": {"method": "key", "name": "Own-Key"}}}
    headers = (
        "X-Idempotency-Key X-HTTP-Method-Override X-Forwarded-For Api-Token Own-Key X-Custom Other "
        "Authorization Content-Type Range If-None-Match Accept-Language User-Agent Cookie"
    ).split()

    async def run() -> tuple[Reply, str]:
        async with upstream(echo) as api:
            paths = {"/users/{id}": {"get": {"parameters": parameters}}}
            document = document_of(
                paths,
                [server_of(api)],
                components={"securitySchemes": schemes},
                security=[{"key": [], "session": []}],
            )
            proxy = proxy_to(api, manifest_of(tmp_path, document, settings))
            named = envelope(
                server_of(api),
                headers=[[name, "typed"] for name in headers],
                cookies=[["theme", "dark"], ["sid", "1"], ["other", "2"]],
            )
            return await ask(proxy, named), api.requests[0].decode()

    reply, head = run_alone(run())
    assert reply.head["dropped"] == [
        "X-Forwarded-For",
        "X-Custom",
        "Other",
        "Cookie",
        "Cookie: other",
    ]
    for name in headers:
        assert (f"\r\n{name}: typed\r\n" in head) == (name not in reply.head["dropped"]), name
    assert "\r\nCookie: theme=dark; sid=1\r\n" in head


def test_a_cookie_that_is_spread_over_names_takes_any_name(tmp_path: Path) -> None:
    color = {"type": "object", "properties": {"R": {}, "G": {}}}
    parameters = [{"name": "color", "in": "cookie", "schema": color}]
    paths = {"/a": {"get": {"parameters": parameters}}}
    manifest = manifest_of(tmp_path, document_of(paths, ["https://a.test"]))
    assert manifest.operations["GET", "/a"][0].cookies is None


# --- paths ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "template", "path"),
    [
        ("", "/", "/"),
        ("", "", "/"),
        ("/v1", "", "/v1"),
        ("/v1/", "/users", "/v1/users"),
        ("/v1", "users", "/v1/users"),
        ("", "/users/{id}", "/users/.hidden"),
        ("", "/users/{id}", "/users/;id=5;a=b"),
        ("", "/users/{id}", "/users/.3.4"),
        ("", "/users/{id}", "/users/@me"),
        ("", "/users/{id}", "/users/100%25"),
        ("", "/users/{id}", "/users/%E6%97%A5%E6%9C%AC"),
        ("", "/users/{id}/", "/users/5/"),
        ("", "/files/{name}.{ending}", "/files/a.b.tar"),
        ("", "/{a}-{b}/{c}:cancel", "/1-2/3:cancel"),
        ("", "/v1/{name=projects/*}:run", "/v1/x:run"),
        ("", "/a b/{id}", "/a%20b/1"),
        ("", "/a%20b/{id}", "/a%20b/1"),
        ("", "/a%2Fb/{id}", "/a%2Fb/1"),
        ("", "/search?kind=x", "/search"),
        ("", "/things#first", "/things"),
        ("", "/{a}{b}", "/xy"),
    ],
)
def test_a_path_of_the_operation_is_recognized(base: str, template: str, path: str) -> None:
    check_path(path, join_template(base, template))
    for other in (f"{path}/../x", f"/x{path}/x"):
        with pytest.raises(RefusedError):
            check_path(other, join_template(base, template))


@pytest.mark.parametrize(
    ("template", "path"),
    [
        ("/{a}-{b}-{c}", "/1-2"),
        ("/{a}-{b}-{c}", "/1--"),
        ("/{a}-{b}", "/-2"),
        ("/x{a}", "/x"),
        ("/{a}x", "/x"),
        ("/{a}{b}", "/x"),
        ("/x{a}x", "/xx"),
        ("/users", "/Users"),
        ("/{a}:run", "/x:stop"),
    ],
)
def test_a_path_of_another_operation_is_refused(template: str, path: str) -> None:
    with pytest.raises(RefusedError):
        check_path(path, join_template("", template))


@pytest.mark.parametrize(
    "value",
    [
        "a%2Fb",
        "a%2fb",
        "a%252Fb",
        "a%25252fb",
        "a%5Cb",
        "a%255cb",
        "group%2Fproject",
        "%2F",
        "a%2F",
    ],
)
@pytest.mark.parametrize("template", ["/users/{id}", "/users/x{id}", "/users/{id}:run"])
def test_a_value_with_a_slash_is_refused_however_it_is_written(template: str, value: str) -> None:
    path = template.replace("{id}", value)
    with pytest.raises(RefusedError) as refused:
        check_path(path, join_template("", template))
    assert refused.value.decision is Decision.PATH_REFUSED


def test_a_hostile_template_takes_no_time() -> None:
    template = join_template("", "/" + "{a}x" * 200 + "y")
    started = time.process_time()
    with pytest.raises(RefusedError, match="not that of the operation"):
        check_path("/" + "x" * 8_000, template)
    assert time.process_time() - started < HANGS_AFTER


# --- what operators allow -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "networks", "port"),
    [
        ("10.1.0.0/16", ["10.1.0.0/16"], None),
        ("10.1.2.3", ["10.1.2.3/32"], None),
        ("10.1.2.3:8080", ["10.1.2.3/32"], 8080),
        ("10.1.0.0/16:443", ["10.1.0.0/16"], 443),
        ("fd00::/8", ["fd00::/8"], None),
        ("::1", ["::1/128"], None),
        ("[fd00::/8]:8080", ["fd00::/8"], 8080),
        ("[::1]", ["::1/128"], None),
        ("64:ff9b::/96", ["64:ff9b::/96"], None),
        ("localhost", ["127.0.0.0/8", "::1/128"], None),
        (" LOCALHOST:8000 ", ["127.0.0.0/8", "::1/128"], 8000),
    ],
)
def test_a_network_can_be_allowed(text: str, networks: list[str], port: int | None) -> None:
    allowed = parse_allowed_net(text)
    assert allowed.networks == tuple(map(ip_network, networks))
    assert allowed.port == port


@pytest.mark.parametrize(
    "text",
    [
        "",
        *"example.com 10.0.0.0/33 10.0.0.1/8 10.0.0.1: 10.0.0.1:0 10.0.0.1:65536 *".split(),
        *"10.0.0.1:http 10.0.0.0/8:80:81 [10.0.0.1 127.1 http://10.0.0.1 ::1:x".split(),
        *"localhost.evil.test localhosts:80 not-localhost".split(),
    ],
)
def test_what_is_no_network_cannot_be_allowed(text: str) -> None:
    with pytest.raises(ValueError, match=r"no network|no port"):
        parse_allowed_net(text)


def test_a_refused_address_says_what_the_operator_can_do() -> None:
    async def run() -> None:
        proxy = build_proxy(manifest_for("http://localhost:8000"), ProxyRules(limits=QUICK))
        reply = await ask(proxy, envelope("http://localhost:8000"))
        assert reply.code == "address-refused"
        assert reply.message.endswith("--proxy-allow-net localhost:8000")
        rules = ProxyRules(resolve=finding({"api.test": ["10.66.77.88"]}), limits=QUICK)
        reply = await ask(
            build_proxy(manifest_for("http://api.test"), rules), envelope("http://api.test")
        )
        assert "part of a private network" in reply.message
        assert "10.66.77.88" not in reply.message

    run_alone(run())
