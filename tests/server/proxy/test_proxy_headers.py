"""Which headers an API gets: those that its document describes, and what any API may be sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from octavo.builder.served.proxy_manifest import ANY_HEADER
from octavo.server.proxy import headers as rules
from tests.proxies import (
    ask,
    document_of,
    echo,
    envelope,
    guarded,
    manifest_for,
    manifest_of,
    proxy_to,
    run_alone,
    server_of,
    upstream,
)

pytestmark = pytest.mark.scorecard("SR-03")

ONLY_SERVERS_SAY = (
    "Forwarded Via X-Forwarded-For X-Forwarded-User X-Forwarded-Email X-Forwarded-Groups "
    "X-Real-IP X-Forwarded-Preferred-Username X-Forwarded-Client-Cert X-Forwarded X-Remote-User "
    "X-Remote-Group Remote-User Remote-Email X-ProxyUser-Ip X-ProxyUser-Id X-Proxy-User "
    "X-Authenticated-User X-Authenticated-UserId X-Auth-Request-User X-Auth-Request-Email "
    "X-Amzn-Oidc-Identity X-Amzn-Oidc-Data X-Amzn-Mtls-Clientcert X-Amzn-Trace-Id "
    "X-MS-Client-Principal X-MS-Client-Principal-Name X-MS-Token-AAD-Id-Token "
    "X-Goog-Authenticated-User-Email X-Goog-IAP-JWT-Assertion CF-Connecting-IP "
    "CF-Access-Jwt-Assertion X-Envoy-Original-Path X-Envoy-Peer-Metadata X-Original-URL "
    "X-Rewrite-URL X-SSL-Client-Verify SSL-Client-Cert X-Client-Cert X-Client-IP True-Client-IP "
    "X-WebAuth-User X-Consumer-Username Tailscale-User-Login X-Pomerium-Claim-Email "
    "X-Authentik-Username Proxy-Authorization X-Octavo-Playground X-ARR-ClientCert Client-IP "
    "X-Cluster-Client-IP Fastly-Client-IP X-Azure-ClientIP X-Azure-SocketIP X-Host CDN-Loop "
    "Auth-Type Auth-User X-Client-DN X-Client-Verify X-Credential-Identifier X-Consumer-ID "
    "X-Anonymous-Consumer X-Consumer-Custom-ID X-Consumer-Groups"
).split()
ONLY_CLIENTS_SAY = (
    "Host Content-Length Connection Keep-Alive TE Trailer Transfer-Encoding Upgrade Expect "
    "HTTP2-Settings Accept-Encoding Accept-Charset Origin Referer Cookie Cookie2 Date DNT "
    "Sec-Fetch-Site Access-Control-Request-Method"
).split()
TRUSTED_BY_SOME = (
    "X-Auth-User X-Auth-Token X-AuthUser X-User X-User-Id X-Userid X-Client-Id "
    "X-HTTP-Method-Override X-Method-Override X-MS-Version X-Goog-Api-Key api_key X_Own "
    "own.name"
).split()


@pytest.fixture(autouse=True)
def only_servers_of_the_test() -> Iterator[None]:
    with guarded():
        yield


def list_sent(names: Iterable[str], documented: frozenset[str]) -> set[str]:
    """Send headers; return those that arrive. The others must be reported."""
    names = list(names)

    async def run() -> set[str]:
        async with upstream(echo) as api:
            proxy = proxy_to(api, manifest_for(server_of(api), headers=documented))
            arrived: set[str] = set()
            for start in range(0, len(names), 40):
                part = names[start : start + 40]
                pairs = [[name, "evil"] for name in part]
                reply = await ask(proxy, envelope(server_of(api), headers=pairs))
                lines = api.requests[-1].decode().split("\r\n")
                sent = {line.partition(":")[0] for line in lines if line.endswith(": evil")}
                assert {*part} - sent == {*reply.head["dropped"]}
                arrived |= sent
            return arrived

    return run_alone(run())


def spell(name: str) -> Iterator[str]:
    """Give the spellings that a server may take for the same name."""
    for sign in "-_.!~+":
        yield name.replace("-", sign)
    yield name.replace("-", "_", 1)
    yield name.upper()


@pytest.mark.parametrize("kind", ["undocumented", "documented", "any"])
def test_what_only_servers_or_clients_say_is_never_sent(kind: str) -> None:
    names = {each for name in (*ONLY_SERVERS_SAY, *ONLY_CLIENTS_SAY) for each in spell(name)}
    documented = {
        "undocumented": frozenset(),
        "documented": frozenset(name.lower() for name in names),
        "any": frozenset({ANY_HEADER}),
    }
    assert list_sent(names, documented[kind]) == set()


@pytest.mark.parametrize("other", [frozenset(), frozenset({ANY_HEADER})])
def test_what_some_servers_trust_is_sent_only_if_it_is_documented(other: frozenset[str]) -> None:
    assert list_sent(TRUSTED_BY_SOME, other) == set()
    documented = frozenset(name.lower() for name in TRUSTED_BY_SOME)
    assert list_sent(TRUSTED_BY_SOME, documented | other) == {*TRUSTED_BY_SOME}


def test_headers_that_no_list_names_are_sent_only_if_they_are_documented() -> None:
    names = ["X-Own", "Own", "X-Tenant", "If-Own", "*"]
    assert list_sent(names, frozenset()) == set()
    assert list_sent(names, frozenset({"x-own", "if-own"})) == {"X-Own", "If-Own"}
    assert list_sent(names, frozenset({ANY_HEADER})) == {"X-Own", "Own", "X-Tenant", "If-Own"}


def test_what_any_api_may_be_sent_needs_no_documentation() -> None:
    names = (
        "Accept Accept-Language Authorization Cache-Control Content-Type Idempotency-Key If-Match "
        "If-None-Match If-Modified-Since If-Unmodified-Since If-Range Prefer Range User-Agent "
        "X-Request-Id traceparent"
    ).split()
    assert list_sent(names, frozenset()) == {*names}


def test_a_document_that_names_the_sign_for_any_header_opens_nothing(tmp_path: Path) -> None:
    parameters = [{"name": "*", "in": "header", "schema": {"type": "string"}}]
    schemes = {"key": {"type": "apiKey", "in": "header", "name": "*"}}
    document = document_of(
        {"/a": {"get": {"parameters": parameters, "security": [{"key": []}]}}},
        ["https://a.test"],
        components={"securitySchemes": schemes},
    )
    (operation,) = manifest_of(tmp_path, document).operations["GET", "/a"]
    assert operation.headers == {"key"}


def test_the_form_tells_of_the_same_headers_that_the_proxy_sends() -> None:
    theme = Path(rules.__file__).parents[2] / "theme" / "js" / "playground" / "send"
    (names,) = re.findall(
        r"const USUAL = ((?:\s*\+?\s*\"[^\"]*\")+);", (theme / "sent-headers.js").read_text()
    )
    listed = " ".join(re.findall(r"\"([^\"]*)\"", names)).split()
    assert len(listed) > 10
    assert listed == sorted(listed)
    assert list_sent(listed, frozenset()) == {*listed}
    assert {*listed} == rules._USUAL
