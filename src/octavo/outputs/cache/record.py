"""The record of a build: what was published, and what it was made of.

With it the next build finds the pages to build again, without reading unchanged files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from octavo.outputs.publish.site_folder import Signature
from octavo.problems import Problem
from octavo.values import dataclass


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


class PageRecord(NamedTuple):
    """A page of the site: what it was made of, and where its file has slots."""

    source: str
    url: str
    rules: Sequence[Any]
    """What has to be known to fill its slots anew; see `PageRules`."""
    is_api: bool
    generated: bool
    is_evaluated: bool
    is_lasting: bool
    requested_files: Sequence[str]
    """The sources of further files that were asked for, also of missing ones."""
    images: Mapping[str, Sequence[int] | None]
    """The pictures whose sizes were asked for, and the sizes."""
    problems: Sequence[Problem]
    files: Sequence[str]
    """The outputs of further files of the page."""
    slots: Sequence[int]
    is_searchable: bool
    """Whether it has an entry in the search index; entries stand in the order of pages."""
    twin: str | None
    """What its Markdown twin begins with; None if it has none."""
    fragments: Sequence[Sequence[Any]]
    """Its links to places inside pages, checked; see `FragmentLink`."""
    language: str


@dataclass(frozen=True, slots=True)
class BuildRecord:
    """Everything that a build keeps for the next one of the same output."""

    looked_ns: int
    settings: str
    project_problems: tuple[Problem, ...]
    repository: Sequence[Any] | None
    files: Mapping[str, FileRecord]
    pages: Sequence[PageRecord]
    twin_groups: Sequence[Sequence[Any]]
    """The pages that have a Markdown twin, in the order of `llms-full.txt`; see `TwinGroup`."""
    outputs: Mapping[str, Signature]
    site_problems: Sequence[Problem]
    api_problems: Sequence[Problem]
    shows_repository: bool
    folders: Sequence[str]
    redirects: Sequence[Sequence[Any]]
    lost_folders: Sequence[str]
    held_back: Mapping[str, str]
    """The urls of the pages that are not published, and how they stand."""
    held_back_sources: Sequence[str]
    """Their files."""
    days: Sequence[str]
    """From which day on the site shows the same pages, and the first day on which it does not."""
    commit: str | None
    """The commit that was checked out, if pages tell their dates; see `ProjectState`."""
    commit_days: Mapping[str, str | None] | None
    """When files were last committed, if pages tell that."""
    origin: str
    """The address of the site without its path."""
    rules: Mapping[str, Any]
    """What fills the slots of pages."""
    build_time: int | None
    """The date that pages with code were given, if there are any."""
    uses_api: bool
    copies: Sequence[str]
    """The sources of the files that are copied as they are."""
    linking: Sequence[int]
    """The numbers of the pages that link to files which are copied only because of that."""
    refused: Sequence[str]
    """The sources of the files that are not copied because of what they hold."""
    drawn: Sequence[str]
    """The sources of the files that share pictures show."""
    is_complete: bool
    """Whether everything could be read, and nothing came from elsewhere."""
