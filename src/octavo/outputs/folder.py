"""Builds a project into a folder and publishes it in one step.

The new site is written beside the old one and takes its place by one exchange of names: a visitor,
or a build that fails or is killed, never meets half of a site.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass

from octavo.outputs.documents import DocumentLoader
from octavo.outputs.exchange import exchange
from octavo.outputs.javascript import JavaScriptEngine
from octavo.problems import Code, Location, Problem
from octavo.project.discover import Project, load_project
from octavo.project.files import SourceFile, open_source
from octavo.project.images import image_size_lookup
from octavo.project.repository import Repository, load_repository, resolve_repository
from octavo.project.walk import OUTPUT_MARK
from octavo.render.components import COMPONENTS
from octavo.render.shell import SEARCH_INDEX
from octavo.render.site import OutputFile, SiteRenderer
from octavo.site.build import LoadedSite, load_site
from octavo.site.model import Page, Site
from octavo.site.search import SearchRecord, build_search_index


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did. `output` is None when nothing was published."""

    project: Project
    problems: tuple[Problem, ...]
    output: str | None = None
    pages: int = 0
    files: int = 0
    failed: bool = False
    """Whether the disk, not the project, is why nothing was published."""


class _OutputError(Exception):
    """The output could not be written; carries the problem to report."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def build_folder(root: str, output: str | None = None, *, base_path: str = "") -> BuildReport:
    """Build the project in `root`; without `output`, into its folder `dist`."""
    target = os.path.abspath(output or os.path.join(root, "dist"))
    project, problems = load_project(root, skip=[target])
    loaded = load_site(project)
    problems = (*problems, *loaded.problems)
    if loaded.site is None:
        return BuildReport(project, problems)
    try:
        _check_target(target, project)
        with _staging(target) as staging:
            with contextlib.closing(JavaScriptEngine(COMPONENTS)) as engine:
                documents = DocumentLoader(project, engine.evaluate)
                builder = _Builder(project, loaded, loaded.site, staging, base_path, documents)
                builder.write_all()
            _publish(staging, target)
    except _OutputError as error:
        return BuildReport(project, (*problems, error.problem), failed=True)
    problems = (*problems, *builder.problems)
    return BuildReport(project, problems, target, builder.pages, builder.files)


class _Builder:
    """Writes the files of one build to the staging folder."""

    def __init__(
        self,
        project: Project,
        loaded: LoadedSite,
        site: Site,
        staging: str,
        base_path: str,
        documents: DocumentLoader,
    ) -> None:
        self.project = project
        self._documents = documents
        self.site = site
        self.staging = staging
        self._records: list[SearchRecord] = []
        self.pages = 0
        self.files = 0
        self._folders: set[str] = set()
        self._renderer = SiteRenderer(
            site,
            styles=tuple(file.source for file in project.styles),
            scripts=tuple(file.source for file in project.scripts),
            base_path=base_path,
            repository=_find_repository(project, site),
            image_size=image_size_lookup(project),
        )
        self.problems = list(self._renderer.check(loaded.place_of))

    def write_all(self) -> None:
        """Write pages, shared files and the project's own files."""
        for page in self.site.pages.values():
            self._write_page(page)
        for file in self._renderer.render_shared():
            self._write(file)
        index = build_search_index(self._records)
        self._write(OutputFile(SEARCH_INDEX, index.encode()))
        for source in self.project.served:
            self._copy(source)
        self._write(OutputFile(OUTPUT_MARK, b""))

    def _write_page(self, page: Page) -> None:
        loaded = self._documents.load(page.source)
        self.problems.extend(loaded.problems)
        if loaded.document is None:
            return
        rendered = self._renderer.render_page(page, loaded.document)
        self.problems.extend(rendered.problems)
        for file in (rendered.file, *rendered.further_files):
            self._write(file)
        self.pages += 1
        if rendered.record is not None:
            self._records.append(rendered.record)

    def _write(self, file: OutputFile) -> None:
        path = self._path(file.output)
        with _failures_told(path), open(path, "wb") as stream:
            stream.write(file.content)
        self.files += 1

    def _copy(self, file: SourceFile) -> None:
        descriptor, problems = open_source(self.project.root, file)
        self.problems.extend(problems)
        if descriptor is None:
            return
        path = self._path(file.source)
        with (
            open(descriptor, "rb") as source,
            _failures_told(path),
            open(path, "wb") as stream,
        ):
            shutil.copyfileobj(source, stream)
        self.files += 1

    def _path(self, output: str) -> str:
        """Return where an output is written; its folder is there afterwards."""
        folder, _, name = output.rpartition("/")
        path = os.path.join(self.staging, folder) if folder else self.staging
        if folder not in self._folders:
            with _failures_told(path):
                os.makedirs(path, exist_ok=True)
            self._folders.add(folder)
        return os.path.join(path, name)


def _find_repository(project: Project, site: Site) -> Repository | None:
    """Return where the sources are public, for a site whose pages link to them."""
    feedback = site.settings.feedback
    if not (feedback.suggest_edit or feedback.raise_issue):
        return None
    return resolve_repository(load_repository(project.root), site.settings.repository)


def _check_target(target: str, project: Project) -> None:
    """Refuse to replace a folder that holds anything but a site of ours."""
    reason = ""
    is_ours = os.path.exists(os.path.join(target, OUTPUT_MARK))
    if os.path.realpath(target) == project.root:
        reason = "it is the project itself"
    elif os.path.isfile(target):
        reason = "it is a file"
    elif os.path.isdir(target) and os.listdir(target) and not is_ours:
        reason = "it holds files that Octavo did not write"
    if reason:
        raise _OutputError(
            Problem(
                Code.OUTPUT_NOT_OURS,
                f"the output folder is not replaced: {reason}",
                Location(target),
                hint="Name a new or empty folder with -o, or remove this one yourself.",
            )
        )


@contextlib.contextmanager
def _staging(target: str) -> Iterator[str]:
    """Give a new folder beside the target, on the same disk; it is gone afterwards."""
    parent, name = os.path.split(target)
    with _failures_told(parent):
        os.makedirs(parent, exist_ok=True)
        staging = os.path.join(parent, f".{name}-{secrets.token_hex(6)}")
        os.mkdir(staging)
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _publish(staging: str, target: str) -> None:
    """Put the staging folder in the target's place; the old site is left in the staging folder."""
    with _failures_told(target):
        if os.path.isdir(target) and not os.path.islink(target):
            exchange(staging, target)
        else:
            os.rename(staging, target)


@contextlib.contextmanager
def _failures_told(path: str) -> Iterator[None]:
    """Turn failures of the disk into a problem that names the path."""
    try:
        yield
    except OSError as error:
        raise _OutputError(
            Problem(
                Code.OUTPUT_FAILED,
                f"cannot write: {error.strerror or error}",
                Location(path),
                hint="The site that was there before is unchanged.",
            )
        ) from error
