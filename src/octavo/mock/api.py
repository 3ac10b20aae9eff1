"""The mock of an API document."""

from __future__ import annotations

from itertools import count
from urllib.parse import unquote_plus

from octavo.mock.answers import AnswerMaker
from octavo.mock.bodies import choose_content, find_body_faults
from octavo.mock.credentials import CredentialPlaces, find_missing, render_challenges
from octavo.mock.messages import Fault, Headers, MockAnswer, MockRequest, build_refusal
from octavo.mock.parameters import (
    RequestTexts,
    find_parameter_faults,
    read_cookies,
    read_query,
)
from octavo.mock.preferences import read_preferences
from octavo.mock.request_values import ValueReader
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Operation, OperationEntry, Server, Side
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.request.routes import Match, Route, Routes, choose_route
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.validity.validity import Validity
from octavo.problems import Location, attempt
from octavo.values import replace

_UNKNOWN: Headers = (("Mock-Unchecked", "a schema has too many combinations to compare"),)
"""Marks a request that was not fully checked."""


class MockApi:
    """Answers requests from one document, always in the same way."""

    def __init__(self, document: ApiDocument) -> None:
        self._document = document
        reader = SchemaReader(document)
        self.entries = tuple(each for each in list_operations(document) if not each.key.is_webhook)
        self._operations: dict[OperationEntry, Operation] = {}
        self._values = ValueReader(reader, Validity(reader, Side.REQUEST, checks_formats=True))
        self.answers = AnswerMaker(reader)
        self._seeds = count(1)
        # Most operations use the servers of the document, which are the same list.
        lists = {id(each): each for each in map(self._list_servers, self.entries)}
        servers = (server for each in lists.values() for server in each)
        self._routes = Routes(self.entries, servers)

    def _list_servers(self, entry: OperationEntry) -> tuple[Server, ...]:
        """Return the servers of an operation; empty for an unreadable operation."""
        place = Location(self._document.source)
        return attempt(lambda: self.read(entry).servers, (), "an operation", place, lambda _: None)

    def read(self, entry: OperationEntry) -> Operation:
        """Return an operation in full."""
        operation = self._operations.get(entry)
        if operation is None:
            operation = self._operations[entry] = read_operation(self._document, entry)
        return operation

    def find(self, path: str, method: str) -> Match | None:
        """Return the operations of a path, preferably with one of the method."""
        return self._routes.find(path, method)

    def answer(self, request: MockRequest) -> MockAnswer:
        """Return the documented response to a request, or the mistakes in it."""
        match = self.find(request.path, request.method)
        if match is None:
            return self._refuse_path(request.path)
        method = request.method
        if method == "HEAD" and "HEAD" not in match.routes:
            method = "GET"
        routes = match.routes.get(method)
        if routes is None:
            allowed = ", ".join(match.list_methods())
            if method == "OPTIONS":
                return MockAnswer(204, (("Allow", allowed),))
            detail = f"{request.method} is not documented for this path; there is {allowed}"
            return build_refusal(405, detail, headers=(("Allow", allowed),))
        query = read_query(request.query)
        decoded = tuple((name, unquote_plus(value)) for name, value in query)
        route = choose_route(routes, decoded, request.headers)
        if route is None:
            wanted = " or ".join(each.entry.key.path for each in routes)
            return build_refusal(404, f"the query is not one of those documented: {wanted}")
        return self._answer_route(route, match, request)

    def _answer_route(self, route: Route, match: Match, request: MockRequest) -> MockAnswer:
        operation = self.read(route.entry)
        query = read_query(request.query)
        cookies = read_cookies(request.headers.get("cookie", ""))
        names = frozenset(name for name, _ in query)
        places = CredentialPlaces(request.headers, names, frozenset(cookies))
        accept = request.headers.get("accept")
        refusal = self._refuse_credentials(operation, places) or self._refuse_media_type(
            operation, request
        )
        if refusal is not None:
            return self.answers.refuse(operation, accept, refusal)
        path = dict(zip(route.names, match.values, strict=False))
        texts = RequestTexts(path, query, request.query, request.headers, cookies)
        values = replace(self._values, unknown=set())
        faults = [
            *find_parameter_faults(operation.parameters, texts, values),
            *_find_body_faults(operation, request, values),
        ]
        if faults:
            count = "one mistake" if len(faults) == 1 else f"{len(faults)} mistakes"
            refusal = build_refusal(
                _choose_refusal(operation), f"the request has {count}", dict.fromkeys(faults)
            )
            return self.answers.refuse(operation, accept, refusal)
        preferences = read_preferences(request.headers.get("prefer", ""), self._seeds.__next__)
        answer = self.answers.answer(operation, accept, preferences)
        return answer.add_headers(_UNKNOWN) if values.unknown else answer

    def _refuse_credentials(
        self, operation: Operation, places: CredentialPlaces
    ) -> MockAnswer | None:
        missing = find_missing(operation.security, places)
        if not missing:
            return None
        challenge = (("WWW-Authenticate", render_challenges(operation.security)),)
        return build_refusal(401, f"{' or '.join(missing)} is missing", headers=challenge)

    def _refuse_path(self, path: str) -> MockAnswer:
        nearest = self._routes.find_nearest(path)
        hint = f"; did you mean {nearest}?" if nearest else ""
        return build_refusal(404, f"the path {path} is not documented{hint}")

    def _refuse_media_type(self, operation: Operation, request: MockRequest) -> MockAnswer | None:
        body = operation.body
        if body is None or not body.contents or not request.body:
            return None
        content_type = request.headers.get("content-type")
        if choose_content(body, content_type) is not None:
            return None
        there = ", ".join(media.name for media in body.contents)
        detail = f"a body in {content_type} is not documented; there is {there}"
        accepted = (("Accept-Post" if request.method == "POST" else "Accept", there),)
        return build_refusal(415, detail, headers=accepted)


def _find_body_faults(
    operation: Operation, request: MockRequest, values: ValueReader
) -> list[Fault]:
    body = operation.body
    if body is None:
        return []
    content_type = request.headers.get("content-type", "")
    is_text = content_type.startswith("text/")  # The body may be empty.
    if not (request.body or is_text):
        return [Fault("body", "is missing")] if body.required else []
    media = choose_content(body, content_type)
    if media is None:
        return []
    return list(find_body_faults(media, content_type, request.body or b"", values))


def _choose_refusal(operation: Operation) -> int:
    """Return the status for mistakes: 400, unless the document has only 422."""
    statuses = {each.status for each in operation.responses}
    return 422 if "422" in statuses and "400" not in statuses else 400
