"""Compares the credentials that two versions of an operation ask for."""

from __future__ import annotations

from collections.abc import Iterator

from octavo.openapi.changes.effects import Effect, Move
from octavo.openapi.model import SchemeUse, SecurityAlternative, SecurityScheme

_Credential = tuple[str | None, ...]
_Need = dict[_Credential, frozenset[str]]


def compare_security(
    old: tuple[SecurityAlternative, ...], new: tuple[SecurityAlternative, ...]
) -> Iterator[Move]:
    """Yield ways to sign in that no longer work, and those that are new."""
    before = [_read_need(each) for each in old] or [{}]
    after = [_read_need(each) for each in new] or [{}]
    for need, uses in zip(before, old or ((),), strict=True):
        if not any(_suffices(need, other) for other in after):
            message = f"{_name(uses)} no longer {_verb(uses)} enough"
            yield Move("security-changed", Effect.NARROWER, message)
    for need, uses in zip(after, new or ((),), strict=True):
        if not any(_suffices(need, other) for other in before):
            message = f"{_name(uses)} {_verb(uses)} enough now"
            yield Move("security-added", Effect.OFFERED, message)


def _read_need(alternative: SecurityAlternative) -> _Need:
    return {_identify(use.scheme): frozenset(use.scopes) for use in alternative}


def _identify(scheme: SecurityScheme) -> _Credential:
    """Return what a client sends; names of schemes are those of the document alone."""
    kind = "token" if scheme.type in ("oauth2", "openIdConnect") else scheme.type
    return (kind, scheme.scheme, scheme.name, scheme.location)


def _suffices(credentials: _Need, need: _Need) -> bool:
    """Tell whether credentials that a client has are all that are needed."""
    return all(key in credentials and scopes <= credentials[key] for key, scopes in need.items())


def _name(uses: tuple[SchemeUse, ...]) -> str:
    if not uses:
        return "a request without credentials"
    return " and ".join(_name_use(use) for use in uses)


def _name_use(use: SchemeUse) -> str:
    scopes = f" with {', '.join(use.scopes)}" if use.scopes else ""
    return f"`{use.scheme.key}`{scopes}"


def _verb(uses: tuple[SchemeUse, ...]) -> str:
    return "is" if len(uses) < 2 else "are"
