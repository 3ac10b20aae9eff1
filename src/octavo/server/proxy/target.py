"""Finds the documented operation of a playground request."""

from __future__ import annotations

from octavo.builder.served.proxy_manifest import ProxyManifest, ProxyOperation
from octavo.builder.served.proxy_paths import check_path, check_query, join_template
from octavo.builder.served.proxy_servers import ProxyServer, resolve_server
from octavo.builder.served.refusals import Decision, RefusedError
from octavo.project.web.web_links import Link, read_link
from octavo.server.proxy.request import ProxyRequest
from octavo.values import Struct


class ProxyTarget(Struct, frozen=True):
    """The destination of a request."""

    operation: ProxyOperation
    server: ProxyServer
    link: Link
    """The origin; its own path and query are unused."""
    target: str
    """Path and query in their encoded form."""


def find_target(manifest: ProxyManifest, request: ProxyRequest) -> ProxyTarget:
    """Return the destination of a request; refuse it if it isn't documented."""
    candidates = manifest.operations.get((request.method, request.operation), ())
    if not candidates:
        message = "This operation is not documented, or its playground is not shown."
        raise RefusedError(Decision.OPERATION_UNKNOWN, message)
    failure = RefusedError(
        Decision.SERVER_UNKNOWN, "This server is not documented for this operation."
    )
    for operation in candidates:
        for server in operation.servers:
            if server.url == request.server:
                try:
                    return _fit(operation, server, request)
                except RefusedError as refusal:
                    failure = refusal
    raise failure


def _fit(operation: ProxyOperation, server: ProxyServer, request: ProxyRequest) -> ProxyTarget:
    link, base = resolve_server(server, request.variables)
    check_path(request.path, join_template(base, operation.path))
    check_query(request.query)
    target = f"{request.path}?{request.query}" if request.query else request.path
    # The parts were checked one by one, so the whole must still mean the same host.
    whole = read_link(f"{link.scheme}://{link.authority}{request.path}")
    if (whole.scheme, whole.host, whole.port) != (link.scheme, link.host, link.port):
        raise RefusedError(Decision.PATH_REFUSED, "The path leads to another host.")
    return ProxyTarget(operation, server, link, target)


# --- reading ------------------------------------------------------------------------------------
