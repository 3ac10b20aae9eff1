"""Creates the record of a build for the next one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from octavo.builder.cache.record import BuildRecord
from octavo.builder.pages.site_renderer import shows_repository
from octavo.project.documents.api_files import is_link
from octavo.settings.models.api import GIT_TAGS
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.builder.cache.memory import Memory
    from octavo.builder.javascript.lazy_engine import LazyEngine
    from octavo.builder.pages.written import WrittenPage
    from octavo.builder.site_build import BuiltSite
    from octavo.site.load import LoadedSite


def build_record(
    memory: Memory, loaded_site: LoadedSite, result: BuiltSite, engine: LazyEngine
) -> BuildRecord:
    """Return the record of a build, and store its facts about pages."""
    state, texts, renderer = memory.state, memory.texts, result.renderer
    shows = shows_repository(renderer.site)
    tells_days = bool(renderer.dates.files)  # A check doesn't need this.
    is_evaluated = any(page.asked.date for page in result.pages)
    return BuildRecord(
        looked_ns=state.looked_ns,
        settings=state.settings,
        project_problems=state.project_problems,
        shows_repository=shows,
        repository=state.repository if shows else None,
        commit=state.commit if tells_days else None,
        tells_days=tells_days,
        days=loaded_site.days,
        build_time=engine.build_time if is_evaluated else None,
        is_lasting=_is_lasting(loaded_site, result),
        files={
            file.source: texts.build_file_record(file) for file in memory.project.files.values()
        },
        problems=result.problems,
        page_count=result.page_count,
        has_address=bool(renderer.links.origin),
        outputs=result.outputs,
        copies=result.copies,
        pages=memory.keep_pages(list(_list_held(result))) if result.outputs else (),
    )


def _list_held(result: BuiltSite) -> Iterator[WrittenPage]:
    """Return the facts that the next build needs to take over pages."""
    for page, fragments in zip(result.pages, result.fragments, strict=True):
        files = {name: result.outputs.get(name) for name in page.files}
        outputs = {**page.outputs, **{name: each for name, each in files.items() if each}}
        if page.inputs and len(outputs) == len(page.outputs) + len(files):
            yield replace(page, outputs=outputs, files={}, ids={}, fragments=fragments)


def _is_lasting(loaded_site: LoadedSite, result: BuiltSite) -> bool:
    """Tell whether all files were readable, and none came from the network."""
    if not result.is_readable or result.renderer.web_fonts.failures:
        return False
    if not all(page.is_lasting for page in result.pages):
        return False
    if loaded_site.api is None:
        return True
    changelog = result.renderer.site.settings.api.changelog
    if changelog is not None and changelog.source.startswith(GIT_TAGS):
        return False  # A tag is no file of the project.
    return not any(map(is_link, loaded_site.api.sources.files.loaded_sources))
