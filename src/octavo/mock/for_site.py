"""The mocks of all API documents of a site, under one path, for the playgrounds of a preview."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from octavo.mock.api import MockApi
from octavo.mock.app import find_answer, load_request, send_answer
from octavo.mock.messages import MockAnswer, MockRequest, build_refusal
from octavo.server.web.asgi import Receive, Scope, Send
from octavo.site.model import Site

if TYPE_CHECKING:
    from octavo.openapi.document.document import ApiDocument

InRenderer = Callable[..., Awaitable[MockAnswer]]
"""Calls a function in the render thread, the only one that reads documents."""


class SiteMock:
    """Answers from the current documents of a site."""

    def __init__(self, route: str, site_of: Callable[[], Site], in_renderer: InRenderer) -> None:
        self._route = route
        self._site_of = site_of
        self._in_renderer = in_renderer
        self._apis: dict[ApiDocument, MockApi] = {}

    def describe_servers(self, origin: str) -> Mapping[str, Any]:
        """Return the additional servers for playgrounds, by the source of their document."""
        return {
            each.source: [
                {
                    "url": f"{origin}{self._route}{quote(each.source, safe='')}",
                    "name": "Mock",
                    "variables": [],
                    "own": True,
                }
            ]
            for each in self._site_of().api_documents
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request to a path under the route."""
        raw = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1")
        name = raw.removeprefix(self._route).partition("/")[0].partition("?")[0]
        request = await load_request(scope, receive, prefix=f"{self._route}{name}")
        documents = self._site_of().api_documents
        source = unquote(name)
        document = next((each for each in documents if each.source == source), None)
        if document is None:
            answer = build_refusal(404, f"this site has no API document {source}")
        else:
            self._apis = {key: api for key, api in self._apis.items() if key in documents}
            answer = await self._in_renderer(self._answer, document, request)
        await send_answer(send, request, answer)

    def _answer(self, document: ApiDocument, request: MockRequest) -> MockAnswer:
        if document not in self._apis:
            self._apis[document] = MockApi(document)
        return find_answer(self._apis[document], request)
