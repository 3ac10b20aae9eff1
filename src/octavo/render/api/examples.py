"""The right column of an API page: the request in several languages, and what comes back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from octavo.openapi.examples.examples import ShownExample, list_examples
from octavo.openapi.model import MediaType, Response
from octavo.openapi.schema.reader import SchemaReader, Side
from octavo.render.api.markup import Ids, Panel, build_id_part, render_switch
from octavo.render.api.room import FULL, Cut, Room
from octavo.render.api.samples.code import LineColors
from octavo.render.assets.theme_files import FOLDER
from octavo.render.content.highlight import highlight_text
from octavo.render.html import escape_attribute, escape_text, replace_nul
from octavo.settings.urls import clean_url
from octavo.site.urls import build_file_href
from octavo.values import dataclass

_MOST_EXAMPLES = 12
_MOST_TABS = 6
_TAB_LETTERS = 40
_COPY = '<button class="code-copy needs-script" type="button" aria-label="Copy code"></button>'
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

    def __init__(self, base_path: str) -> None:
        self.files: dict[str, bytes] = {}
        """Code that is too long for a page, by output path."""
        self._base_path = base_path
        self._colors = LineColors()
        self._blocks: dict[tuple[object, ...], tuple[tuple[str, str], ...]] = {}

    # requests

    def render_samples(self, samples: Sequence[ShownSample], ids: Ids, room: Room = FULL) -> str:
        """Return the card with a request in several languages."""
        if not samples:
            return ""
        own = [ids.make_unique("sample") for _ in samples]
        letters = sum(len(sample.label) for sample in samples)
        has_tabs = len(samples) <= _MOST_TABS and letters <= _TAB_LETTERS
        control = _render_tabs(samples, own) if has_tabs else _render_choice(samples)
        panels = "".join(
            _render_panel(sample, self._render_sample(sample, room.code), id_, at, is_tab=has_tabs)
            for at, (sample, id_) in enumerate(zip(samples, own, strict=True))
        )
        return (
            f'<div class="example request-example"><div class="code-group"><div class="code-bar">'
            f"{control}{_COPY}</div>{panels}</div></div>"
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
            empty = '<p class="example-note">This response has no body.</p>'
            panels.append(Panel(id_, response.status, html or empty, mark=response.status[:1]))
        return self._render_card(panels, "response-example", "Status")

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
            bodies.extend((_build_title(media, name, contents), html) for name, html in blocks)
        panels = [
            Panel(f"{id_}.{number}", title, html)
            for number, (title, html) in enumerate(bodies[:_MOST_EXAMPLES], 1)
        ]
        if len(panels) < 2:
            return panels[0].html if panels else ""
        shown = render_switch(panels, "Example", kind="option", as_list=True)
        return shown + _render_left(len(bodies) - len(panels))

    def _render_blocks(
        self, media: MediaType, reader: SchemaReader, side: Side, cuts: tuple[Cut, Cut]
    ) -> tuple[tuple[str, str], ...]:
        key = (media.node, media.name, side, cuts)
        blocks = self._blocks.get(key)
        if blocks is None:
            examples = list_examples(reader, media, side)
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
            return _render_link(example.link)
        text = cut.begin(example.text)
        more = "" if text == example.text else self._link_whole(example.text, example.language)
        color = self._colors.render if example.language == "json" else highlight_text
        code = color(replace_nul(text), example.language)
        language = escape_attribute(example.language)
        return (
            f'<div class="code-block" data-language="{language}"><pre><code>{code}</code></pre>'
            f"{more}{_COPY}</div>"
        )

    def _link_whole(self, text: str, language: str) -> str:
        data = text.encode("utf-8", "replace")
        ending = _ENDINGS.get(language, "txt")
        output = f"{FOLDER}/api/{hashlib.sha256(data).hexdigest()[:12]}.{ending}"
        self.files[output] = data
        lines = text.count("\n") + 1
        words = f"Show all {lines:,} lines" if lines > 1 else "Show all of it"
        href = build_file_href(output, self._base_path)
        return f'<a class="example-more" href="{href}">{words}</a>'


def _render_left(left: int) -> str:
    """Say how many examples of a body there are beside those that can be chosen."""
    if left <= 0:
        return ""
    words = "1 more example is" if left == 1 else f"{left:,} more examples are"
    return f'<p class="example-note">{words} in the API document.</p>'


def _render_link(address: str) -> str:
    safe = clean_url(address)
    link_html = f"<code>{escape_text(address)}</code>"
    if safe is not None and safe.startswith(("https://", "http://")):
        link_html = (
            f'<a href="{escape_attribute(safe)}" rel="noopener noreferrer nofollow">{link_html}</a>'
        )
    return f'<p class="example-note">See {link_html}</p>'


def _build_title(media: MediaType, name: str, contents: Sequence[MediaType]) -> str:
    if len(contents) == 1:
        return name or "Example"
    return f"{media.name}: {name}" if name else media.name


def _render_tabs(samples: Sequence[ShownSample], ids: Sequence[str]) -> str:
    tabs = []
    for at, (sample, id_) in enumerate(zip(samples, ids, strict=True)):
        state = 'aria-selected="false" tabindex="-1"' if at else 'aria-selected="true"'
        tabs.append(
            f'<button class="code-tab" type="button" role="tab" id="tab.{id_}" '
            f'aria-controls="{id_}" {state}>{escape_text(sample.label)}</button>'
        )
    return f'<div class="code-tabs" role="tablist" aria-label="Request">{"".join(tabs)}</div>'


def _render_choice(samples: Sequence[ShownSample]) -> str:
    options = "".join(f"<option>{escape_text(sample.label)}</option>" for sample in samples)
    return f'<select class="code-choice" aria-label="Request">{options}</select>'


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
