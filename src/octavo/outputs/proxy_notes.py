"""What to tell an author at once: documented servers that the proxy of the preview will refuse.

Only what the documents say at their top is looked at, and no name is resolved: the preview must
not start later for a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.addresses import is_this_computer, refuse_address
from octavo.project.links import Link, read_link
from octavo.site.model import Site

if TYPE_CHECKING:
    from octavo.outputs.proxy_rules import AllowedNet

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_MOST_SERVERS = 20
_SETTINGS = "site.json"


def find_refused_servers(site: Site, allow_nets: Iterable[AllowedNet]) -> tuple[Problem, ...]:
    """Return a note for each documented server whose address is not public, and not allowed."""
    playground = site.settings.api.playground
    if playground.disable_proxy or playground.mode != "show":
        return ()
    allowed = tuple(allow_nets)
    notes = {
        (link.host, link.port): _describe(source, link)
        for source, url in _list_servers(site)
        if (link := _read(url)) is not None and _is_refused(link, allowed)
    }
    return tuple(notes.values())


def _list_servers(site: Site) -> Iterator[tuple[str, str]]:
    """Return the addresses of servers, each with the file that names it."""
    if site.settings.api.base_url:
        yield from ((_SETTINGS, url) for url in site.settings.api.base_url)
        return
    for document in site.api_documents:
        servers = document.tree.get("servers")
        for server in servers[:_MOST_SERVERS] if isinstance(servers, list) else ():
            if isinstance(server, dict) and isinstance(server.get("url"), str):
                yield document.source, _fill_defaults(server["url"], server.get("variables"))


def _fill_defaults(url: str, variables: Any) -> str:
    known = variables if isinstance(variables, dict) else {}

    def default_of(match: re.Match[str]) -> str:
        variable = known.get(match[1])
        default = variable.get("default") if isinstance(variable, dict) else None
        return str(default) if isinstance(default, str | int) else match[0]

    return _VARIABLE.sub(default_of, url)


def _read(url: str) -> Link | None:
    try:
        return read_link(url)
    except ValueError:
        return None


def _is_refused(link: Link, allowed: tuple[AllowedNet, ...]) -> bool:
    if is_this_computer(link.host):
        address = "127.0.0.1" if "localhost" in link.host.lower() else link.host
    else:
        try:
            address = str(ip_address(link.host))
        except ValueError:
            return False  # a name: what it leads to is known when it is called
    networks = [
        network for each in allowed if each.port in (None, link.port) for network in each.networks
    ]
    return refuse_address(address, networks) is not None


def _describe(source: str, link: Link) -> Problem:
    host = f"[{link.host}]" if ":" in link.host else link.host
    what = "localhost" if is_this_computer(link.host) else host
    return Problem(
        Code.PROXY_SERVER_REFUSED,
        f"The playground of the preview may not call {host}:{link.port}, which is not public",
        Location(source),
        Severity.INFO,
        f"Start it with `octavo dev --proxy-allow-net {what}:{link.port}` to allow it.",
    )
