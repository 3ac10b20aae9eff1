"""Builds a project into a folder and publishes it in one step.

What was built before is used where it is still right: nothing has changed; only the texts of pages
have; or the site has, but not all that its pages say. The result is the same to the byte as without
any of this.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from octavo.outputs.cache.changes import Changes, find_changes
from octavo.outputs.cache.files import SourceTexts, known_files
from octavo.outputs.cache.record import (
    BuildRecord,
    FileRecord,
    read_problems,
    read_record,
    write_record,
)
from octavo.outputs.cache.state import ProjectState
from octavo.outputs.cache.store import Cache, cache_path
from octavo.outputs.cache.version import code_version
from octavo.outputs.javascript.lazy_engine import LazyEngine
from octavo.outputs.publish.disk import OutputError
from octavo.outputs.publish.place import OutputPlace, check_output, locate_output
from octavo.outputs.publish.publication import Publication, publication
from octavo.outputs.publish.site_folder import Signature, scan_site
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.discover import Project, load_project
from octavo.project.names import shown_name
from octavo.values import dataclass, replace

if TYPE_CHECKING:
    from octavo.outputs.build.site import BuiltSite
    from octavo.project.web.font_faces import WantedFont, WebFonts
    from octavo.project.web.fonts import FontSource
    from octavo.site.api.library import ApiNeeds
    from octavo.site.api.load import LoadedApi
    from octavo.site.build import LoadedSite
    from octavo.site.model import Site
    from octavo.site.navigation import PlaceOf


def _quiet(*_told: object) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How to build."""

    base_path: str = ""
    """The path that the site is served below."""
    cache_folder: str | None = None
    """Where builds remember what they made; without it they remember nothing."""
    workers: int = 1
    """In how many processes pages are rendered, if there are many; 0 for as many as pay."""
    fonts: FontSource | None = None
    """Where fonts come from; None is the public catalogue."""
    allow_local_links: bool = False
    """Whether links to API documents may name this computer itself."""
    durable: bool = False
    """Whether to wait until the disk holds the new site before it takes the place of the old."""
    say: Callable[[str], None] = _quiet
    progress: Callable[[int, int], None] = _quiet
    """Is told how many pages of all are built."""


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


def build_folder(
    root: str, output: str | None = None, options: BuildOptions | None = None
) -> BuildReport:
    """Build the project in `root`; without `output`, into its folder `dist`."""
    place = locate_output(root, output)
    looked_ns = time.time_ns()
    project, problems = load_project(root, skip=[place.target])
    with contextlib.closing(LazyEngine()) as engine:
        build = _Build(project, problems, looked_ns, place, options or BuildOptions(), engine)
        try:
            return build.run()
        except OutputError as error:
            return BuildReport(project, (*build.problems, error.problem), failed=True)


def _lost_links(record: BuildRecord) -> list[Problem]:
    if not any(link[-1] is not None for page in record.pages for link in page.fragments):
        return []
    from octavo.site.fragments import FragmentLink, lost_link_problems  # noqa: PLC0415 (as above)

    return lost_link_problems(
        [FragmentLink(*link) for link in page.fragments] for page in record.pages
    )


