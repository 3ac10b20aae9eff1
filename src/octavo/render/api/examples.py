"""The right column of an API page: the request in several languages, and what comes back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from octavo.openapi.examples.examples import ShownExample, list_examples
from octavo.openapi.model import MediaType, Response
from octavo.openapi.schema.reader import SchemaReader, Side
from octavo.render.api.markup import Ids, Panel, build_id_part, render_switch
from octavo.render.api.page.room import FULL, Cut, Room
from octavo.render.api.samples.code import LineColors
from octavo.render.assets.theme_files import FOLDER
from octavo.render.content.components.code import render_copy_button
from octavo.render.content.highlight import highlight_text
from octavo.render.html import escape_attribute, escape_text, replace_nul
from octavo.render.wording import ENGLISH, Wording
from octavo.settings.urls import clean_url
from octavo.site.urls import build_file_href
from octavo.values import dataclass

MOST_EXAMPLES = 12
_MOST_TABS = 6
_TAB_LETTERS = 40
_ENDINGS = {"json": "json", "xml": "xml"}


@dataclass(frozen=True, slots=True)
class ShownSample:
    """A request as code: the name of its tab, the language that it is colored in, the code."""

    label: str
    language: str
    text: str
    is_printed: bool = False
    """Whether we wrote it, not the document."""


class ExampleRenderer:
    """Renders the examples of a site; what several pages show is made once."""

    def __init__(self, base_path: str, say: Wording = ENGLISH) -> None:
        self._say = say
        self._copy = render_copy_button(say)
        self.files: dict[str, bytes] = {}
        """Code that is too long for a page, by output path."""
        self._base_path = base_path
        self._colors = LineColors()
        self._blocks: dict[tuple[object, ...], tuple[tuple[str, str], ...]] = {}
        self._examples: dict[tuple[object, ...], tuple[ShownExample, ...]] = {}

    # requests

    def render_samples(self, samples: Sequence[ShownSample], ids: Ids, room: Room = FULL) -> str:
        """Return the card with a request in several languages."""
        if not samples:
            return ""
        own = [ids.make_unique("sample") for _ in samples]
        letters = sum(len(sample.label) for sample in samples)
        has_tabs = len(samples) <= _MOST_TABS and letters <= _TAB_LETTERS
        say = self._say
        control = _render_tabs(samples, own, say) if has_tabs else _render_choice(samples, say)
        panels = "".join(
            _render_panel(sample, self._render_sample(sample, room.code), id_, at, is_tab=has_tabs)
            for at, (sample, id_) in enumerate(zip(samples, own, strict=True))
        )
        return (
            f'<div class="example request-example"><div class="code-group"><div class="code-bar">'
            f"{control}{self._copy}</div>{panels}</div></div>"
        )

    def _render_sample(self, sample: ShownSample, cut: Cut) -> str:
        text = cut.begin(sample.text)
        color = self._colors.render if sample.is_printed else highlight_text
        code = color(replace_nul(text), sample.language)
        more = "" if text == sample.text else self._link_whole(sample.text, sample.language)
        return f"<pre><code>{code}</code></pre>{more}"

    def forget(self) -> None:
        """Let go of examples that were rendered, but not of files that pages link to."""
        self._blocks.clear()
        self._examples.clear()

    # responses

    def render_responses(
        self,
        responses: Iterable[Response],
        reader: SchemaReader,
        ids: Ids,
        room: Room = FULL,
    ) -> str:
        """Return the card with an example of each response, by status."""
        panels = []
        cuts = room.code, room.further
        for response in responses:
            id_ = ids.make_unique(f"example-{build_id_part(response.status).lower()}")
            html = self._render_bodies(response.contents, reader, Side.RESPONSE, id_, cuts)
            cuts = room.further, room.further
            note = self._say(explain_no_example(response))
            html = html or f'<p class="example-note">{note}</p>'
            panels.append(Panel(id_, response.status, html, mark=response.status[:1]))
        return self._render_card(panels, "response-example", self._say("Status"))

    def render_body(
        self,
        contents: Sequence[MediaType],
        reader: SchemaReader,
        side: Side,
        ids: Ids,
        title: str,
        room: Room = FULL,
    ) -> str:
        """Return the card with examples of a body alone: what a webhook sends, what a schema is."""
        id_ = ids.make_unique("example")
        html = self._render_bodies(contents, reader, side, id_, (room.code, room.further))
        return (
            self._render_card([Panel(id_, title, html)], "request-example", title) if html else ""
        )

    def _render_card(self, panels: list[Panel], kind: str, label: str) -> str:
        if not panels:
            return ""
        if len(panels) == 1:
            title = f'<span class="switch-label">{escape_text(panels[0].title)}</span>'
            inner = f'<div class="switch-bar">{title}</div>{panels[0].html}'
        else:
            inner = render_switch(panels, label, kind="status")
        return f'<div class="example {kind}"><div class="example-card">{inner}</div></div>'

    def _render_bodies(
        self,
        contents: Sequence[MediaType],
        reader: SchemaReader,
        side: Side,
        id_: str,
        cuts: tuple[Cut, Cut],
    ) -> str:
        bodies: list[tuple[str, str]] = []
        for media in contents:
            blocks = self._render_blocks(media, reader, side, cuts)
            bodies.extend((self._build_title(media, name, contents), html) for name, html in blocks)
        panels = [
            Panel(f"{id_}.{number}", title, html)
            for number, (title, html) in enumerate(bodies[:MOST_EXAMPLES], 1)
        ]
        if len(panels) < 2:
            return panels[0].html if panels else ""
        switch = render_switch(panels, self._say("Example"), kind="option", as_list=True)
        return switch + _render_rest(len(bodies) - len(panels), self._say)

    def list_shown(
        self, media: MediaType, reader: SchemaReader, side: Side
    ) -> tuple[ShownExample, ...]:
        """Return the examples of a body, which take time to make."""
        key = (media.node, media.name, side)
        examples = self._examples.get(key)
        if examples is None:
            examples = self._examples[key] = list_examples(reader, media, side)
        return examples

    def _render_blocks(
        self, media: MediaType, reader: SchemaReader, side: Side, cuts: tuple[Cut, Cut]
    ) -> tuple[tuple[str, str], ...]:
        key = (media.node, media.name, side, cuts)
        blocks = self._blocks.get(key)
        if blocks is None:
            examples = self.list_shown(media, reader, side)
            blocks = self._blocks[key] = tuple(
                (
                    example.summary or example.name,
                    self._render_block(example, cuts[1 if at else 0]),
                )
                for at, example in enumerate(examples)
            )
        return blocks

    def _render_block(self, example: ShownExample, cut: Cut) -> str:
        if example.link is not None:
            return _render_link(example.link, self._say)
        text = cut.begin(example.text)
        more = "" if text == example.text else self._link_whole(example.text, example.language)
        color = self._colors.render if example.language == "json" else highlight_text
        code = color(replace_nul(text), example.language)
        language = escape_attribute(example.language)
        return (
            f'<div class="code-block" data-language="{language}"><pre><code>{code}</code></pre>'
            f"{more}{self._copy}</div>"
        )

    def link_file(self, text: str, language: str) -> str:
        """Return the link to a file of its own for code that is too long for a page."""
        data = text.encode("utf-8", "replace")
        ending = _ENDINGS.get(language, "txt")
        output = f"{FOLDER}/api/{hashlib.sha256(data).hexdigest()[:12]}.{ending}"
        self.files[output] = data
        return build_file_href(output, self._base_path)

    def _link_whole(self, text: str, language: str) -> str:
        lines = text.count("\n") + 1
        words = self._say("Show all of it")
        if lines > 1:
            words = self._say("Show all {count} lines", count=f"{lines:,}")
        href = self.link_file(text, language)
        return f'<a class="example-more" href="{href}">{words}</a>'

    def _build_title(self, media: MediaType, name: str, contents: Sequence[MediaType]) -> str:
        if len(contents) == 1:
            return name or self._say("Example")
        return f"{media.name}: {name}" if name else media.name


def explain_no_example(response: Response) -> str:
    """Say why there is no example of a response."""
    if not response.contents:
        return "This response has no body."
    return "The API document has no example of this body."


def _render_rest(count: int, say: Wording) -> str:
    """Say how many examples of a body there are beside those that can be chosen."""
    if count <= 0:
        return ""
    words = say("1 more example is in the API document.")
    if count > 1:
        words = say("{count} more examples are in the API document.", count=f"{count:,}")
    return f'<p class="example-note">{words}</p>'


def _render_link(address: str, say: Wording) -> str:
    safe = clean_url(address)
    link_html = f"<code>{escape_text(address)}</code>"
    if safe is not None and safe.startswith(("https://", "http://")):
        link_html = (
            f'<a href="{escape_attribute(safe)}" rel="noopener noreferrer nofollow">{link_html}</a>'
        )
    return f'<p class="example-note">{say("See {link}", link=link_html)}</p>'


def _render_tabs(samples: Sequence[ShownSample], ids: Sequence[str], say: Wording) -> str:
    tabs = []
    for at, (sample, id_) in enumerate(zip(samples, ids, strict=True)):
        state = 'aria-selected="false" tabindex="-1"' if at else 'aria-selected="true"'
        tabs.append(
            f'<button class="code-tab" type="button" role="tab" id="tab.{id_}" '
            f'aria-controls="{id_}" {state}>{escape_text(sample.label)}</button>'
        )
    label = say("Request")
    return f'<div class="code-tabs" role="tablist" aria-label="{label}">{"".join(tabs)}</div>'


def _render_choice(samples: Sequence[ShownSample], say: Wording) -> str:
    options = "".join(f"<option>{escape_text(sample.label)}</option>" for sample in samples)
    return f'<select class="code-choice" aria-label="{say("Request")}">{options}</select>'


def _render_panel(sample: ShownSample, html: str, id_: str, at: int, *, is_tab: bool) -> str:
    title = escape_attribute(sample.label)
    role = (
        f'role="tabpanel" aria-labelledby="tab.{id_}"'
        if is_tab
        else f'role="group" aria-label="{title}"'
    )
    state = ' hidden="until-found"' if at else ""
    # Those that we print follow the form of the playground.
    state += " data-printed" if sample.is_printed else ""
    return (
        f'<div class="code-block" data-language="{escape_attribute(sample.language)}" id="{id_}" '
        f'data-title="{title}" {role}{state}>{html}</div>'
    )
