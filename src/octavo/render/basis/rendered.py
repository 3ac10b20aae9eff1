"""The results of rendering: files to write, and facts about them."""

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
"""Modes of pages that show only their content: no title, no end."""
SEARCH_OF_PAGE = "what the search finds of this page"
TWIN_OF_PAGE = "the Markdown of this page"
TEXT_OF_PAGE = "the whole text of this page"
"""The name of a page's text in messages to authors."""


class OutputFile(Struct, frozen=True):
    """A file to write, by its path in the output folder."""

    output: str
    content: bytes


class ApiPart(NamedTuple):
    """A shared part of API pages; one with a title is a separate page."""

    output: str
    data: bytes
    title: str | None = None


class RenderedPage(Struct, frozen=True):
    """A page in its written form: its content in its shell."""

    file: OutputFile
    entry: PageEntry | None
    """Its entry in the search index."""
    policy: PagePolicy
    """Its content security policy."""
    rules: PageRules
    """Its rules for lists of pages."""
    twin: OutputFile | None = None
    """Its Markdown twin, if the page is public."""
    picture: SharePicture | None = None
    """Its share picture, not drawn yet."""
    feeds: Mapping[str, bytes] = field(default_factory=dict)
    """The feeds of its updates, by output."""
    problems: tuple[Problem, ...] = ()
    """The parts that couldn't be rendered."""
