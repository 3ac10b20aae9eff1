"""Checks whether a request has the credentials of an operation, without verifying them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from octavo.openapi.model import SecurityAlternative, SecurityScheme
from octavo.values import Struct


class CredentialPlaces(Struct, frozen=True):
    """The places in a request that may contain credentials."""

    headers: Mapping[str, str]
    query: frozenset[str]
    cookies: frozenset[str]


def find_missing(
    alternatives: Iterable[SecurityAlternative], places: CredentialPlaces
) -> tuple[str, ...]:
    """Return the missing credentials of each alternative, in words; empty if one is complete."""
    missing = []
    for alternative in alternatives:
        lacking = [use.scheme for use in alternative if not _has(use.scheme, places)]
        if not lacking:
            return ()
        missing.append(" and ".join(map(_describe, lacking)))
    return tuple(dict.fromkeys(missing))


def render_challenges(alternatives: Iterable[SecurityAlternative]) -> str:
    """Return the value of `WWW-Authenticate`, which every 401 response has."""
    schemes = (use.scheme for alternative in alternatives for use in alternative)
    names = dict.fromkeys(_name_scheme(each) for each in schemes)
    return ", ".join(f'{name} realm="mock"' for name in names)


def _has(scheme: SecurityScheme, places: CredentialPlaces) -> bool:
    if _is_key(scheme):
        name = scheme.name or ""
        if scheme.location == "query":
            return name in places.query
        return name in places.cookies if scheme.location == "cookie" else _has_header(places, name)
    if scheme.type in ("http", "oauth2", "openIdConnect"):
        header = places.headers.get("authorization", "")
        name, _, value = header.partition(" ")
        return name.lower() == _name_scheme(scheme).lower() and bool(value.strip())
    return True  # A certificate is part of TLS, which the mock doesn't see.


def _is_key(scheme: SecurityScheme) -> bool:
    """Tell whether a scheme has the location of a key, for any type."""
    return scheme.type == "apiKey" or bool(scheme.name and scheme.location)


def _has_header(places: CredentialPlaces, name: str) -> bool:
    return bool(places.headers.get(name.lower(), "").strip())


def _name_scheme(scheme: SecurityScheme) -> str:
    if _is_key(scheme):
        return "ApiKey"
    return (scheme.scheme or "bearer").capitalize() if scheme.type == "http" else "Bearer"


def _describe(scheme: SecurityScheme) -> str:
    if _is_key(scheme):
        where = {"query": "query parameter", "cookie": "cookie"}.get(
            scheme.location or "", "header"
        )
        return f"the {where} `{scheme.name or ''}`"
    return f"the header `Authorization: {_name_scheme(scheme)} …`"
