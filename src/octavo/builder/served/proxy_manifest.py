"""Everything that the proxy of a site may call: only documented operations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import urljoin

from octavo.builder.served.proxy_servers import ProxyServer, build_server
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.examples.stated_values import choose_kind
from octavo.openapi.model import In, Operation, Parameter, SecurityScheme
from octavo.openapi.operation.operation import read_call
from octavo.openapi.request.endpoint import describe_endpoint
from octavo.openapi.request.request import describe_servers
from octavo.openapi.schema.reader import SchemaReader
from octavo.settings.models.api import Api
from octavo.settings.models.page_settings import EndpointReference
from octavo.site.model import OperationBinding, Page, Site
from octavo.values import Struct, field

METHODS = frozenset("GET HEAD POST PUT PATCH DELETE OPTIONS QUERY".split())
"""The methods that the proxy forwards."""

Names = frozenset[str] | None
"""Documented names in lowercase; None if any name may be sent."""

ANY_HEADER = "*"
"""A documented name that allows any header, if the document doesn't list them."""


class ProxyOperation(Struct, frozen=True):
    """The parts of a request that the proxy may send to one operation."""

    method: str
    path: str
    """The path in the document, with `{names}`."""
    servers: tuple[ProxyServer, ...]
    headers: frozenset[str] = frozenset()
    """Documented names in lowercase; includes `ANY_HEADER` if the document doesn't list them."""
    cookies: Names = frozenset()


class ProxyManifest(Struct, frozen=True):
    """The operations that may be called, by method and path."""

    operations: Mapping[tuple[str, str], tuple[ProxyOperation, ...]] = field(default_factory=dict)
    is_off: bool = False
    """Whether the settings turn the proxy off (`api.playground.disableProxy`)."""

    def list_servers(self) -> tuple[ProxyServer, ...]:
        """Return all documented servers, including those that can't be called."""
        every = (
            server
            for operations in self.operations.values()
            for operation in operations
            for server in operation.servers
        )
        return tuple(dict.fromkeys(every))


def build_manifest(site: Site) -> ProxyManifest:
    """Return the operations that the playgrounds of a site may call."""
    if site.settings.api.playground.disable_proxy:
        return ProxyManifest(is_off=True)
    operations: dict[tuple[str, str], list[ProxyOperation]] = {}
    for operation in dict.fromkeys(_Reader(site.settings.api).read(site.pages.values())):
        if operation.method in METHODS and operation.servers:
            operations.setdefault((operation.method, operation.path), []).append(operation)
    return ProxyManifest({key: tuple(each) for key, each in operations.items()})


class _Reader:
    """Reads the operations on pages; servers that many operations share are built once."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._servers: dict[object, ProxyServer] = {}

    def read(self, pages: Iterable[Page]) -> Iterator[ProxyOperation]:
        """Return the operations of all pages that show a playground."""
        for page in pages:
            if (page.settings.playground or self._api.playground.mode) != "show":
                continue
            if isinstance(page.binding, OperationBinding):
                if not page.binding.entry.key.is_webhook:
                    document = page.binding.document
                    operation = read_call(document, page.binding.entry)
                    base_url = self._api.base_url
                    servers = describe_servers(operation.servers, base_url, document.source)
                    yield self._read_operation(document, operation, servers)
                    yield from self._read_token_addresses(operation, servers)
            elif page.endpoint is not None:
                yield self._read_endpoint(page.endpoint)

    def _read_operation(
        self, document: ApiDocument, operation: Operation, servers: Iterable[Mapping[str, Any]]
    ) -> ProxyOperation:
        key = operation.entry.key
        return ProxyOperation(
            key.method,
            key.path,
            self._build_servers(servers),
            self._list_header_names(operation),
            _list_cookie_names(document, operation),
        )

    def _read_endpoint(self, endpoint: EndpointReference) -> ProxyOperation:
        """Read an endpoint that a page describes by hand; its fields don't matter."""
        request = describe_endpoint(endpoint.method, endpoint.url, (), base_urls=self._api.base_url)
        servers = self._build_servers(request["servers"])
        method, path = request["method"], request["path"]
        headers = frozenset({ANY_HEADER, self._auth_name})
        return ProxyOperation(method, path, servers, headers, cookies=None)

    def _read_token_addresses(
        self, operation: Operation, servers: Iterable[Mapping[str, Any]]
    ) -> Iterator[ProxyOperation]:
        """Return the token addresses of the playground, each as a server without operations.

        An address may be relative to a server of the API.
        """
        bases = [each["url"] for each in servers if not each.get("assumed")] or [""]
        for scheme in _list_schemes(operation):
            addresses = {("GET", scheme.openid_url)} | {
                ("POST", url)
                for flow in scheme.flows
                for url in (flow.token_url, flow.refresh_url, flow.device_url)
            }
            joined = {
                (method, _join_address(base, url))
                for method, url in addresses
                if url
                for base in bases
            }
            for method, url in sorted(joined):
                if url.startswith(("https://", "http://")):
                    yield ProxyOperation(
                        method, "", self._build_servers([{"url": url, "variables": []}])
                    )

    def _build_servers(self, descriptions: Iterable[Mapping[str, Any]]) -> tuple[ProxyServer, ...]:
        return tuple(dict.fromkeys(map(self._build_server, descriptions)))

    def _build_server(self, description: Mapping[str, Any]) -> ProxyServer:
        key = (description["url"], repr(description["variables"]), description.get("assumed"))
        if key not in self._servers:
            self._servers[key] = build_server(description)
        return self._servers[key]

    def _list_header_names(self, operation: Operation) -> frozenset[str]:
        names = {each.name for each in operation.parameters if each.location is In.HEADER}
        names |= {
            scheme.name
            for scheme in _list_schemes(operation)
            if scheme.name and scheme.location == "header"
        }
        return frozenset(name.lower() for name in names) - {ANY_HEADER} | {self._auth_name}

    @property
    def _auth_name(self) -> str:
        return (self._api.auth.name or "Key").lower()


def _join_address(base: str, url: str) -> str:
    try:
        return urljoin(base, url)
    except ValueError:  # One of the two isn't an address; a later step refuses it.
        return url


def _list_schemes(operation: Operation) -> Iterator[SecurityScheme]:
    for alternative in operation.security:
        for use in alternative:
            yield use.scheme


def _list_cookie_names(document: ApiDocument, operation: Operation) -> Names:
    names = {
        scheme.name.lower()
        for scheme in _list_schemes(operation)
        if scheme.name and scheme.location == "cookie"
    }
    for parameter in operation.parameters:
        if parameter.location is In.COOKIE:
            if _is_spread(document, parameter):
                return None
            names.add(parameter.name.lower())
    return frozenset(names)


def _is_spread(document: ApiDocument, parameter: Parameter) -> bool:
    """Tell whether each property of a value becomes a separate cookie."""
    if not parameter.explode or parameter.schema is None:
        return False
    return choose_kind(SchemaReader(document).read(parameter.schema)) == "object"
