"""The record of a build: what was published, and what it was made of.

With it the next build knows what it need not make again, without reading unchanged files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from octavo.builder.publish.site_folder import Signature
from octavo.problems import Problem
from octavo.values import Struct, field


class FileRecord(NamedTuple):
    """A file of the project as the walk found it, and digests of its content."""

    kind: str
    size: int
    modified_ns: int
    changed_ns: int
    device: int
    inode: int
    digest: str | None = None
    """Of its content, if that was read as a part of pages."""
    facts: str | None = None
    """The digest of the facts of a page: what the site knows before it renders it."""


class BuildRecord(Struct, frozen=True):
    """Everything that a build keeps for the next one of the same output."""

    looked_ns: int
    settings: str
    project_problems: tuple[Problem, ...]
    shows_repository: bool
    repository: Sequence[Any] | None
    commit: str | None
    """The commit that was checked out, if pages tell their dates; see `ProjectState`."""
    tells_days: bool
    days: Sequence[str]
    """From which day on the site shows the same pages, and the first day on which it does not."""
    build_time: int | None
    """The date that pages with code were given, if there are any."""
    is_lasting: bool
    """Whether everything could be read, and the same comes of the same files."""
    files: Mapping[str, FileRecord]
    problems: Sequence[Problem]
    """All but those of the project as a tree of files."""
    page_count: int
    has_address: bool
    outputs: Mapping[str, Signature] = field(default_factory=dict)
    copies: Sequence[str] = ()
    """The sources of the files that are copied as they are."""
    pages: Sequence[bytes] = ()
    """The keys under which the cache has what is known of the pages, some together."""
