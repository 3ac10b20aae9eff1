"""Makes the record of a build of a whole site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.outputs.cache.record import BuildRecord, PageRecord
from octavo.outputs.pages.site_renderer import shows_repository
from octavo.render.twin.full_text import list_twin_groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from octavo.outputs.build.pages.builder import WrittenPage
    from octavo.outputs.build.site import BuiltSite
    from octavo.outputs.cache.memory import Memory
    from octavo.outputs.javascript.lazy_engine import LazyEngine
    from octavo.site.build import LoadedSite
    from octavo.site.fragments import FragmentLink
    from octavo.site.model import Page, Site


def build_record(
    memory: Memory, loaded_site: LoadedSite, result: BuiltSite, engine: LazyEngine
) -> BuildRecord:
    """Return the record of a build, for the next one."""
    state, texts, site = memory.state, memory.texts, result.renderer.site
    rules = result.renderer.shell.rules
    dates = result.renderer.dates
    uses_dates = bool(dates.files)  # a check asks for none
    is_evaluated = any(page.questions.date for page in result.pages)
    return BuildRecord(
        looked_ns=state.looked_ns,
        settings=state.settings,
        project_problems=state.project_problems,
        repository=state.repository if shows_repository(site) else None,
        files={
            file.source: texts.build_file_record(file) for file in memory.project.files.values()
        },
        pages=_build_page_records(site, result),
        twin_groups=list_twin_groups(site),
        outputs=result.outputs,
        site_problems=(*result.site_problems, *result.file_problems),
        api_problems=result.api_problems,
        shows_repository=shows_repository(site),
        folders=tuple(site.folders),
        redirects=[
            (each.source, each.destination, each.permanent, each.pattern) for each in site.redirects
        ],
        lost_folders=site.lost_folders,
        held_back=site.held_back.pages,
        held_back_sources=sorted(site.held_back.sources),
        days=loaded_site.days,
        commit=state.commit if uses_dates else None,
        commit_days=dates.committed if uses_dates else None,
        origin=result.renderer.links.origin,
        rules={
            "base_path": rules.base_path,
            "asset_folder": rules.asset_folder,
            "scripts": rules.scripts,
            "author_scripts": rules.author_scripts,
            "feed_icon": rules.feed_icon,
            "policy": (rules.policy.needs, rules.policy.has_proxy),
        },
        build_time=engine.build_time if is_evaluated else None,
        uses_api=loaded_site.api is not None,
        copies=result.copies,
        linking=_list_linking(result),
        refused=result.refused,
        drawn=_list_drawn(result),
        is_complete=_is_complete(loaded_site, result),
    )


def _list_linking(result: BuiltSite) -> tuple[int, ...]:
    if not result.linked:
        return ()
    pages = enumerate(result.pages)
    return tuple(n for n, page in pages if not result.linked.isdisjoint(page.questions.links))


def _list_drawn(result: BuiltSite) -> tuple[str, ...]:
    pictures = result.renderer.pictures
    return (pictures.logo,) if pictures is not None and pictures.logo else ()


def _build_page_records(site: Site, result: BuiltSite) -> list[PageRecord]:
    pages = zip(site.pages.values(), result.pages, result.fragments, strict=True)
    return [
        _build_page_record(page, written_page, fragments) for page, written_page, fragments in pages
    ]


def _build_page_record(
    page: Page, written_page: WrittenPage, fragments: Sequence[FragmentLink]
) -> PageRecord:
    return PageRecord(
        page.source,
        page.url,
        written_page.rules,
        page.is_api,
        page.generated,
        written_page.questions.date,
        written_page.is_lasting,
        tuple(written_page.questions.files),
        written_page.questions.images,
        written_page.problems,
        tuple(written_page.files),
        written_page.slots,
        written_page.entry is not None,
        written_page.twin.head if written_page.twin else None,
        fragments,
        page.language,
    )


def _is_complete(loaded_site: LoadedSite, result: BuiltSite) -> bool:
    """Tell whether everything could be read, and nothing came from elsewhere."""
    if not result.is_readable or result.renderer.web_fonts.failures:
        return False
    if loaded_site.api is None:
        return True
    from octavo.project.documents.api_files import is_link  # noqa: PLC0415 (many sites have no documents)

    return not any(map(is_link, loaded_site.api.sources.files.loaded_sources))
