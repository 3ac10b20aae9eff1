"""The state of a project in the preview, and the next state after a change.

Events only say where to look. Octavo checks the files again, so lost, repeated and late events lead
to the same state. It repeats only the affected work: the pages of a file, the site after a change
of front matter or settings, the folder after new or removed files.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from octavo.content.javascript.evaluation import Evaluate
from octavo.preview.follow.facts import (
    RememberedApi,
    RememberedDays,
    RememberedFonts,
    RememberedPages,
)
from octavo.preview.site import PreviewSite, build_preview_site
from octavo.problems import Problem
from octavo.project.dates import find_today
from octavo.project.discover import IGNORE_NAMES, Project, load_project
from octavo.project.files import Kind, SourceFile, relate_path
from octavo.project.missing_settings import OTHER_SETTINGS_NAME, SETTINGS_NAME
from octavo.project.named_hosts import load_named_hosts
from octavo.project.names import fold_source, is_hidden_file, is_hidden_folder
from octavo.project.walk import read_source_file
from octavo.site.address import plan_live_address
from octavo.site.load import load_site
from octavo.site.visibility.decision import Viewer
from octavo.site.visibility.standing import Standing
from octavo.values import Struct, field, replace

if TYPE_CHECKING:
    from octavo.project.web.fonts import FontSource

LoadProject = Callable[[str], tuple[Project, tuple[Problem, ...]]]
"""Returns the content of a folder, and every problem with it."""

_FONTS = (".woff2", ".woff", ".ttf", ".otf")
_FIELDS = ("pages", "snippets", "modules", "styles", "scripts", "data", "assets")
_SERVED = frozenset({Kind.STYLE, Kind.SCRIPT, Kind.DATA, Kind.ASSET})


class FileChange(Struct, frozen=True):
    """A file that was `added`, `changed` or `removed`."""

    what: str
    file: SourceFile


class PreviewState(Struct, frozen=True):
    """The last state of a project, and its last usable site."""

    project: Project
    project_problems: tuple[Problem, ...]
    site: PreviewSite | None
    site_problems: tuple[Problem, ...]
    is_current: bool
    """Whether the site matches the project; broken settings make it outdated."""
    version: int = 1
    changes: tuple[FileChange, ...] = ()
    """The changes since the last version."""
    changed_files: Mapping[str, int] = field(default_factory=dict)
    """Changed files since the start of the preview, with the version of the change."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems except those of single pages."""
        return (*self.project_problems, *self.site_problems)


class PreviewLoader:
    """Loads the states of one project, one after the other."""

    def __init__(
        self,
        root: str,
        evaluate: Evaluate,
        fonts: FontSource | None = None,
        load: LoadProject = load_project,
        *,
        allow_local: bool = True,
        site_url: str = "",
        sees: frozenset[Standing] = frozenset(),
    ) -> None:
        """Create the loader; with `allow_local`, links to API documents may name this computer.

        That is safe in a preview, because the author runs it. `site_url` is the public address of
        the site, if it differs from the settings. `sees` adds pages that are not public.
        """
        self._sees = sees
        self.base_path = ""
        """The path of the site's root."""
        self._site_url = site_url
        self._root = root
        self._load_project = load
        self._evaluate = evaluate
        self._pages = RememberedPages()
        self._api = RememberedApi(allow_local=allow_local)
        self._fonts = RememberedFonts(fonts)
        self._days = RememberedDays()

    def load(self) -> PreviewState:
        """Return the first state."""
        project, problems = self._load_project(self._root)
        state = PreviewState(project, problems, None, (), is_current=False)
        return self._load_site(state)

    def follow(self, state: PreviewState, paths: Collection[str]) -> PreviewState:
        """Return the state after events at some paths; the same one if nothing changed.

        Without paths, the whole folder is checked.
        """
        update = _look_again(state.project, paths) if paths else None
        problems = state.project_problems
        if update is None:
            project, problems = self._load_project(self._root)
            sources = _find_sources(project, paths)
        else:
            project, sources = update
        changes = _compare(state.project, project, sources)
        if not changes and problems == state.project_problems:
            return state
        return self._advance(state, project, problems, changes)

    def find_changed_links(self) -> tuple[str, ...]:
        """Return the addresses whose documents have changed; a network timeout may delay it."""
        return self._api.find_changed_links()

    def fetch_fonts(self) -> tuple[str, ...]:
        """Download the fonts missing from the cache, once, and return their families."""
        return self._fonts.fetch()

    def reload_links(self, state: PreviewState) -> PreviewState:
        """Return the state after a change of documents from links."""
        self._api.forget()
        return self.reload(state)

    def reload(self, state: PreviewState) -> PreviewState:
        """Return the state with a new site from the same files."""
        return self._reload(state, replace(state, version=state.version + 1, changes=()))

    def _advance(
        self,
        state: PreviewState,
        project: Project,
        problems: tuple[Problem, ...],
        changes: tuple[FileChange, ...],
    ) -> PreviewState:
        version = state.version + 1
        files = (change.file for change in changes)
        versions = {file.source: version for file in files if file.kind in _SERVED}
        next_state = replace(
            state,
            project=project,
            project_problems=problems,
            version=version,
            changes=changes,
            changed_files={**state.changed_files, **versions},
        )
        before = self._pages.forget(change.file.source for change in changes)
        if any(change.file.kind is Kind.DATA for change in changes):
            self._api.forget()
        is_same = self._is_same_site(project, changes, before) and _names_same_hosts(
            state.site, project, changes
        )
        if state.is_current and is_same:
            return replace(next_state, site=_renew_pages(state.site, project, changes))
        return self._reload(state, next_state)

    def _reload(self, state: PreviewState, next_state: PreviewState) -> PreviewState:
        """Return the next state with its site, or with the last good one."""
        next_state = self._load_site(next_state)
        if next_state.is_current or state.site is None:
            return next_state
        # The texts of its pages come from the new files.
        renewed = _renew_pages(state.site, state.site.project, next_state.changes)
        return replace(next_state, site=renewed)

    def _is_same_site(
        self, project: Project, changes: Iterable[FileChange], before: Mapping[str, Any]
    ) -> bool:
        """Tell whether only texts, styles, scripts and pictures changed, and no front matter."""
        for change in changes:
            file = change.file
            if change.what != "changed" or file.kind in (Kind.SETTINGS, Kind.DATA):
                return False
            if file.source.lower().endswith(_FONTS):
                return False  # The style sheets name its weights.
            if file.kind is Kind.PAGE or file.source in before:
                facts = before.get(file.source)
                if facts is None or facts != self._pages.read_facts(project, file):
                    return False
        return True

    def _load_site(self, state: PreviewState) -> PreviewState:
        viewer = Viewer(find_today(), self._sees)
        loaded_site = load_site(state.project, self._pages.load, self._api.load, viewer)
        if loaded_site.site is None:
            return replace(state, site_problems=loaded_site.problems, is_current=False)
        site_url = self._site_url or loaded_site.site.settings.seo.site_url or ""
        address = plan_live_address(site_url, self.base_path)
        site = build_preview_site(
            state.project, loaded_site, self._evaluate, self._fonts.load, address, self._days.load
        )
        problems = (*loaded_site.problems, *site.problems)
        return replace(state, site=site, site_problems=problems, is_current=True)


