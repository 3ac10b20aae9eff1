"""The record of a build: its outputs and their inputs.

With it, the next build knows what is up to date without reading unchanged files.
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
    """The digest of its content, if pages needed it."""
    facts: str | None = None
    """The digest of the facts that the site knows of a page before it renders it."""


class BuildRecord(Struct, frozen=True):
    """Everything that a build stores for the next build of the same output."""

    looked_ns: int
    settings: str
    project_problems: tuple[Problem, ...]
    shows_repository: bool
    repository: Sequence[Any] | None
    commit: str | None
    """The checked-out commit, if pages show dates; see `ProjectState`."""
    tells_days: bool
    days: Sequence[str]
    """The first day with the current set of public pages, and the first day with another set."""
    build_time: int | None
    """The date for the code of pages, if there is any."""
    is_lasting: bool
    """Whether all files were readable, and the same files give the same result."""
    files: Mapping[str, FileRecord]
    problems: Sequence[Problem]
    """All problems except those of the project as a tree of files."""
    page_count: int
    has_address: bool
    outputs: Mapping[str, Signature] = field(default_factory=dict)
    copies: Sequence[str] = ()
    """The sources of copied files."""
    pages: Sequence[bytes] = ()
    """The cache keys of the facts about pages, which are stored in groups."""
