"""Lists documented servers that the preview's proxy will refuse, for a note to the author.

It reads only the top level of documents and resolves no names, so the preview doesn't start later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from octavo.builder.served.proxy_servers import build_server
from octavo.openapi.operation.servers import read_servers
from octavo.openapi.request.request import describe_servers
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.missing_settings import SETTINGS_NAME
from octavo.project.web.addresses import is_this_computer, refuse_address
from octavo.project.web.web_links import Link
from octavo.site.model import Site

if TYPE_CHECKING:
    from octavo.server.proxy.rules import AllowedNet

_MOST_SERVERS = 20


def find_refused_servers(site: Site, allow_nets: Sequence[AllowedNet]) -> tuple[Problem, ...]:
    """Return a note for each documented server with a private address that isn't allowed."""
    playground = site.settings.api.playground
    if playground.disable_proxy or playground.mode != "show":
        return ()
    notes = {
        (link.host, link.port): _describe(source, link)
        for source, link in _list_servers(site)
        if _is_refused(link, allow_nets)
    }
    return tuple(notes.values())


def _list_servers(site: Site) -> Iterator[tuple[str, Link]]:
    """Return the servers in the proxy's form, each with the file that names it."""
    base_urls = site.settings.api.base_url
    if base_urls:
        yield from _find_links(SETTINGS_NAME, describe_servers((), base_urls))
        return
    for document in site.api_documents:
        servers = read_servers(document, [document.root])[:_MOST_SERVERS]
        yield from _find_links(document.source, describe_servers(servers, (), document.source))


def _find_links(
    source: str, descriptions: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[str, Link]]:
    for server in map(build_server, descriptions):
        for link in server.origins.values():
            yield source, link


def _is_refused(link: Link, allow_nets: Sequence[AllowedNet]) -> bool:
    if is_this_computer(link.host):
        address = "127.0.0.1" if "localhost" in link.host.lower() else link.host
    else:
        try:
            address = str(ip_address(link.host))
        except ValueError:
            return False  # This is a name, whose address is unknown until a call.
    networks = [each for net in allow_nets for each in net.list_networks(link.port)]
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