class _Build:
    """One build, from the cheapest way to the most thorough."""

    def __init__(
        self,
        project: Project,
        problems: tuple[Problem, ...],
        looked_ns: int,
        place: OutputPlace,
        options: BuildOptions,
        engine: LazyEngine,
    ) -> None:
        self.problems = problems
        """What was wrong so far, for a build that fails."""
        self._project_problems = problems
        self._notes: tuple[Problem, ...] = ()
        """What is told of the output folder, once."""
        self._project = project
        self._place = place
        self._target = place.target
        self._options = options
        self._engine = engine
        self._state = ProjectState(project, problems, looked_ns)
        self._version = code_version()
        self._cache = None
        if options.cache_folder is not None:
            self._cache = Cache(cache_path(options.cache_folder, project.root))

    def run(self) -> BuildReport:
        """Build in the cheapest way that is right."""
        record = self._load_record()
        if record is not None:
            changes = find_changes(self._project, self._state, record, self._engine)
            report = self._build_little(record, changes) if changes else None
            if report is not None:
                return report
        return self._build_whole(record)

    # --- nothing, or little ---

    def _build_little(self, record: BuildRecord, changes: Changes) -> BuildReport | None:
        """Make what has changed; None where the published site is not what the record says."""
        now: BuildRecord | None = replace(
            record, looked_ns=self._state.looked_ns, files=changes.files
        )
        if changes.pages or changes.copies:
            now = self._rebuild(record, changes)
        elif scan_site(self._target) != record.outputs:
            return None
        if now is None:
            return None
        if changes.pages or changes.files != record.files:
            self._keep(now)
        told = [*now.site_problems, *(each for page in now.pages for each in page.problems)]
        known = read_problems([*told, *now.api_problems])
        problems = (*self.problems, *known, *_lost_links(now), *self._notes)
        count = len(now.pages)
        return BuildReport(self._project, problems, self._target, count, len(now.outputs))

    def _rebuild(self, record: BuildRecord, changes: Changes) -> BuildRecord | None:
        from octavo.outputs.build.rebuild import (  # noqa: PLC0415 (little is loaded if nothing changed)
            NotEnoughError,
            Rebuild,
        )

        assert self._cache is not None  # noqa: S101 (there is no record without it)
        with self._publication() as state:
            if state.live.outputs != record.outputs:
                return None
            rebuild = Rebuild(self._project, record, changes, self._engine, state)
            with contextlib.suppress(NotEnoughError):
                now = rebuild.run(self._cache, self._version)
                self._tell_kept(state)
                return now
        return None

    # --- everything ---

    def _build_whole(self, record: BuildRecord | None) -> BuildReport:
        from octavo.site.build import load_site  # noqa: PLC0415 (see _rebuild)

        known: dict[str, FileRecord] = {}
        if record is not None:
            known = known_files(self._project, record.files, record.looked_ns)
        texts = SourceTexts(self._project, known, self._load_front_matter() if known else None)
        loaded = load_site(self._project, texts.load_page_settings, self._load_api)
        self.problems = (*self._project_problems, *loaded.problems)
        if loaded.site is None:
            return BuildReport(self._project, self.problems)
        check_output(self._place, self._project.root)
        built = self._publish_whole(loaded, loaded.site, texts, record)
        problems = (*self._project_problems, *built.problems, *self._notes)
        count = built.page_count
        return BuildReport(self._project, problems, self._target, count, len(built.outputs))

    def _load_api(self, project: Project, needs: ApiNeeds, place_of: PlaceOf) -> LoadedApi:
        from octavo.site.api.load import load_api  # noqa: PLC0415 (many sites have no documents)

        allow_local = self._options.allow_local_links
        return load_api(project, needs, place_of, allow_local=allow_local)

    def _publish_whole(
        self, loaded: LoadedSite, site: Site, texts: SourceTexts, record: BuildRecord | None
    ) -> BuiltSite:
        from octavo.outputs.build.record import make_record  # noqa: PLC0415 (see _rebuild)
        from octavo.outputs.build.site import Means, build_site  # noqa: PLC0415 (see _rebuild)
        from octavo.outputs.site_renderer import shows_repository  # noqa: PLC0415 (see _rebuild)

        options = self._options
        if shows_repository(site):
            _ = self._state.repository  # as it is before pages show it
        with self._publication() as state:
            means = Means(
                self._project,
                texts,
                self._engine,
                self._load_fonts,
                options.base_path,
                self._version,
                self._cache,
                _unchanged_copies(state, texts, record),
                options.workers,
                options.progress,
                self._state,
            )
            built = build_site(means, loaded, site, state)
            state.publish(built.outputs)
            self._tell_kept(state)
        if self._cache is not None:
            self._cache.add(self._front_matter_key, json.dumps(texts.front_matter).encode())
            self._keep(make_record(means, loaded, site, built))
        return built

    def _load_fonts(self, wanted: tuple[WantedFont, ...]) -> WebFonts:
        from octavo.project.web.fonts import (  # noqa: PLC0415 (many sites load none)
            FontSource,
            load_web_fonts,
        )

        return load_web_fonts(wanted, self._options.fonts or FontSource())

    def _tell_kept(self, state: Publication) -> None:
        if state.kept:
            self._notes = (_explain_kept(self._target, state.kept),)

    # --- what is remembered ---

    def _publication(self) -> contextlib.AbstractContextManager[Publication]:
        return publication(
            self._target,
            keeps_spare=self._cache is not None,
            durable=self._options.durable,
            say=self._options.say,
        )

    @property
    def _record_key(self) -> bytes:
        names = (self._project.root, self._target, self._options.base_path)
        return hashlib.sha256(self._version + repr(names).encode()).digest()[:20]

    def _load_record(self) -> BuildRecord | None:
        return read_record(self._cache.load(self._record_key)) if self._cache else None

    @property
    def _front_matter_key(self) -> bytes:
        return hashlib.sha256(self._version + b"front matter").digest()[:20]

    def _load_front_matter(self) -> dict[str, list[Any]] | None:
        data = self._cache.load(self._front_matter_key) if self._cache else None
        with contextlib.suppress(ValueError):
            found = json.loads(data or b"null")
            return found if isinstance(found, dict) else None
        return None

    def _keep(self, record: BuildRecord) -> None:
        if self._cache is not None:
            self._cache.add(self._record_key, write_record(record))
            self._cache.write()
            self._cache.close()


def _unchanged_copies(
    state: Publication, texts: SourceTexts, record: BuildRecord | None
) -> Mapping[str, Signature]:
    """Return the outputs of copied files that need not be read."""
    if record is None:
        return {}
    live = state.live.outputs
    unread = (source for source in record.copies if source in texts.known)
    before = {source: record.outputs[source] for source in unread if source in record.outputs}
    return {source: known for source, known in before.items() if live.get(source) == known}


_MOST_NAMED = 10


def _explain_kept(target: str, names: Sequence[str]) -> Problem:
    named = [f"`{shown_name(name)}`" for name in names[:_MOST_NAMED]]
    if len(names) > _MOST_NAMED:
        named.append(f"{len(names) - _MOST_NAMED:,} more")
    return Problem(
        Code.OUTPUT_KEPT,
        f"Octavo did not write {', '.join(named)} in the output folder, and keeps it from now on",
        Location(target),
        Severity.INFO,
        "Remove there what you do not need.",
    )
