"""What comes of rendering: files to be written, and what is known of them."""

from __future__ import annotations

from typing import NamedTuple

from octavo.render.shell.policy import PagePolicy
from octavo.search.entry import PageEntry
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
    """A page as it is written: what it says, in its shell."""

    file: OutputFile
    slots: tuple[int, ...]
    """Where the slots of the shell begin and end in the file."""
    entry: PageEntry | None
    """Its entry in the search index."""
    policy: PagePolicy
    """What it may load and run."""
