"""What comes of rendering: files to be written, and what is known of them."""

from __future__ import annotations

from typing import NamedTuple

from octavo.problems import Problem
from octavo.render.shell.policy import Needs
from octavo.site.fragments import FragmentLink
from octavo.site.search import SearchRecord
from octavo.values import dataclass


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file to be written, by its path below the output folder."""

    output: str
    content: bytes


class ApiPart(NamedTuple):
    """Something that API pages have in common; one with a title is a page of its own."""

    output: str
    data: bytes
    title: str | None = None


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as it is written, what the search knows of it, and what was wrong with it."""

    file: OutputFile
    further_files: tuple[OutputFile, ...]
    """What the page shows and what is made with it, such as diagrams."""
    record: SearchRecord | None
    problems: tuple[Problem, ...]
    slots: tuple[int, ...]
    """Where the slots of the page begin and end in its file."""
    needs: Needs
    """What the page needs beside what all do; see `SiteRenderer.policy`."""
    fragments: tuple[FragmentLink, ...]
    """Its links to places inside pages."""