def _names_same_hosts(
    site: PreviewSite | None, project: Project, changes: Iterable[FileChange]
) -> bool:
    """Tell whether the author's code names the same hosts, which all pages allow."""
    is_code = any(change.file.kind in (Kind.STYLE, Kind.SCRIPT) for change in changes)
    return not (is_code and site) or load_named_hosts(project) == site.renderer.named_hosts


def _renew_pages(
    site: PreviewSite | None, project: Project, changes: Iterable[FileChange]
) -> PreviewSite | None:
    """Return a site without the pages of changed files."""
    files = [change.file for change in changes if change.what != "removed"]
    pictures = any(file.kind is Kind.ASSET for file in files)
    sources = [file.source for file in files]
    return site and site.replace_project(project, sources, pictures=pictures)


# --- checking files again -----------------------------------------------------------------------


def _look_again(project: Project, paths: Collection[str]) -> tuple[Project, frozenset[str]] | None:
    """Return the project with the current files at some paths, and their sources.

    Return None if other files may have changed, because then the folder must be walked.
    """
    new_files: dict[str, SourceFile] = {}
    by_path = _group_by_path(project)
    settings = project.settings and project.settings.path
    for path in paths:
        files = by_path.get(path)
        if files is None:
            if path == settings or _may_matter(project.root, path):
                return None
            continue
        for file in files:
            now = _load_status(file)
            if now is None:
                return None
            new_files[file.source] = now
    return _replace_files(project, new_files), frozenset(new_files)


def _group_by_path(project: Project) -> dict[str, list[SourceFile]]:
    groups: dict[str, list[SourceFile]] = {}
    for file in project.files.values():
        groups.setdefault(file.path, []).append(file)
    return groups


def _may_matter(root: str, path: str) -> bool:
    """Tell whether a path outside the project may become a file of it, or ignore others."""
    relative = relate_path(path, root)
    if relative in (SETTINGS_NAME, OTHER_SETTINGS_NAME, *IGNORE_NAMES):
        return True
    *folders, name = relative.split(os.sep)
    if any(map(is_hidden_folder, folders)) or not os.path.lexists(path):
        return False
    return not is_hidden_file(name, at_root=not folders)


def _load_status(file: SourceFile) -> SourceFile | None:
    try:
        status = os.lstat(file.path)
    except OSError:
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return read_source_file(file.source, file.source.rpartition("/")[2], file.path, status)


def _replace_files(project: Project, new_files: Mapping[str, SourceFile]) -> Project:
    """Return a project with some files replaced."""
    if not new_files:
        return project
    kinds = {file.kind for file in new_files.values()}
    groups: dict[str, Any] = {
        name: tuple(new_files.get(file.source, file) for file in files)
        for name, files in ((name, getattr(project, name)) for name in _FIELDS)
        if files and files[0].kind in kinds
    }
    by_folded_source = {fold_source(source): file for source, file in new_files.items()}
    return replace(
        project,
        files={**project.files, **new_files},
        folded={**project.folded, **by_folded_source},
        **groups,
    )


def _find_sources(project: Project, paths: Iterable[str]) -> frozenset[str]:
    """Return the sources of the files at some paths."""
    by_path = _group_by_path(project)
    settings = project.settings
    sources = {file.source for path in paths for file in by_path.get(path, ())}
    if settings is not None and settings.path in paths:
        sources.add(settings.source)
    return frozenset(sources)


def _compare(old: Project, new: Project, sources: Collection[str]) -> tuple[FileChange, ...]:
    """Return how two states of a project differ; `sources` count as changed."""
    before, after = _list_files(old), _list_files(new)
    changes = [FileChange("removed", before[source]) for source in before.keys() - after.keys()]
    for source, file in after.items():
        old_file = before.get(source)
        if old_file is None:
            changes.append(FileChange("added", file))
        elif old_file is not file and (old_file != file or source in sources):
            changes.append(FileChange("changed", file))
    return tuple(sorted(changes, key=lambda change: change.file.source))


def _list_files(project: Project) -> dict[str, SourceFile]:
    if project.settings is None:
        return dict(project.files)
    return {**project.files, project.settings.source: project.settings}
