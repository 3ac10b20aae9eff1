"""Makes the record of a build of a whole site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.outputs.cache.record import BuildRecord, PageRecord, problems_as_data
from octavo.outputs.site_renderer import shows_repository

if TYPE_CHECKING:
    from collections.abc import Sequence

    from octavo.outputs.build.pages import WrittenPage
    from octavo.outputs.build.site import BuiltSite
    from octavo.outputs.cache.memory import Memory
    from octavo.outputs.javascript.lazy_engine import LazyEngine
    from octavo.site.build import LoadedSite
    from octavo.site.fragments import FragmentLink
    from octavo.site.model import Page, Site


def build_record(
    memory: Memory, loaded: LoadedSite, built: BuiltSite, engine: LazyEngine
) -> BuildRecord:
    """Return what the next build should know of this one."""
    state, texts, site = memory.state, memory.texts, built.renderer.site
    rules = built.renderer.shell.rules
    is_evaluated = any(page.asked.date for page in built.pages)
    return BuildRecord(
        looked_ns=state.looked_ns,
        settings=state.settings,
        project_problems=state.project_problems,
        repository=state.repository if shows_repository(site) else None,
        files={file.source: texts.record(file) for file in memory.project.files.values()},
        pages=_page_records(site, built),
        outputs=built.outputs,
        site_problems=problems_as_data((*built.site_problems, *built.file_problems)),
        api_problems=problems_as_data(built.api_problems),
        shows_repository=shows_repository(site),
        folders=tuple(site.folders),
        redirects=[
            (each.source, each.destination, each.permanent, each.pattern) for each in site.redirects
        ],
        lost_folders=site.lost_folders,
        rules={
            "base_path": rules.base_path,
            "asset_folder": rules.asset_folder,
            "scripts": rules.scripts,
            "author_scripts": rules.author_scripts,
            "policy": (rules.policy.needs, rules.policy.has_proxy),
        },
        build_time=engine.build_time if is_evaluated else None,
        uses_api=loaded.api is not None,
        copies=built.copies,
        is_complete=_is_complete(loaded, built),
    )


def _page_records(site: Site, built: BuiltSite) -> list[PageRecord]:
    pages = zip(site.pages.values(), built.pages, built.fragments, strict=True)
    return [_page_record(page, made, fragments) for page, made, fragments in pages]


def _page_record(page: Page, made: WrittenPage, fragments: Sequence[FragmentLink]) -> PageRecord:
    return PageRecord(
        page.source,
        page.url,
        page.settings.mode or "",
        page.is_api,
        page.generated,
        made.asked.date,
        made.is_lasting,
        tuple(made.asked.files),
        made.asked.images,
        problems_as_data(made.problems),
        tuple(made.files),
        made.slots,
        made.entry is not None,
        fragments,
    )


def _is_complete(loaded: LoadedSite, built: BuiltSite) -> bool:
    """Tell whether everything could be read, and nothing came from elsewhere."""
    if not built.is_readable or built.renderer.web_fonts.failures:
        return False
    if loaded.api is None:
        return True
    from octavo.project.documents.api_files import is_link  # noqa: PLC0415 (many sites have no documents)

    return not any(map(is_link, loaded.api.sources.files.loaded))
