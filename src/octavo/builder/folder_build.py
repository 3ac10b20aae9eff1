"""Builds a project into a folder and publishes it in one step.

Without a cache, this is the plain build of `whole`. With one, the build reuses earlier results:
everything if the project is unchanged, else pages with unchanged inputs, and contents of pages
whose shells have changed. The result has the same bytes.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from octavo.builder.cache.changes import find_same_files
from octavo.builder.cache.memory import Memory
from octavo.builder.cache.state import ProjectState
from octavo.builder.cache.store import Cache, build_cache_path
from octavo.builder.javascript.lazy_engine import LazyEngine
from octavo.builder.publish.disk import OutputError
from octavo.builder.publish.place import OutputPlace, locate_output
from octavo.builder.publish.publication import Publication, open_publication
from octavo.builder.publish.site_folder import scan_site
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.discover import Project, load_project
from octavo.project.names import write_name
from octavo.values import Struct, replace

if TYPE_CHECKING:
    from octavo.builder.host_files.plan import HostFolder
    from octavo.project.web.fonts import FontSource


def _ignore(*_values: object) -> None:
    """Print nothing."""


class BuildOptions(Struct, frozen=True):
    """The options of a build."""

    base_path: str = ""
    """The path of the site's root; empty for the path of its address."""
    cache_folder: str | None = None
    """The cache folder; None for builds without a cache."""
    workers: int = 1
    """The number of processes for many pages; 0 for as many as useful."""
    fonts: FontSource | None = None
    """The source of fonts; None for the public catalog."""
    allow_local_links: bool = False
    """Whether links to API documents may name this computer."""
    compress: bool = False
    """Whether to add compressed files for servers that send them."""
    durable: bool = False
    """Whether to wait until the disk has the new site before it replaces the old one."""
    host_files: frozenset[str] = frozenset()
    """The hosts to write configuration for."""
    site_url: str = ""
    """The address of the site; empty for the one in the settings."""
    say: Callable[[str], None] = _ignore
    progress: Callable[[int, int], None] = _ignore
    """Called with the number of finished pages, and of all pages."""


class BuildReport(Struct, frozen=True):
    """The result of a build; `output` is None if Octavo published no site."""

    project: Project
    problems: tuple[Problem, ...]
    output: str | None = None
    pages: int = 0
    files: int = 0
    has_address: bool = True
    """Whether the site has a known address."""
    failed: bool = False
    """Whether the disk, not the project, prevented the publication."""


def build_folder(
    root: str, output: str | None = None, options: BuildOptions | None = None
) -> BuildReport:
    """Build the project in `root`; without `output`, into its folder `dist`."""
    place = locate_output(root, output)
    looked_ns = time.time_ns()
    project, problems = load_project(root, skip=[place.target])
    with contextlib.closing(LazyEngine()) as engine:
        build = FolderBuild(project, problems, place, options or BuildOptions(), engine)
        try:
            return build.run(looked_ns)
        except OutputError as error:
            return BuildReport(project, (*build.problems, error.problem), failed=True)


class FolderBuild:
    """One build of a project into a folder: plain, or with results of earlier builds."""

    def __init__(
        self,
        project: Project,
        problems: tuple[Problem, ...],
        place: OutputPlace,
        options: BuildOptions,
        engine: LazyEngine,
    ) -> None:
        self.problems = problems
        """The problems so far."""
        self.project = project
        self.place = place
        self.options = options
        self.engine = engine
        self._notes: tuple[Problem, ...] = ()
        """Notes about the output folder, reported once."""

    def run(self, looked_ns: int) -> BuildReport:
        """Build with the least work that gives the right result."""
        folder = self.options.cache_folder
        if folder is None:
            return self._build_whole()
        with contextlib.closing(Cache(build_cache_path(folder, self.project.root))) as cache:
            state = ProjectState(self.project, self.problems, looked_ns)
            kind = "compressed" if self.options.compress else ""
            address = (self.options.base_path, self.options.site_url)
            variant = (*address, kind, *sorted(self.options.host_files))
            memory = Memory(cache, self.project, state, self.place.target, variant)
            return self._repeat(memory) or self._build_whole(memory)

    @contextlib.contextmanager
    def open_publication(self) -> Iterator[Publication]:
        """Yield the next state of the folder; afterwards note the foreign files in it."""
        with open_publication(
            self.place.target,
            keeps_spare=self.options.cache_folder is not None,
            durable=self.options.durable,
            say=self.options.say,
        ) as state:
            yield state
            if state.new_strangers:
                self._notes = (_explain_kept(self.place.target, state.new_strangers),)

    def open_host_folder(self) -> HostFolder | None:
        """Return the folder next to the site, if one is needed."""
        if not self.options.host_files:
            return None
        from octavo.builder.host_files.plan import HostFolder  # noqa: PLC0415 (few builds need it)

        return HostFolder(self.options.host_files, self.place)

    def _build_whole(self, memory: Memory | None = None) -> BuildReport:
        from octavo.builder.whole import WholeBuild  # noqa: PLC0415 (not if little changed)

        own = self.problems
        result = WholeBuild(self, memory).run()
        if result is None:
            return BuildReport(self.project, self.problems)
        problems = (*own, *result.problems)
        report = self._report(problems, result.page_count, len(result.outputs))
        return replace(report, has_address=bool(result.renderer.links.origin))

    def _repeat(self, memory: Memory) -> BuildReport | None:
        """Return the report of the last build; None if something has changed since."""
        record = memory.record
        beside = self.open_host_folder()
        if record is None or (beside and not beside.is_there()):
            return None
        files = find_same_files(self.project, memory.state, record, self.engine)
        if files is None or scan_site(self.place.target) != record.outputs:
            return None
        if files != record.files:
            memory.keep(replace(record, looked_ns=memory.state.looked_ns, files=files))
        problems = (*self.problems, *record.problems)
        report = self._report(problems, record.page_count, len(record.outputs))
        return replace(report, has_address=record.has_address)

    def _report(self, problems: tuple[Problem, ...], pages: int, files: int) -> BuildReport:
        problems = (*problems, *self._notes)
        return BuildReport(self.project, problems, self.place.target, pages, files)


_MOST_NAMED = 10


def _explain_kept(target: str, names: Sequence[str]) -> Problem:
    labels = [f"`{write_name(name)}`" for name in names[:_MOST_NAMED]]
    if len(names) > _MOST_NAMED:
        labels.append(f"{len(names) - _MOST_NAMED:,} more")
    return Problem(
        Code.OUTPUT_KEPT,
        f"Octavo did not write {', '.join(labels)} in the output folder, and keeps it from now on",
        Location(target),
        Severity.INFO,
        "Remove there what you do not need.",
    )
