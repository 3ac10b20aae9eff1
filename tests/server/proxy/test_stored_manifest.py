"""What a build writes down for the proxy means the same where it is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.served.proxy_manifest import ProxyManifest
from octavo.builder.served.refusals import RefusedError
from octavo.builder.served.stored_manifest import read_proxy_manifest, write_proxy_manifest
from octavo.server.proxy.request import ProxyRequest
from octavo.server.proxy.target import find_target
from tests.proxies import USERS, document_of, manifest_of

SERVERS: list[dict[str, Any]] = [
    {"url": "https://api.example.com/v1"},
    {
        "url": "https://{region}.example.com/{version}/{tenant}",
        "variables": {
            "region": {"default": "eu", "enum": ["eu", "us"]},
            "version": {"default": "v1", "enum": ["v1", "v2"]},
            "tenant": {"default": "me"},
        },
    },
    {"url": "https://{host}/v1", "variables": {"host": {"default": "one.example.com"}}},
    {"url": "/relative"},
    {"url": "ftp://files.example.com"},
    {"url": "https://api.example.com/#part"},
]
REQUESTS = [
    ("https://api.example.com/v1", "/v1/users/42", {}),
    ("https://api.example.com/v1", "/v2/users/42", {}),
    (SERVERS[1]["url"], "/v1/me/users/42", {}),
    (SERVERS[1]["url"], "/v2/you/users/42", {"region": "us", "version": "v2", "tenant": "you"}),
    (SERVERS[1]["url"], "/v3/you/users/42", {"version": "v3"}),
    (SERVERS[1]["url"], "/v1/me/users/42", {"region": "cn"}),
    (SERVERS[2]["url"], "/v1/users/42", {"host": "evil.example"}),
    (SERVERS[2]["url"], "/v1/users/42", {}),
    ("/relative", "/relative/users/42", {}),
    ("ftp://files.example.com", "/users/42", {}),
    ("https://other.example.com", "/users/42", {}),
]


def decide(manifest: ProxyManifest, server: str, path: str, variables: dict[str, str]) -> object:
    request = ProxyRequest(server, "GET", "/users/{id}", path, variables=variables)
    try:
        target = find_target(manifest, request)
    except RefusedError as refusal:
        return refusal.decision, refusal.message
    operation = target.operation
    return target.link, target.target, operation.headers, operation.cookies


@pytest.fixture
def manifest(tmp_path: Path) -> ProxyManifest:
    users: dict[str, Any] = dict(USERS["/users/{id}"])
    users["parameters"] = [
        *users["parameters"],
        {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
        {"name": "session", "in": "cookie", "schema": {"type": "string"}},
    ]
    return manifest_of(tmp_path, document_of({"/users/{id}": users}, SERVERS))


@pytest.mark.parametrize(("server", "path", "variables"), REQUESTS)
def test_a_stored_manifest_decides_as_the_one_it_was_made_of(
    manifest: ProxyManifest, server: str, path: str, variables: dict[str, str]
) -> None:
    stored = read_proxy_manifest(write_proxy_manifest(manifest))
    assert stored is not None
    assert decide(stored, server, path, variables) == decide(manifest, server, path, variables)


def test_what_is_off_stays_off() -> None:
    stored = read_proxy_manifest(write_proxy_manifest(ProxyManifest(is_off=True)))
    assert stored is not None
    assert stored.is_off


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", json.dumps({"isOff": False}).encode(), b"\xff"]
)
def test_what_cannot_be_understood_is_no_manifest(data: bytes) -> None:
    assert read_proxy_manifest(data) is None
