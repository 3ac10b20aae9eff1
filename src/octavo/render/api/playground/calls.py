"""Finds the addresses of a playground's requests as sources of the page's policy.

All of them are documented: the servers of the operation, and the addresses for tokens. Variables in
the address of a server are allowed as narrowly as a policy can express.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from octavo.openapi.model import SecurityAlternative, SecurityScheme
from octavo.project.web.addresses import is_this_computer, refuse_address
from octavo.values import Struct

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_TEMPLATE = re.compile(r"\A((?:(?:[^{}/?#]|\{[^{}]*\})*://)?(?:[^{}/?#]|\{[^{}]*\})*).*", re.DOTALL)
"""An address with variables: the part before its path, and the rest."""
_ANY = "*"
_MOST_VALUES = 16
"""The most values of variables in the addresses of one server; with more, any value is allowed."""
_ORIGIN = re.compile(
    r"(https?)://([^/?#@:\[\]\\\s]+|\[[^\]]*\])(?::([0-9]+|\*))?(?=[/?#]|\Z)", re.IGNORECASE
)
_HOST = re.compile(r"(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?")
_USUAL_PORTS = {"https": "443", "http": "80"}
_IPV4 = re.compile(r"[0-9]+(?:\.[0-9]+){3}")


class Calls(Struct, frozen=True):
    """The sources that a playground calls."""

    always: tuple[str, ...]
    """Sources for browsers only, because a proxy doesn't know or doesn't call them."""
    direct: tuple[str, ...]
    """Sources that browsers call if there is no proxy."""


def find_calls(
    servers: Iterable[Mapping[str, Any]], security: Iterable[SecurityAlternative]
) -> Calls:
    """Return the sources for the playground of an operation.

    Servers have the form of `openapi.request.request.describe_servers`.
    """
    always: set[str] = set()
    direct: set[str] = set()
    for server in servers:
        (always if server.get("assumed") else direct).update(_find_sources(server))
    for scheme in (use.scheme for alternative in security for use in alternative):
        direct.update(_list_sources(*_list_token_addresses(scheme)))
        # Browsers discover the facts of a provider, which are not documented.
        always.update(_list_sources(scheme.openid_url))
    always.update(filter(_is_not_public, direct))
    return Calls(_drop_covered(always), _drop_covered(direct - always))


def _list_token_addresses(scheme: SecurityScheme) -> Iterator[str | None]:
    for flow in scheme.flows:
        yield from (flow.token_url, flow.refresh_url, flow.device_url)


def _list_sources(*addresses: str | None) -> Iterator[str]:
    for address in addresses:
        yield from _find_sources({"url": address or "", "variables": ()})


def _drop_covered(sources: set[str]) -> tuple[str, ...]:
    """Return sources without those that others include; a source with http includes https."""
    schemes = ("http:",) if "http:" in sources else ("https:",) if "https:" in sources else ()
    schemes_of = {"http:": ("https:", "http:"), "https:": ("https:",)}
    starts = tuple(f"{each}//" for scheme in schemes for each in schemes_of[scheme])
    return tuple(sorted(each for each in sources if not each.startswith(starts or "\0")))


# --- addresses ----------------------------------------------------------------------------------


def _find_sources(server: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the sources of all possible addresses of a server."""
    if server.get("assumed"):  # The reader enters an address.
        return ("http:", "https:")
    sources = dict.fromkeys(filter(None, map(_read_source, _fill_variables(server))))
    return tuple(sources)


def _fill_variables(server: Mapping[str, Any]) -> Iterator[str]:
    """Return the possible origins of a server, with a star for any value."""
    origin = _TEMPLATE.sub(r"\1", server["url"])
    variables = {each["name"]: each for each in server["variables"]}
    own_variables = [variables[name] for name in _find_names(origin) if name in variables]
    values = [_list_values(each) or _list_stand_ins(each, origin) for each in own_variables]
    if math.prod(map(len, values)) > _MOST_VALUES:
        values = [_list_stand_ins(each, origin) for each in own_variables]
    for choice in itertools.product(*values):
        yield _fill(
            origin, {each["name"]: value for each, value in zip(own_variables, choice, strict=True)}
        )


def _find_names(origin: str) -> Iterable[str]:
    return dict.fromkeys(_VARIABLE.findall(origin))


def _fill(origin: str, values: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda match: values.get(match[1], _ANY), origin)


def _list_values(variable: Mapping[str, Any]) -> Sequence[str]:
    options = variable.get("enum", ())
    return [*dict.fromkeys(filter(None, (variable["default"], *options)))] if options else ()


def _list_stand_ins(variable: Mapping[str, Any], origin: str) -> Sequence[str]:
    """Return placeholders for all values that a reader may type."""
    if not origin.startswith(f"{{{variable['name']}}}"):
        return [_ANY]
    scheme = "http" if variable["default"].partition(":")[0].lower() == "http" else "https"
    is_scheme = origin.partition("}")[2].startswith("://")
    return [scheme if is_scheme else f"{scheme}://{_ANY}"]


def _read_source(address: str) -> str | None:
    """Return the source of an address; None if no browser calls it."""
    match = _ORIGIN.match(address)
    if match is None:
        return None
    scheme, host, port = match[1].lower(), _read_host(match[2].lower()), match[3]
    if host is None:
        return None
    if not host:
        return f"{scheme}:"
    is_usual = port is None or port == _USUAL_PORTS[scheme]
    return f"{scheme}://{host}" if is_usual else f"{scheme}://{host}:{port}"


def _read_host(host: str) -> str | None:
    """Return a host in the form of policies; "" if they can't express it."""
    if host.startswith("["):
        return ""
    # Browsers refuse sources with an underscore in their host, although they call such hosts.
    host = host.replace("_", _ANY)
    if _ANY in host:
        # A policy can only express the part after the last label with a variable.
        suffix = host.rpartition(_ANY)[2].partition(".")[2]
        host = f"*.{suffix}" if "." in suffix else ""
    if not host.isascii():
        try:
            host = host.encode("idna").decode()
        except UnicodeError:
            return None
    return host if not host or _HOST.fullmatch(host) else None


def _is_not_public(source: str) -> bool:
    """Tell whether a source isn't for a proxy: it is on this computer or in a private network."""
    host = source.partition("//")[2].partition(":")[0]
    is_refused = _IPV4.fullmatch(host) and refuse_address(host) is not None
    return is_this_computer(host) or bool(is_refused)
