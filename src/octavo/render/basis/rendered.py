"""What comes of rendering: files to be written, and what is known of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from octavo.problems import Problem
from octavo.render.basis.changing import PageRules
from octavo.render.basis.policy import PagePolicy
from octavo.search.entry import PageEntry
from octavo.values import Struct, field

if TYPE_CHECKING:
    from octavo.render.pictures.share import SharePicture


EMPTY_MODES = frozenset({"custom", "frame"})
"""Modes of pages that show nothing but what they say: no title, no end."""
SEARCH_OF_PAGE = "what the search finds of this page"
TWIN_OF_PAGE = "the Markdown of this page"
TEXT_OF_PAGE = "the whole text of this page"
"""What authors are told that could not be made."""


class OutputFile(Struct, frozen=True):
    """A file to be written, by its path below the output folder."""

    output: str
    content: bytes


class ApiPart(NamedTuple):
    """Something that API pages have in common; one with a title is a page of its own."""

    output: str
    data: bytes
    title: str | None = None


class RenderedPage(Struct, frozen=True):
    """A page as it is written: what it says, in its shell."""

    file: OutputFile
    entry: PageEntry | None
    """Its entry in the search index."""
    policy: PagePolicy
    """What it may load and run."""
    rules: PageRules
    """What lists of pages say of it."""
    twin: OutputFile | None = None
    """The same as Markdown, if everybody may find it."""
    picture: SharePicture | None = None
    """What other services show of it, not drawn yet."""
    feeds: Mapping[str, bytes] = field(default_factory=dict)
    """The feeds of its updates, by output."""
    problems: tuple[Problem, ...] = ()
    """What of it could not be made."""
