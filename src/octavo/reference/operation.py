"""The sections of an operation or webhook: its parameters, body, responses and callbacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from octavo.openapi.model import (
    PARAMETER_SECTIONS,
    Callback,
    Operation,
    OperationKey,
    Parameter,
    Response,
    ResponseLink,
    Side,
)
from octavo.openapi.operation.phrases import STATUS_PHRASES
from octavo.reference import view
from octavo.reference.bodies import Bodies, Progress
from octavo.reference.facts.about import REQUIRED
from octavo.reference.view import Code, Words, say
from octavo.reference.weight import build_fields

_CLASSES = {
    "1": say("Information"),
    "2": say("Success"),
    "3": say("Redirection"),
    "4": say("Client error"),
    "5": say("Server error"),
}
_PHRASES = {str(status): Words(phrase) for status, phrase in STATUS_PHRASES.items()}


def list_sections(operation: Operation, bodies: Bodies, progress: Progress) -> list[view.Section]:
    """Return the sections of an operation, in page order."""
    writer = _Sections(bodies, progress)
    return [
        *bodies.share_security(operation.security, progress.ids),
        *writer.list_parameters(operation),
        *writer.list_body(operation),
        *writer.list_responses(operation),
        *writer.list_callbacks(operation.callbacks),
    ]


class _Sections:
    """Builds the sections of one page."""

    def __init__(self, bodies: Bodies, progress: Progress) -> None:
        self._bodies = bodies
        self._progress = progress

    def list_parameters(self, operation: Operation) -> Iterator[view.Section]:
        """Return a section for each location of parameters in a request."""
        for locations, name, title in PARAMETER_SECTIONS:
            parameters = [each for each in operation.parameters if each.location in locations]
            if parameters:
                heading = self._make_heading(name, Words(title))
                self._progress.fields += len(parameters)
                side = operation.entry.key.request_side
                key = operation.entry.key
                fields = self._list_fields(parameters, locations[0].value, side, of=key)
                yield view.Section(heading, (view.Head((heading,)), fields), side)

    def list_body(self, operation: Operation) -> Iterator[view.Section]:
        """Return the section of a request's body."""
        body = operation.body
        if body is not None:
            heading = self._make_heading("body", say("Body"))
            head = (heading, REQUIRED) if body.required else (heading,)
            about = (view.Prose(body.description),) if body.description else ()
            side = operation.entry.key.request_side
            parts = self._bodies.arrange(
                body.contents, side, heading.id, self._progress, head, about
            )
            yield view.Section(heading, parts, side)

    def list_responses(self, operation: Operation) -> Iterator[view.Section]:
        """Return the section of all responses."""
        responses, side = operation.responses, operation.entry.key.response_side
        if not responses:
            return
        heading = self._make_heading("response", say("Response"))
        panels = tuple(self._view_response(each, side) for each in responses)
        parts: tuple[view.Part, ...] = (view.Head((heading,)), *panels[0].parts)
        if len(panels) > 1:
            parts = (view.Switch(panels, say("Status"), "status", (heading,)),)
        yield view.Section(heading, parts, side)

    def _view_response(self, response: Response, side: Side) -> view.Panel:
        status = response.status
        id_ = self._progress.ids.make_unique(f"response-{view.build_id_part(status).lower()}")
        build = partial(self._build_response, response, id_, side)
        return self._bodies.share_response(response, id_, side, self._progress, build)

    def _build_response(self, response: Response, id_: str, side: Side) -> view.Panel:
        status = view_status(response)
        text = _say_response(response)
        is_told = text.strip().rstrip(".").lower() == status.phrase.text.lower()
        about = (view.Prose(text),) if text and not is_told else ()
        contents, progress = response.contents, self._progress
        parts = [*self._bodies.arrange(contents, side, id_, progress, (status,), about)]
        if response.headers:
            headers = self._list_fields(response.headers, f"{id_}-header", side, of_request=False)
            parts.append(view.Expand(say("response headers"), (headers,)))
        if response.links:
            links = view.Listed(build_fields([*map(_view_link, response.links)], 0), "")
            parts.append(view.Expand(say("links"), (links,)))
        return view.Panel(id_, status.status, tuple(parts), mark=status.mark)

    def list_callbacks(self, callbacks: Sequence[Callback]) -> Iterator[view.Section]:
        """Return the section of callbacks, the requests that the API sends."""
        if not callbacks:
            return
        heading = self._make_heading("callbacks", say("Callbacks"))
        words = say("Requests that the API sends to your server after this one.")
        views = map(self._view_callback, callbacks)
        parts: tuple[view.Part, ...] = (view.Head((heading,)), view.Line(words), *views)
        yield view.Section(heading, parts, Side.RESPONSE)

    def _view_callback(self, callback: Callback) -> view.Callback:
        entry = callback.operation.entry
        id_ = self._progress.ids.make_unique(f"callback-{view.build_id_part(callback.name)}")
        text = entry.description or entry.summary
        parts: list[view.Part] = [
            view.Line(say("Sent to {address}", address=Code(callback.expression)))
        ]
        parts += [view.Prose(text)] if text else []
        parts += self._list_callback_parts(callback.operation, id_)
        return view.Callback(id_, entry.key.method, callback.name, tuple(parts))

    def _list_callback_parts(self, operation: Operation, id_: str) -> Iterator[view.Group]:
        side = operation.entry.key.request_side
        if operation.parameters:
            fields = self._list_fields(operation.parameters, f"{id_}-param", side)
            yield view.Group((fields,), say("Parameters"))
        if operation.body is not None:
            place = side, f"{id_}-body", self._progress
            yield view.Group(self._bodies.arrange(operation.body.contents, *place), say("Body"))
        if operation.responses:
            named = ((view_status(each), _say_response(each)) for each in operation.responses)
            answers = view.Items(tuple(view.Item(*each) for each in named))
            yield view.Group((answers,), say("Your server answers"))

    def _make_heading(self, name: str, title: Words) -> view.Heading:
        return view.Heading(self._progress.ids.make_unique(name), title)

    def _list_fields(
        self,
        parameters: Iterable[Parameter],
        below: str,
        side: Side,
        *,
        of_request: bool = True,
        of: OperationKey | None = None,
    ) -> view.Listed:
        room = self._progress.room
        fields = self._bodies.list_parameters(parameters, side, room, of_request=of_request, of=of)
        return view.Listed(fields, below)


def _say_response(response: Response) -> str:
    texts = dict.fromkeys(filter(None, (response.summary, response.description)))
    return "\n\n".join(texts)


def _view_link(link: ResponseLink) -> view.Field:
    about = view.About(text=link.description or "", weight=len(link.description or ""))
    facts = tuple(
        say("{name} from {value}", name=Code(name), value=Code(value))
        for name, value in link.parameters
    )
    words = say("leads to {operation}", operation=Code(link.operation))
    inside = (view.AboutValue(view.About(facts=facts), is_whole=False),) if facts else ()
    return view.Field("", link.name, about, inside, words=words)


def view_status(response: Response) -> view.Status:
    """Return the status of a response with its standard meaning, such as `Not Found`."""
    status, kind = response.status, response.status[:1]
    phrase = _PHRASES.get(status) or _CLASSES.get(kind, view.NO_WORDS)
    if status.lower() == "default":
        phrase = say("Any other status")
    return view.Status(status, kind if kind in _CLASSES else "0", phrase)
