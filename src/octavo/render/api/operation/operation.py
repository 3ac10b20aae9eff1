"""Renders what an operation asks for and answers: its parameters, body, responses, callbacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from octavo.openapi.model import (
    PARAMETER_SECTIONS,
    Callback,
    Operation,
    Response,
    ResponseLink,
    SecurityAlternative,
    Side,
)
from octavo.openapi.operation.phrases import STATUS_PHRASES
from octavo.render.api.markup import (
    Panel,
    build_id_part,
    render_expandable,
    render_head_row,
    render_method_pill,
    render_section_heading,
    render_switch,
)
from octavo.render.api.operation.bodies import BodyIntro, BodyRenderer, Sections
from octavo.render.api.operation.security import render_security
from octavo.render.api.texts import Texts
from octavo.render.html import escape_text

_CLASSES = {
    "1": "Information",
    "2": "Success",
    "3": "Redirection",
    "4": "Client error",
    "5": "Server error",
}
_PHRASES = {str(status): phrase for status, phrase in STATUS_PHRASES.items()}


class OperationRenderer:
    """Renders the operations of one API document."""

    def __init__(self, bodies: BodyRenderer) -> None:
        self._bodies = bodies
        self._texts = bodies.texts
        self._say = bodies.texts.say

    def render(self, operation: Operation, sections: Sections) -> None:
        """Add the sections of an operation or webhook."""
        add_security(operation.security, sections, self._texts)
        self._add_parameters(operation, sections)
        self._add_body(operation, sections)
        if operation.responses:
            self._add_responses(operation.responses, sections)
        if operation.callbacks:
            self._add_callbacks(operation.callbacks, sections)

    def _add_parameters(self, operation: Operation, sections: Sections) -> None:
        for locations, name, english in PARAMETER_SECTIONS:
            title = self._say(english)
            parameters = [each for each in operation.parameters if each.location in locations]
            if parameters:
                id_ = sections.ids.make_unique(name)
                head = render_head_row(render_section_heading(id_, title, self._say))
                rows = self._bodies.render_parameters(parameters, f"{locations[0]}.")
                sections.fields += rows.count('class="field"')
                sections.add(id_, title, head + rows, Side.REQUEST)

    def _add_body(self, operation: Operation, sections: Sections) -> None:
        body = operation.body
        if body is None:
            return
        id_ = sections.ids.make_unique("body")
        head = render_section_heading(id_, self._say("Body"), self._say)
        if body.required:
            head += f'<span class="field-pill field-required">{self._say("required")}</span>'
        about = self._texts.render(body.description) if body.description else ""
        intro = BodyIntro(id_, head, about)
        html = self._bodies.render_bodies(body.contents, Side.REQUEST, intro, sections)
        sections.add(id_, self._say("Body"), html, Side.REQUEST)

    # responses

    def _add_responses(self, responses: Sequence[Response], sections: Sections) -> None:
        id_ = sections.ids.make_unique("response")
        panels = [self._render_response(response, sections) for response in responses]
        head = render_section_heading(id_, self._say("Response"), self._say)
        if len(panels) == 1:
            html = f"{render_head_row(head)}{panels[0].html}"
        else:
            html = render_switch(panels, self._say("Status"), head=head, kind="status")
        sections.add(id_, self._say("Response"), html, Side.RESPONSE)

    def _render_response(self, response: Response, sections: Sections) -> Panel:
        id_ = sections.ids.make_unique(f"response-{build_id_part(response.status).lower()}")
        text = response.description or response.summary
        about = self._texts.render(text) if text and not says_status(text, response.status) else ""
        phrase = escape_text(self._say(describe_status(response.status)))
        intro = BodyIntro(
            id_, f'<p class="api-phrase">{_render_status(response)} {phrase}</p>', about
        )
        parts = [self._bodies.render_bodies(response.contents, Side.RESPONSE, intro, sections)]
        if response.headers:
            rows = self._bodies.render_parameters(response.headers, f"{id_}-header.", Side.RESPONSE)
            parts.append(render_expandable(rows, self._say("response headers"), self._say))
        if response.links:
            links = "".join(self._render_link(link) for link in response.links)
            parts.append(render_expandable(links, self._say("links"), self._say))
        return Panel(id_, response.status, "".join(parts), mark=_choose_mark(response.status))

    def _render_link(self, link: ResponseLink) -> str:
        text = self._texts.render(link.description) if link.description else ""
        values = " ".join(
            f"<span>{self._say('{name} from {value}', name=_code(name), value=_code(value))}</span>"
            for name, value in link.parameters
        )
        facts = f'<p class="field-facts">{values}</p>' if values else ""
        return (
            '<div class="field"><div class="field-head"><code class="field-name">'
            f"{escape_text(link.name)}</code> "
            f"<span>{self._say('leads to {operation}', operation=_code(link.operation))}</span>"
            f'</div><div class="field-content">{text}{facts}</div></div>'
        )

    # callbacks

    def _add_callbacks(self, callbacks: Iterable[Callback], sections: Sections) -> None:
        id_ = sections.ids.make_unique("callbacks")
        head = render_head_row(render_section_heading(id_, self._say("Callbacks"), self._say))
        words = self._say("Requests that the API sends to your server after this one.")
        parts = "".join(self._render_callback(callback, sections) for callback in callbacks)
        sections.add(id_, self._say("Callbacks"), f"{head}<p>{words}</p>{parts}")

    def _render_callback(self, callback: Callback, sections: Sections) -> str:
        entry = callback.operation.entry
        id_ = sections.ids.make_unique(f"callback-{build_id_part(callback.name)}")
        text = entry.description or entry.summary
        about = self._texts.render(text) if text else ""
        destination = self._say("Sent to {address}", address=_code(callback.expression))
        return (
            f'<details class="accordion callback" id="{id_}"><summary>'
            f"{render_method_pill(entry.key.method)} "
            f'<span class="accordion-title">{escape_text(callback.name)}</span></summary>'
            f'<div class="accordion-content"><p>{destination}</p>'
            f"{about}{self._render_callback_parts(callback.operation, id_, sections)}"
            "</div></details>"
        )

    def _render_callback_parts(self, operation: Operation, id_: str, sections: Sections) -> str:
        parameters = self._bodies.render_parameters(operation.parameters, f"{id_}-param.")
        parts = {self._say("Parameters"): parameters}
        if operation.body is not None:
            intro = BodyIntro(f"{id_}-body")
            contents = operation.body.contents
            body = self._bodies.render_bodies(contents, Side.REQUEST, intro, sections)
            parts[self._say("Body")] = body
        answers = "".join(
            f"<li>{_render_status(response)} {self._texts.render(response.description or '')}</li>"
            for response in operation.responses
        )
        if answers:
            parts[self._say("Your server answers")] = f'<ul class="field-values">{answers}</ul>'
        return "".join(
            f'<h3 class="api-label">{title}</h3>{html}' for title, html in parts.items() if html
        )


def add_security(security: Sequence[SecurityAlternative], sections: Sections, texts: Texts) -> None:
    """Add the section that says how callers prove who they are, where they must."""
    if any(security):
        id_ = sections.ids.make_unique("authorizations")
        html = render_security(security, id_, texts)
        sections.add(id_, texts.say("Authorizations"), html)


def describe_status(status: str) -> str:
    """Return what a status means in general, such as `Not Found`."""
    if status.lower() == "default":
        return "Any other status"
    return _PHRASES.get(status) or _CLASSES.get(status[:1], "")


def _code(text: str) -> str:
    return f"<code>{escape_text(text)}</code>"


def _render_status(response: Response) -> str:
    mark = _choose_mark(response.status)
    return f'<span class="status" data-mark="{mark}">{escape_text(response.status)}</span>'


def _choose_mark(status: str) -> str:
    return status[0] if status[:1] in _CLASSES else "0"


def says_status(text: str, status: str) -> bool:
    """Tell whether a text only repeats the name of the status."""
    return text.strip().rstrip(".").lower() == describe_status(status).lower()
