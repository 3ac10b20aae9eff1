"""Builds the twin of a page: its title, its description, and its content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.leads import parse_lead
from octavo.render.basis.rendered import OutputFile
from octavo.render.basis.wording import ENGLISH, Wording
from octavo.render.twin.text import (
    escape_text,
    finish_paragraph,
    join_blocks,
    join_lines,
    quote_lines,
)
from octavo.render.twin.writer import TwinWriter
from octavo.site.links import LinkResolver
from octavo.site.urls import build_twin_output

if TYPE_CHECKING:
    from octavo.site.model import Page


def write_twin_head(page: Page, links: LinkResolver) -> str:
    """Return the start of a twin."""
    blocks = [f"# {escape_text(join_lines(page.title))}"]
    if page.settings.description:
        line = TwinWriter(page.source, links).write_line(parse_lead(page.settings.description))
        blocks.append(quote_lines(finish_paragraph(line)))
    if mark := write_mark(page, ENGLISH):
        blocks.append(f"**{escape_text(mark)}**")
    return join_blocks(blocks)


def write_mark(page: Page, say: Wording) -> str:
    """Return the labels next to the title of a page in lists: deprecation and badges."""
    words = [say("Deprecated")] if page.deprecated else []
    words += [say(each.label) if each.is_stage else each.label for each in page.badges]
    return ", ".join(words)


def build_twin(url: str, head: str, body: str) -> OutputFile:
    """Return the twin of the page at a URL."""
    text = f"{head}\n\n{body}\n" if body else f"{head}\n"
    return OutputFile(build_twin_output(url), text.encode("utf-8", "replace"))
