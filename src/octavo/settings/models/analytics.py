"""Analytics providers and widgets: only identifiers, checked so that they are safe as data.

The services are those of `services.json` in the theme. Scripts start them: `analytics.js` and
`chat.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from octavo.settings.json.places import Pointer
from octavo.settings.kinds import Kind, WrongValueError, text_with
from octavo.settings.objects import (
    object_of,
    setting,
    settings_object,
    walk_values,
    with_fields,
)
from octavo.settings.values import WEB_ADDRESS
from octavo.theme import load_table

_IDENTIFIER = r"[A-Za-z0-9_][A-Za-z0-9_.:/+=@-]{0,255}\Z"
_DOMAINS = r"[A-Za-z0-9](?:[A-Za-z0-9.,:/_-]|, ){0,255}\Z"
_OSANO = r"https://cmp\.osano\.com/[A-Za-z0-9_/-]+/osano\.js\Z"


def _write_number(value: Any) -> Any:
    return str(value) if type(value) is int else value


def _read_identifier(text: str) -> str:
    identifier = text.strip()
    if not re.match(_IDENTIFIER, identifier):
        raise WrongValueError(
            "be an identifier", "Copy it from the provider, without quotes, blanks or code."
        )
    return identifier


def _read_domains(text: str) -> str:
    domains = text.strip()
    if "://" in domains or not re.match(_DOMAINS, domains):
        raise WrongValueError(
            "be a domain name", "Write it without https://, such as docs.example.com."
        )
    return domains.rstrip("/")


def _read_osano(text: str) -> str:
    url = text.strip()
    if not re.match(_OSANO, url):
        raise WrongValueError(
            "be the address of an Osano script",
            "It starts with https://cmp.osano.com/ and ends with /osano.js.",
        )
    return url


IDENTIFIER = Kind(
    text_with(_read_identifier, prepare=_write_number).read,
    {"anyOf": [{"type": "string"}, {"type": "integer"}]},
)
_KINDS = {
    "identifier": IDENTIFIER,
    "domains": text_with(_read_domains),
    "address": WEB_ADDRESS,
    "osano": text_with(_read_osano),
}

SERVICES: Mapping[str, Mapping[str, Any]] = load_table("services.json")
"""The services for `analytics`, `integrations` and `social`.

`keys` are the author's keys, `loads` the sources for the content security policy, and a key with
`host` names the author's server for the same purpose.
"""


def _describe_key(row: Mapping[str, Any]) -> Any:
    kind = _KINDS[row.get("kind", "identifier")]
    if row.get("optional"):
        return setting(kind, row["is"], key=row["key"], default=None)
    return setting(kind, row["is"], key=row["key"])


def _describe_provider(name: str, row: Mapping[str, Any]) -> Any:
    keys = {key: _describe_key({"key": key, **each}) for key, each in row["keys"].items()}
    title = f"{row['title']}."
    fields = {
        re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", key): keys[key] for key in keys
    }
    provider = type(row["title"].replace(" ", ""), (), {"__doc__": title, **fields})
    return setting(object_of(settings_object(provider)), title, key=name, default=None)


def list_likely_forms() -> Iterator[tuple[Pointer, str, str]]:
    """Yield the locations of identifiers, with the usual prefix and a pattern of each.

    Another form is only worth a warning.
    """
    for name, row in SERVICES["analytics"].items():
        for key, each in row["keys"].items():
            if "looks" in each:
                yield ("analytics", name, key), *each["looks"]
    for name, row in SERVICES["integrations"].items():
        if "looks" in row:
            yield ("integrations", name), *row["looks"]


@settings_object
@with_fields({name: _describe_provider(name, row) for name, row in SERVICES["analytics"].items()})
class Analytics:
    """Analytics providers that pages load."""

    def list_identifiers(self) -> dict[str, dict[str, str]]:
        """Return the identifiers by provider and key, in the form for browsers."""
        return {name: dict(walk_values(provider)) for name, provider in walk_values(self)}


@settings_object
@with_fields(
    {
        name: _describe_key({"key": name, "is": f"{row['title']}.", "optional": True, **row})
        for name, row in SERVICES["integrations"].items()
    }
)
class Integrations:
    """Widgets of other services."""

    def list_identifiers(self) -> dict[str, str]:
        """Return the identifiers by widget, in the form for browsers."""
        return dict(walk_values(self))
