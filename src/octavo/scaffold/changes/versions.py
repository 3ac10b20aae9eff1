"""Loads a version of an API document: a file, an address, a file of a commit, an application."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.locate import locate
from octavo.openapi.document.read_tree import read_document
from octavo.problems import Code, Location, Problem
from octavo.project.git.revision import load_at_revision
from octavo.scaffold.export.application import load_app_document
from octavo.scaffold.page_files import read_named_document
from octavo.site.api.snapshot import read_snapshot
from octavo.values import Struct

_GIT = "git:"


class Version(Struct, frozen=True):
    """A version of an API document, with the texts of its files."""

    name: str
    """As it was asked for."""
    document: ApiDocument | None
    problems: tuple[Problem, ...] = ()
    """Why there is no document."""
    find_data: Callable[[str], bytes | None] = lambda _source: None

    def name_source(self, source: str) -> str:
        """Return what messages call a file of this version."""
        is_own = self.document is None or source == self.document.source
        return self.name if is_own else source


def load_version(name: str, *, is_app: bool = False) -> Version:
    """Load a version by a path, an address, `git:REVISION:path` or a name such as `main:app`."""
    if is_app:
        return _load_app(name)
    if name.startswith(_GIT):
        return _load_revision(name)
    result, problems = read_named_document(name)
    if result is None or result.document is None:
        return Version(name, None, result.collect_problems() if result else problems)
    return Version(name, result.document, (), result.api.files.find_data)


def _load_app(name: str) -> Version:
    answer = load_app_document(name, ".")
    if answer.document is None:
        return Version(name, None, (answer.problem,) if answer.problem else ())
    document, refusals = read_document(
        name, name, dict(answer.document), lambda _: None, lambda _: None
    )
    return Version(name, document, tuple(locate(refusals, lambda _source: None)))


def _load_revision(name: str) -> Version:
    revision, _, path = name.removeprefix(_GIT).partition(":")

    @cache
    def find_data(source: str) -> bytes | None:
        return load_at_revision(".", revision, source)

    data = find_data(path) if path else None
    if data is None:
        problem = Problem(
            Code.API_SOURCE_MISSING,
            f"git has no file `{path}` in `{revision}`" if path else "the path is missing",
            Location(name),
            hint="Write git:REVISION:path, such as git:main:openapi.yaml, with a path from here.",
        )
        return Version(name, None, (problem,))
    document, problems = read_snapshot(path, data, find_data)
    return Version(name, document, () if document else problems, find_data)
