"""The requests of a document as they are sent, with variables for what only a caller knows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import OperationKey, SecurityAlternative
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.page_plan import PlannedPage, plan_pages
from octavo.openapi.request.request import describe_request
from octavo.openapi.request.sample_values import build_initial_values
from octavo.openapi.schema.reader import SchemaReader
from octavo.render.api.samples.printer import SamplePrinter
from octavo.render.api.written import read_security
from octavo.settings.models.api import Api
from octavo.values import Struct, field, replace

BASE_URL, USERNAME, PASSWORD = "baseUrl", "username", "password"
OPEN, CLOSE = "\ue000", "\ue001"
"""Before and after the name of a variable in addresses and headers, which are otherwise ASCII."""
_LONGEST_NAME = 200
_CREDENTIAL = "octavo-credential-"
_MARKED = re.compile(rf"{_CREDENTIAL}(\d+)-")
_UNFILLED = re.compile(r"\{([^{}]*)\}")
_NOT_IN_NAME = re.compile(r"[^A-Za-z0-9_]+")
_NO_SPACE = re.compile(r"\s+")


class Request(Struct, frozen=True):
    """A request of a collection."""

    id: str
    """Its method and path."""
    name: str
    folders: tuple[str, ...]
    description: str
    method: str = ""
    url: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict)
    """As `BuiltBody` in `theme/js/request/types.js`."""
    is_basic: bool = False
    """Whether a name and a password are sent with it."""


class RequestCollection(Struct, frozen=True):
    """Requests, and the variables in them with their values."""

    name: str
    requests: tuple[Request, ...]
    variables: tuple[tuple[str, str], ...]


def build_collection(
    document: ApiDocument, api: Api, hidden: Collection[OperationKey] = ()
) -> RequestCollection:
    """Return the requests of a document, without operations that are hidden and webhooks."""
    builder, reader = RequestBuilder(), SchemaReader(document)
    security = _read_own_security(document, api)
    requests: list[Request | None] = []
    for page in plan_pages(document, ""):
        key = page.entry.key
        if not (page.hidden or key.is_webhook or key in hidden):
            operation = read_operation(document, page.entry)
            operation = replace(operation, security=security) if security else operation
            described = describe_request(operation, reader, base_urls=api.base_url)
            values = build_initial_values(operation, reader, described)
            requests.append(builder.build(_name(page), described, values))
    info = document.tree.get("info")
    title = info.get("title") if isinstance(info, dict) else None
    name = _clean_name(title if isinstance(title, str) else "") or document.name
    return RequestCollection(name, tuple(filter(None, requests)), tuple(builder.variables.items()))


def cut_collection(whole: RequestCollection, id_: str) -> RequestCollection | None:
    """Return a collection of one request with its variables; None if it is not there."""
    request = next((each for each in whole.requests if each.id == id_), None)
    if request is None:
        return None
    texts = [request.url, *(value for _, value in request.headers)]
    names = {name for text in texts for name in list_names(text)}
    names |= {USERNAME, PASSWORD} if request.is_basic else set()
    variables = tuple(each for each in whole.variables if each[0] in names)
    return RequestCollection(whole.name, (replace(request, folders=()),), variables)


def build_id(key: OperationKey) -> str:
    """Return what a request is looked up by."""
    return f"{key.method} {key.path}"


def list_names(text: str) -> Iterator[str]:
    """Return the variables in an address or header."""
    return (part.partition(CLOSE)[0] for part in text.split(OPEN)[1:])


class RequestBuilder:
    """Builds requests, and collects the variables in them."""

    def __init__(self) -> None:
        self._printer = SamplePrinter()
        self._servers: dict[str, str] = {}
        self.variables: dict[str, str] = {}
        """Values by the names of variables; the caller fills in the empty ones."""

    def build(
        self, request: Request, described: dict[str, Any], values: Mapping[str, Any]
    ) -> Request | None:
        """Return a named request with its address, headers and body; None if it takes too long."""
        marked, values, names, is_basic = self._mark_credentials(described, values)
        built = self._printer.build_request(marked, values)
        if built is None:
            return None
        base = self._find_server(marked)
        headers = tuple((name, self._fill(value, names)) for name, value in built["headers"])
        url = self._fill(self._open(self._cut(built["url"], base)), names)
        method, body = built["method"], built["body"]
        return replace(
            request, method=method, url=url, headers=headers, body=body, is_basic=is_basic
        )

    # --- credentials ---

    def _mark_credentials(
        self, described: dict[str, Any], values: Mapping[str, Any]
    ) -> tuple[dict[str, Any], Mapping[str, Any], list[str], bool]:
        """Give each credential a mark; return the names of its variables.

        A name and a password travel as one code, which only clients can make.
        """
        at = values.get("security")
        if at is None:
            return described, values, [], False
        schemes = described["security"][at]
        others = [each for each in schemes if not _is_basic(each)]
        names = [self._claim(each["key"]) for each in others]
        marks = {each["key"]: f"{_CREDENTIAL}{number}-" for number, each in enumerate(others)}
        values = {**values, "security": 0, "credentials": marks}
        is_basic = len(others) < len(schemes)
        if is_basic:
            self.variables |= {USERNAME: "", PASSWORD: ""}
        return {**described, "security": [others]}, values, names, is_basic

    def _claim(self, name: str, value: str = "") -> str:
        clean = _NOT_IN_NAME.sub("_", name[:100]).strip("_") or "value"
        if clean in (USERNAME, PASSWORD) or clean.startswith(BASE_URL):
            clean = f"own_{clean}"
        self.variables.setdefault(clean, value)
        return clean

    def _fill(self, text: str, names: list[str]) -> str:
        return _MARKED.sub(lambda match: f"{OPEN}{names[int(match[1])]}{CLOSE}", text)

    # --- addresses ---

    def _find_server(self, described: Mapping[str, Any]) -> str:
        """Return the address of the first server, which gets a variable."""
        url = described["servers"][0]["url"]
        if url not in self._servers:
            bare = {**described, "path": "", "parameters": [], "bodies": [], "security": []}
            built = self._printer.build_request(bare, {"parameters": {}})
            self._servers[url] = built["url"] if built else ""
        return self._servers[url]

    def _cut(self, url: str, base: str) -> str:
        if not base or "?" in base or not url.startswith(base):
            return url
        number = [*dict.fromkeys(self._servers.values())].index(base)
        name = BASE_URL if number == 0 else f"{BASE_URL}{number + 1}"
        self.variables.setdefault(name, self._open(base, is_base=True))
        return f"{OPEN}{name}{CLOSE}{url[len(base) :]}"

    def _open(self, url: str, *, is_base: bool = False) -> str:
        """Put variables in place of `{names}` that have no value."""
        if is_base:  # clients do not fill variables of variables
            return _UNFILLED.sub(lambda match: match[1], url)
        return _UNFILLED.sub(lambda match: f"{OPEN}{self._claim(unquote(match[1]))}{CLOSE}", url)


def _name(page: PlannedPage) -> Request:
    folders = tuple(filter(None, map(_clean_name, page.groups)))
    name, text = _clean_name(page.title), page.entry.description or ""
    return Request(build_id(page.entry.key), name, folders, text)


def _read_own_security(document: ApiDocument, api: Api) -> tuple[SecurityAlternative, ...]:
    """Return what the settings say of callers, where the document says nothing."""
    components = document.tree.get("components")
    if isinstance(components, dict) and components.get("securitySchemes"):
        return ()
    return tuple(read_security(api, None))


def _is_basic(scheme: Mapping[str, Any]) -> bool:
    return scheme["type"] == "http" and scheme.get("scheme") == "basic"


def _clean_name(name: str) -> str:
    visible = "".join(c if c.isprintable() else " " for c in name[: 2 * _LONGEST_NAME])
    return _NO_SPACE.sub(" ", visible).strip()[:_LONGEST_NAME]
