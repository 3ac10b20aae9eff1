"""Checks a project: the problems of a build, and those that only a check finds."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from octavo.builder.cache.changes import find_same_files
from octavo.builder.cache.memory import Memory
from octavo.builder.cache.state import ProjectState
from octavo.builder.cache.store import Cache, build_cache_path
from octavo.builder.folder_build import BuildOptions
from octavo.builder.javascript.lazy_engine import LazyEngine
from octavo.problems import Problem
from octavo.project.dates import find_today
from octavo.project.discover import Project, load_project
from octavo.site.visibility.decision import Viewer
from octavo.values import Struct, replace

if TYPE_CHECKING:
    from octavo.builder.check.external import ExternalOptions


class CheckReport(Struct, frozen=True):
    """All problems of a project; `pages` is None if its settings are unusable."""

    project: Project
    problems: tuple[Problem, ...]
    pages: int | None = None


def check_folder(
    root: str,
    options: BuildOptions | None = None,
    external: ExternalOptions | None = None,
    *,
    unread: frozenset[str] = frozenset(),
) -> CheckReport:
    """Return every problem of the project in `root`; `external` also checks links to other sites.

    For pages in `unread`, only their settings are checked.
    """
    options = options or BuildOptions()
    looked_ns = time.time_ns()
    project, problems = load_project(root)
    with contextlib.ExitStack() as stack:
        engine = stack.enter_context(contextlib.closing(LazyEngine()))
        memory = _open_memory(project, problems, options, looked_ns)
        if memory is not None:
            stack.callback(memory.cache.close)
        report = _repeat(project, memory, engine) if memory else None
        if report is None:
            report = _check_whole(project, options, engine, memory, unread)
        of_links = _check_external(project, options, engine, external) if external else ()
    return replace(report, problems=(*problems, *report.problems, *of_links))


def _check_external(
    project: Project, options: BuildOptions, engine: LazyEngine, external: ExternalOptions
) -> Sequence[Problem]:
    """Check the links to other sites; reading the pages again takes little time in comparison."""
    from octavo.builder.check.external import check_links  # noqa: PLC0415 (only if wanted)
    from octavo.builder.check.outside_links import list_external_links  # noqa: PLC0415 (the same)
    from octavo.builder.pages.documents import DocumentLoader  # noqa: PLC0415 (the same)
    from octavo.site.load import load_site  # noqa: PLC0415 (the same)

    loaded_site = load_site(project, viewer=Viewer(find_today()))
    if loaded_site.site is None:
        return ()
    held_back = loaded_site.site.held_back.sources
    documents = DocumentLoader(project, engine.evaluate, held_back=held_back)
    links = list_external_links(project, loaded_site, loaded_site.site, documents)
    ignored = (*external.ignored, *loaded_site.site.settings.check.ignore_links)
    folder = options.cache_folder
    cache = Cache(build_cache_path(folder, project.root)) if folder else None
    return check_links(links, replace(external, ignored=ignored), cache, options.say)


def _open_memory(
    project: Project, problems: tuple[Problem, ...], options: BuildOptions, looked_ns: int
) -> Memory | None:
    if options.cache_folder is None:
        return None
    cache = Cache(build_cache_path(options.cache_folder, project.root))
    state = ProjectState(project, problems, looked_ns)
    variant = (options.base_path, options.site_url, "local" if options.allow_local_links else "")
    return Memory(cache, project, state, "", variant, purpose="check")


def _repeat(project: Project, memory: Memory, engine: LazyEngine) -> CheckReport | None:
    """Return the result of the last check; None if something has changed since."""
    record = memory.record
    if record is None:
        return None
    files = find_same_files(project, memory.state, record, engine)
    if files is None:
        return None
    if files != record.files:
        memory.keep(replace(record, looked_ns=memory.state.looked_ns, files=files))
    return CheckReport(project, tuple(record.problems), record.page_count)


def _check_whole(
    project: Project,
    options: BuildOptions,
    engine: LazyEngine,
    memory: Memory | None,
    unread: frozenset[str],
) -> CheckReport:
    from octavo.builder.check.site_check import check_pages_of_site  # noqa: PLC0415 (not if nothing changed)
    from octavo.builder.record import build_record  # noqa: PLC0415 (the same)
    from octavo.builder.source import SiteSource  # noqa: PLC0415 (the same)

    source = SiteSource(project, options, engine, memory, tells_days=False)
    loaded_site = source.load_site()
    if loaded_site.site is None:
        return CheckReport(project, loaded_site.problems)
    address = source.plan_address(loaded_site, loaded_site.site)
    if isinstance(address, Problem):
        return CheckReport(project, (*loaded_site.problems, address))
    result = check_pages_of_site(source, loaded_site, loaded_site.site, address, options, unread)
    if memory:
        memory.keep_whole(build_record(memory, loaded_site, result, engine))
    return CheckReport(project, result.problems, result.page_count)
