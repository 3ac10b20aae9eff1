"""Draws Mermaid diagrams as SVG pictures during the build, one for each mode.

They are files that the page shows as images. An image runs no script and needs no styles of the
page, and the page itself stays small.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from octavo.content.nodes import CodeBlock
from octavo.problems import ENDINGS, Code, Location, Problem, Severity
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.content.components.code import render_code_block
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer

FOLDER = "_octavo/diagrams"
_LONGEST = 50_000
_WIDE = 520
"""The width of diagrams that would be too small if they had to fit on a phone."""
_VIEW_BOX = re.compile(r'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"')
_OWN_STYLE = re.compile(r"%%\{\s*init|^---\s*$", re.MULTILINE)
_TITLE = re.compile(r"^\s*(?:accTitle|title)\s*:?\s+(.+)$", re.MULTILINE)
_KIND = re.compile(r"^\s*([A-Za-z]+)", re.MULTILINE)
_FONT = "ui-sans-serif, system-ui, sans-serif"
_MODES = {
    "light": {
        "primaryColor": "#f4f6f8", "primaryTextColor": "#14181d", "primaryBorderColor": "#9aa4b0",
        "lineColor": "#5c6670", "secondaryColor": "#e9edf1", "tertiaryColor": "#fafbfc",
        "edgeLabelBackground": "#ffffff", "textColor": "#14181d",
    },
    "dark": {
        "primaryColor": "#1b2127", "primaryTextColor": "#e6e8eb", "primaryBorderColor": "#57626e",
        "lineColor": "#97a2ae", "secondaryColor": "#232a31", "tertiaryColor": "#14191e",
        "edgeLabelBackground": "#0b0d10", "textColor": "#e6e8eb",
        "noteBkgColor": "#2c2a1c", "noteTextColor": "#efe9cf", "noteBorderColor": "#6b6540",
    },
}  # fmt: skip


class Diagram(Struct, frozen=True):
    """A rendered diagram: its two pictures by output path, its size, and its label."""

    light: str
    dark: str
    files: tuple[tuple[str, bytes], ...]
    width: int
    height: int
    label: str


class DiagramError(Exception):
    """The diagram can't be drawn; the text explains why to its author."""


class NoDiagramsError(DiagramError):
    """No diagram can be drawn, because the extra is not installed."""


def explain_undrawn_diagram(error: DiagramError, place: Location) -> Problem:
    """Return why a diagram appears as its source; a missing extra is reported once for all."""
    if isinstance(error, NoDiagramsError):
        hint = "Install the extra: pip install 'octavo[diagrams]'."
        topic = f"diagrams are shown as their source: {error}"
        return Problem(Code.DIAGRAM_NOT_DRAWN, "", place, Severity.WARNING, hint, topic)
    message = f"the diagram is shown as its source: {error}"
    hint = "Check the Mermaid source."
    return Problem(Code.DIAGRAM_NOT_DRAWN, message, place, Severity.WARNING, hint)


@lru_cache(maxsize=256)
def render_diagram(source: str) -> Diagram:
    """Draw a diagram in both modes."""
    if len(source) > _LONGEST:
        raise DiagramError(f"it is longer than {_LONGEST:,} characters")
    pictures = {mode: _draw(source, mode) for mode in _MODES}
    digest = hashlib.sha256(source.encode()).hexdigest()[:16]
    outputs = {mode: f"{FOLDER}/{digest}-{mode}.svg" for mode in _MODES}
    size = _VIEW_BOX.search(pictures["light"])
    return Diagram(
        light=outputs["light"],
        dark=outputs["dark"],
        files=tuple((outputs[mode], pictures[mode].encode()) for mode in _MODES),
        width=round(float(size[1])) if size else 0,
        height=round(float(size[2])) if size else 0,
        label=_find_label(source),
    )


def _draw(source: str, mode: str) -> str:
    try:
        import mmdr  # noqa: PLC0415  (an extra; most sites have no diagram)
    except ImportError as error:
        raise NoDiagramsError("the extra `diagrams` is not installed") from error
    if not _OWN_STYLE.search(source):
        style = {"theme": "base", "themeVariables": {**_MODES[mode], "fontFamily": _FONT}}
        source = f"%%{{init: {json.dumps(style)}}}%%\n{source}"
    try:
        return str(mmdr.render(source).svg())
    except ENDINGS:
        raise
    except BaseException as error:  # The library may panic, too.
        raise DiagramError(str(error).partition("\n")[0]) from error


def _find_label(source: str) -> str:
    """Return the author's title, or else the kind of diagram."""
    title = _TITLE.search(source)
    if title:
        return title[1].strip()
    kind = _KIND.search(re.sub(r"%%.*", "", source))
    return f"Diagram ({kind[1]})" if kind else "Diagram"


def render_figure(page: ContentRenderer, node: CodeBlock) -> str:
    """Return a diagram as two pictures, one for each mode, and its source."""
    try:
        diagram = render_diagram(node.text)
    except DiagramError as error:
        page.problems.append(explain_undrawn_diagram(error, page.locate(node)))
        return render_code_block(page, node)
    page.files.update(diagram.files)
    size = f'width="{diagram.width}" height="{diagram.height}" loading="lazy"'
    label = escape_attribute(diagram.label)
    pictures = "".join(
        f'<img class="only-{mode}" src="{escape_attribute(page.links.link_file(output))}" '
        f'alt="{label}" {size}>'
        for mode, output in (("light", diagram.light), ("dark", diagram.dark))
    )
    if diagram.width > _WIDE:  # It scrolls on phones, where it would be too small otherwise.
        name = page.say("Diagram")
        group = f'class="diagram-wide" tabindex="0" role="group" aria-label="{name}"'
        pictures = f"<div {group}>{pictures}</div>"
    return (
        f'<figure class="diagram mermaid">{pictures}<details><summary>'
        f"{page.say('Diagram source')}</summary>"
        f"<pre>{escape_text(node.text)}</pre></details></figure>"
    )
