"""Writes how callers of an API prove who they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from octavo.openapi.model import OAuthFlow, SchemeUse, SecurityAlternative
from octavo.render.api.operation.security import (
    ADDRESSES,
    FLOWS,
    describe_credential,
    explain_scheme,
    introduce,
    name_kind,
)
from octavo.render.twin.text import escape_text, write_code, write_item

WriteText = Callable[[str | None], str]


def write_security(alternatives: Sequence[SecurityAlternative], write_text: WriteText) -> list[str]:
    """Return the section of an operation's alternatives; nothing where none asks for anything."""
    required = [alternative for alternative in alternatives if alternative]
    if not required:
        return []
    is_optional = len(required) < len(alternatives)
    blocks = ["## Authorizations", introduce(len(required), is_optional=is_optional)]
    need = "optional" if is_optional else "required"
    for alternative in required:
        if len(alternative) > 1:
            blocks.append("All of these together:")
        blocks.append("\n".join([_write_use(use, need, write_text) for use in alternative]))
    return blocks


def _write_use(use: SchemeUse, need: str, write_text: WriteText) -> str:
    scheme = use.scheme
    name, location = describe_credential(scheme)
    marks = [name_kind(scheme), location, need, "deprecated" if scheme.deprecated else ""]
    blocks = [
        f"{write_code(name)} ({', '.join(map(escape_text, filter(None, marks)))})",
        write_text(scheme.description) or explain_scheme(scheme),
        _write_scopes(use),
        *map(_write_flow, scheme.flows),
    ]
    return write_item("-", blocks)


def _write_scopes(use: SchemeUse) -> str:
    if not use.scopes:
        return ""
    meanings = {name: text for flow in use.scheme.flows for name, text in flow.scopes}
    word = "Scopes" if use.scheme.type in {"oauth2", "openIdConnect"} else "Roles"
    items = [_write_scope(scope, meanings.get(scope)) for scope in use.scopes]
    return "\n".join([f"{word} needed:", *items])


def _write_scope(scope: str, meaning: str | None) -> str:
    words = f": {escape_text(' '.join(meaning.split()))}" if meaning else ""
    return f"- {write_code(scope)}{words}"


def _write_flow(flow: OAuthFlow) -> str:
    addresses = [(word, getattr(flow, name)) for name, word in ADDRESSES]
    links = [f"{word} {write_code(url)}" for word, url in addresses if url]
    name = escape_text(FLOWS.get(flow.kind, flow.kind))
    return " ".join([f"{name} flow", *links])
