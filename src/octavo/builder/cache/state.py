"""The state of a project at the start of a build, and its comparison with earlier states."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from octavo.builder.cache.record import BuildRecord, FileRecord
from octavo.project.discover import Project, load_settings_text
from octavo.project.git.git_folder import find_commit

if TYPE_CHECKING:
    from octavo.problems import Problem
    from octavo.project.files import SourceFile


class ProjectState:
    """Everything that a site depends on, except the files of the project.

    It is recorded before the build, so that the next build notices changes during this one.
    """

    def __init__(self, project: Project, problems: Iterable[Problem], looked_ns: int) -> None:
        self._root = project.root
        self.looked_ns = looked_ns
        """The time of the walk through the project."""
        self.settings = compute_digest(repr(load_settings_text(project)))
        """The digest of the settings, or of the problems in reading them."""
        self.project_problems = tuple(problems)
        """The problems of the project as a tree of files."""

    @cached_property
    def repository(self) -> list[Any] | None:
        """The public repository of the sources, read on first use."""
        from octavo.project.git.repository import load_repository  # noqa: PLC0415 (few pages show it)

        repository = load_repository(self._root)
        return (
            [repository.url, repository.branch, repository.folder, repository.default_branch]
            if repository
            else None
        )

    @cached_property
    def commit(self) -> str | None:
        """The checked-out commit; "" without a repository, None if it is unknown."""
        return find_commit(self._root)


def is_same_state(state: ProjectState, record: BuildRecord) -> bool:
    """Tell whether everything except the files is the same as in a record."""
    return (
        state.settings == record.settings
        and state.project_problems == record.project_problems
        and (not record.shows_repository or state.repository == record.repository)
        and (not record.tells_days or _is_same_commit(state, record))
    )


def _is_same_commit(state: ProjectState, record: BuildRecord) -> bool:
    return state.commit is not None and state.commit == record.commit


def compute_digest(text: str) -> str:
    """Return the digest of a text."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def build_file_record(file: SourceFile) -> FileRecord:
    """Return the record of a file for its state in the walk."""
    return FileRecord(file.kind.value, file.size, file.modified_ns, file.changed_ns, *file.identity)


_FINE_GRAIN_NS = 50_000_000
_COARSE_GRAIN_NS = 2_000_000_000


def is_same_file(file: SourceFile, record: FileRecord, looked_ns: int) -> bool:
    """Tell whether a file is unchanged since its record, without reading it."""
    return (
        (record.modified_ns, record.changed_ns) == (file.modified_ns, file.changed_ns)
        and record.size == file.size
        and (record.device, record.inode) == file.identity
        and record.kind == file.kind
        and is_settled(file, looked_ns)
    )


def is_settled(file: SourceFile, looked_ns: int) -> bool:
    """Tell whether a file's last change is well before the walk.

    Disks round timestamps, some to two seconds. So a recently changed file may have changed again
    with the same timestamp, and must be read.
    """
    times = file.modified_ns, file.changed_ns
    is_coarse = any(each % 1_000_000 == 0 for each in times)
    grain = _COARSE_GRAIN_NS if is_coarse else _FINE_GRAIN_NS
    return max(times) < looked_ns - grain
