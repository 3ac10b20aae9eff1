"""The sections of an operation or webhook: what it asks for and answers, and what it sends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from octavo.openapi.model import (
    PARAMETER_SECTIONS,
    Callback,
    Operation,
    Parameter,
    Response,
    ResponseLink,
    Side,
)
from octavo.openapi.operation.phrases import STATUS_PHRASES
from octavo.reference.about import REQUIRED
from octavo.reference.bodies import Bodies, Progress
from octavo.reference.view import (
    About,
    Code,
    Expand,
    Facts,
    Field,
    Fields,
    Group,
    Head,
    Heading,
    Items,
    Line,
    Panel,
    Part,
    Prose,
    Section,
    Status,
    Switch,
    Words,
    build_id_part,
    say,
)
from octavo.reference.view import Callback as CallbackView
from octavo.reference.weight import build_fields

_CLASSES = {
    "1": say("Information"),
    "2": say("Success"),
    "3": say("Redirection"),
    "4": say("Client error"),
    "5": say("Server error"),
}
_PHRASES = {str(status): Words(phrase) for status, phrase in STATUS_PHRASES.items()}


def list_sections(operation: Operation, bodies: Bodies, progress: Progress) -> list[Section]:
    """Return the sections of an operation, in the order in which pages show them."""
    writer = _Sections(bodies, progress)
    return [
        *bodies.share_security(operation.security, progress.ids),
        *writer.list_parameters(operation),
        *writer.list_body(operation),
        *writer.list_responses(operation.responses),
        *writer.list_callbacks(operation.callbacks),
    ]


class _Sections:
    """Makes the sections of one page."""

    def __init__(self, bodies: Bodies, progress: Progress) -> None:
        self._bodies = bodies
        self._progress = progress

    def list_parameters(self, operation: Operation) -> Iterator[Section]:
        """Return a section for each place of a request that parameters have."""
        for locations, name, title in PARAMETER_SECTIONS:
            parameters = [each for each in operation.parameters if each.location in locations]
            if parameters:
                heading = self._make_heading(name, Words(title))
                fields = self._list_fields(parameters, f"{locations[0]}.")
                self._progress.fields += fields.count
                parts = (Head((heading,)), fields)
                yield Section(heading.id, heading.title, parts, Side.REQUEST)

    def list_body(self, operation: Operation) -> Iterator[Section]:
        """Return the section of the body of a request."""
        body = operation.body
        if body is not None:
            heading = self._make_heading("body", say("Body"))
            head = (heading, REQUIRED) if body.required else (heading,)
            about = (Prose(body.description),) if body.description else ()
            parts = self._bodies.arrange(
                body.contents, Side.REQUEST, heading.id, head, about, self._progress
            )
            yield Section(heading.id, heading.title, parts, Side.REQUEST)

    def list_responses(self, responses: Sequence[Response]) -> Iterator[Section]:
        """Return the section of all responses."""
        if not responses:
            return
        heading = self._make_heading("response", say("Response"))
        panels = tuple(map(self._view_response, responses))
        parts: tuple[Part, ...] = (Head((heading,)), *panels[0].parts)
        if len(panels) > 1:
            parts = (Switch(panels, say("Status"), "status", (heading,)),)
        yield Section(heading.id, heading.title, parts, Side.RESPONSE)

    def _view_response(self, response: Response) -> Panel:
        status = response.status
        id_ = self._progress.ids.make_unique(f"response-{build_id_part(status).lower()}")
        build = partial(self._build_response, response, id_)
        return self._bodies.share_response(response, id_, self._progress, build)

    def _build_response(self, response: Response, id_: str) -> Panel:
        status = response.status
        text = response.description or response.summary or ""
        about = (Prose(text),) if text and not _says_status(text, status) else ()
        view, contents = view_status(response), response.contents
        parts = [
            *self._bodies.arrange(contents, Side.RESPONSE, id_, (view,), about, self._progress)
        ]
        if response.headers:
            headers = self._list_fields(response.headers, f"{id_}-header.", Side.RESPONSE)
            parts.append(Expand(say("response headers"), (headers,)))
        if response.links:
            links = build_fields([*map(_view_link, response.links)], 0)
            parts.append(Expand(say("links"), (links,)))
        return Panel(id_, status, tuple(parts), mark=view.mark)

    def list_callbacks(self, callbacks: Sequence[Callback]) -> Iterator[Section]:
        """Return the section of the requests that the API sends."""
        if not callbacks:
            return
        heading = self._make_heading("callbacks", say("Callbacks"))
        words = say("Requests that the API sends to your server after this one.")
        views = map(self._view_callback, callbacks)
        parts: tuple[Part, ...] = (Head((heading,)), Line(words), *views)
        yield Section(heading.id, heading.title, parts)

    def _view_callback(self, callback: Callback) -> CallbackView:
        entry = callback.operation.entry
        id_ = self._progress.ids.make_unique(f"callback-{build_id_part(callback.name)}")
        text = entry.description or entry.summary
        parts: list[Part] = [Line(say("Sent to {address}", address=Code(callback.expression)))]
        parts += [Prose(text)] if text else []
        parts += self._list_callback_parts(callback.operation, id_)
        return CallbackView(id_, entry.key.method, callback.name, tuple(parts))

    def _list_callback_parts(self, operation: Operation, id_: str) -> Iterator[Group]:
        if operation.parameters:
            fields = self._list_fields(operation.parameters, f"{id_}-param.")
            yield Group((fields,), say("Parameters"))
        if operation.body is not None:
            contents = operation.body.contents
            body = self._bodies.arrange(
                contents, Side.REQUEST, f"{id_}-body", (), (), self._progress
            )
            yield Group(body, say("Body"))
        answers = tuple((view_status(each), each.description or "") for each in operation.responses)
        if answers:
            yield Group((Items(answers, is_prose=True),), say("Your server answers"))

    def _make_heading(self, name: str, title: Words) -> Heading:
        return Heading(self._progress.ids.make_unique(name), title)

    def _list_fields(
        self, parameters: Iterable[Parameter], prefix: str, side: Side = Side.REQUEST
    ) -> Fields:
        return self._bodies.list_parameters(parameters, prefix, side, self._progress.room)


def _view_link(link: ResponseLink) -> Field:
    about = About(text=link.description or "", weight=len(link.description or ""))
    facts = tuple(
        say("{name} from {value}", name=Code(name), value=Code(value))
        for name, value in link.parameters
    )
    words = say("leads to {operation}", operation=Code(link.operation))
    return Field("", link.name, about, (Facts(facts),) if facts else (), words=words)


def describe_status(status: str) -> Words:
    """Return what a status means in general, such as `Not Found`."""
    if status.lower() == "default":
        return say("Any other status")
    return _PHRASES.get(status) or _CLASSES.get(status[:1], Words(""))


def view_status(response: Response) -> Status:
    """Return the status of a response, and what it means in general."""
    status = response.status
    mark = status[0] if status[:1] in _CLASSES else "0"
    return Status(status, mark, describe_status(status))


def _says_status(text: str, status: str) -> bool:
    """Tell whether a text only repeats the name of the status."""
    return text.strip().rstrip(".").lower() == describe_status(status).text.lower()
