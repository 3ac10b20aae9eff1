"""The documented servers of a site, with fixed addresses for the proxy.

A variable in a server's address has a list of values (`enum`) or its default, unless it is in the
path. The proxy never calls a host that a reader could type.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import Any

from octavo.builder.served.proxy_paths import has_slash
from octavo.builder.served.refusals import Decision, RefusedError
from octavo.project.web.web_links import Link, read_link
from octavo.values import Struct, field

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_MOST_ADDRESSES = 256
_NUMBER = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)", re.IGNORECASE | re.ASCII)
_NO_WEB_PORTS = frozenset(
    map(
        int,
        "1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 "
        "111 113 115 117 119 123 135 137 139 143 161 179 389 427 445 465 512 513 514 515 526 530 "
        "531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3306 3659 "
        "4045 4190 5060 5061 5432 6000 6379 6566 6665 6666 6667 6668 6669 6697 10080 11211 "
        "27017".split(),
    )
)
"""Ports of other services; browsers refuse most of them, too."""


class ProxyServer(Struct, frozen=True, eq=False):
    """A documented server; requests name it by its documented `url`."""

    url: str
    names: tuple[str, ...] = ()
    """The variables in its origin, which is the part before the path."""
    origins: Mapping[tuple[str, ...], Link] = field(default_factory=dict)
    """Its origins, by the values of those variables."""
    path: str = ""
    """The part after the origin, with variables."""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The documented values of each variable, default first."""
    open_names: frozenset[str] = frozenset()
    """Variables of the path without a list, which take any value."""
    refusal: str = ""
    """The reason why it can't be called, for the reader."""
    is_assumed: bool = False
    """Whether no document names it."""


def build_server(description: Mapping[str, Any]) -> ProxyServer:
    """Return a server for its description (`openapi.request.request.describe_servers`)."""
    url = description["url"]
    if description.get("assumed"):
        refusal = "The API document does not say on which host the API is."
        return ProxyServer(url, refusal=refusal, is_assumed=True)
    origin, path = _split(url)
    names = tuple(dict.fromkeys(_VARIABLE.findall(origin)))
    values = {each["name"]: _list_values(each) for each in description["variables"]}
    origins, refusal = _find_origins(origin, names, values)
    if "#" in url:
        origins, refusal = {}, "Its address has a `#`."
    has_list = {each["name"] for each in description["variables"] if each.get("enum")}
    open_names = frozenset(values.keys() - has_list - set(names))
    return ProxyServer(url, names, origins, path, values, open_names, "" if origins else refusal)


def resolve_server(server: ProxyServer, choices: Mapping[str, str]) -> tuple[Link, str]:
    """Return the origin of a server and its base path, for the values that a reader chose."""
    if server.refusal:
        message = f"The proxy cannot call this server. {server.refusal}"
        raise RefusedError(Decision.SERVER_UNUSABLE, message)
    values = {
        name: choices.get(name) or next(iter(options), "")
        for name, options in server.values.items()
    }
    for name, value in values.items():
        is_one_segment = name in server.open_names and not has_slash(value)
        if not is_one_segment and value not in server.values[name]:
            message = f"`{{{name}}}` of the server can only be one of its documented values."
            raise RefusedError(Decision.VARIABLE_UNKNOWN, message)
    link = server.origins.get(tuple(values.get(name, "") for name in server.names))
    if link is None:
        message = "The proxy cannot call this server with these values of its variables."
        raise RefusedError(Decision.SERVER_UNUSABLE, message)
    before = re.split(r"[?#]", link.target, maxsplit=1)[0].rstrip("/")
    path = re.split(r"[?#]", server.path, maxsplit=1)[0]
    return link, before + _fill(path, values)


def _split(url: str) -> tuple[str, str]:
    """Split an address with variables into its origin and the rest."""
    masked = _VARIABLE.sub(lambda match: "x" * len(match[0]), url)
    scheme = masked.find("://")
    end = re.search(r"[/?#]", masked[scheme + 3 :]) if scheme >= 0 else None
    at = len(url) if end is None else scheme + 3 + end.start()
    return url[:at], url[at:]


def _list_values(variable: Mapping[str, Any]) -> tuple[str, ...]:
    values = (variable["default"], *variable.get("enum", ()))
    return tuple(dict.fromkeys(value for value in values if value))


def _find_origins(
    origin: str, names: Sequence[str], values: Mapping[str, tuple[str, ...]]
) -> tuple[dict[tuple[str, ...], Link], str]:
    """Return the origins for all values of the variables, and why others are left out."""
    options = [values.get(name, ()) for name in names]
    if not all(options):
        return {}, "Its host has a variable without a default value."
    if math.prod(map(len, options)) > _MOST_ADDRESSES:
        return {}, "Its host has more values than the proxy keeps."
    origins, refusal = {}, ""
    for choice in itertools.product(*options):
        try:
            text = _fill(origin, dict(zip(names, choice, strict=True)))
            origins[choice] = _read_origin(text)
        except ValueError as error:
            refusal = f"Its address cannot be used: {error}."
    return origins, refusal


def _fill(template: str, values: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda match: values.get(match[1]) or match[0], template)


def _read_origin(text: str) -> Link:
    """Return the parts of an address whose host has only one reading."""
    if not text.isascii():
        raise ValueError("write the name of its host in ASCII (xn--…)")
    link = read_link(text)
    if link.port in _NO_WEB_PORTS:
        raise ValueError(f"port {link.port} is not for the web")
    if _NUMBER.fullmatch(link.host.rstrip(".").rpartition(".")[2]):
        ip_address(link.host)  # Some programs read hosts such as 127.1 or 0x7f000001 as addresses.
    return link
