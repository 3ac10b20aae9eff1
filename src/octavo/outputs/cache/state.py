"""What a project is when a build begins, and whether that is still what it was."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from octavo.outputs.cache.record import BuildRecord, FileRecord, problems_as_data
from octavo.project.discover import Project, load_settings_text

if TYPE_CHECKING:
    from octavo.problems import Problem
    from octavo.project.files import SourceFile


class ProjectState:
    """Everything that a site depends on beside the files of the project.

    It is taken before anything is built: what changes while a build goes on is then new for the
    next one.
    """

    def __init__(self, project: Project, problems: Iterable[Problem], looked_ns: int) -> None:
        self._root = project.root
        self.looked_ns = looked_ns
        """When the project was looked at."""
        self.settings = digest_of(repr(load_settings_text(project)))
        """The digest of the settings, or of why they cannot be had."""
        self.project_problems = problems_as_data(problems)
        """What is wrong with the project as a tree of files."""

    @cached_property
    def repository(self) -> list[Any] | None:
        """Where the sources are public; read when it is first asked for."""
        from octavo.project.repository import load_repository  # noqa: PLC0415 (few pages show it)

        found = load_repository(self._root)
        return [found.url, found.branch, found.folder, found.default_branch] if found else None


def is_same_state(state: ProjectState, record: BuildRecord) -> bool:
    """Tell whether a site depends on the same as when a record was made, but for its files."""
    return (
        state.settings == record.settings
        and state.project_problems == record.project_problems
        and (not record.shows_repository or state.repository == record.repository)
    )


def digest_of(text: str) -> str:
    """Return the digest of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def file_record(file: SourceFile) -> FileRecord:
    """Return what the walk saw of a file."""
    return FileRecord(file.kind.value, file.size, file.modified_ns, file.changed_ns, *file.identity)


_FINE_GRAIN_NS = 50_000_000
_COARSE_GRAIN_NS = 2_000_000_000


def is_same_file(file: SourceFile, known: FileRecord, looked_ns: int) -> bool:
    """Tell, without reading it, whether a file is as it was when a build looked at it."""
    return (
        (known.modified_ns, known.changed_ns) == (file.modified_ns, file.changed_ns)
        and known.size == file.size
        and (known.device, known.inode) == file.identity
        and known.kind == file.kind
        and is_settled(file, looked_ns)
    )


def is_settled(file: SourceFile, looked_ns: int) -> bool:
    """Tell whether a file had not changed just before it was looked at.

    One that had may have changed once more without a sign, because the times of files have grains,
    of two seconds on some disks. Such a file has to be read.
    """
    times = file.modified_ns, file.changed_ns
    is_coarse = any(each % 1_000_000 == 0 for each in times)
    grain = _COARSE_GRAIN_NS if is_coarse else _FINE_GRAIN_NS
    return max(times) < looked_ns - grain
