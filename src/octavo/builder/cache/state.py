"""The state of a project when a build begins, and whether it has changed."""

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
    """Everything that a site depends on beside the files of the project.

    It is taken before anything is built, so that the next build sees changes during this one.
    """

    def __init__(self, project: Project, problems: Iterable[Problem], looked_ns: int) -> None:
        self._root = project.root
        self.looked_ns = looked_ns
        """When the project was walked."""
        self.settings = compute_digest(repr(load_settings_text(project)))
        """The digest of the settings, or of the problems of reading them."""
        self.project_problems = tuple(problems)
        """The problems of the project as a tree of files."""

    @cached_property
    def repository(self) -> list[Any] | None:
        """Where the sources are public; read when it is first asked for."""
        from octavo.project.git.repository import load_repository  # noqa: PLC0415 (few pages show it)

        repository = load_repository(self._root)
        return (
            [repository.url, repository.branch, repository.folder, repository.default_branch]
            if repository
            else None
        )

    @cached_property
    def commit(self) -> str | None:
        """The commit that is checked out, "" without a repository; None where nobody can tell."""
        return find_commit(self._root)


def is_same_state(state: ProjectState, record: BuildRecord) -> bool:
    """Tell whether everything but the files is the same as when a record was made."""
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
    """Return the record of a file as the walk found it."""
    return FileRecord(file.kind.value, file.size, file.modified_ns, file.changed_ns, *file.identity)


_FINE_GRAIN_NS = 50_000_000
_COARSE_GRAIN_NS = 2_000_000_000


def is_same_file(file: SourceFile, record: FileRecord, looked_ns: int) -> bool:
    """Tell, without reading it, whether a file is unchanged since its record was made."""
    return (
        (record.modified_ns, record.changed_ns) == (file.modified_ns, file.changed_ns)
        and record.size == file.size
        and (record.device, record.inode) == file.identity
        and record.kind == file.kind
        and is_settled(file, looked_ns)
    )


def is_settled(file: SourceFile, looked_ns: int) -> bool:
    """Tell whether a file had not changed just before the walk.

    One that had may have changed once more with the same times, because disks round the times of
    files, some to two seconds. Such a file has to be read.
    """
    times = file.modified_ns, file.changed_ns
    is_coarse = any(each % 1_000_000 == 0 for each in times)
    grain = _COARSE_GRAIN_NS if is_coarse else _FINE_GRAIN_NS
    return max(times) < looked_ns - grain
