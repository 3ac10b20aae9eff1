"""Puts what a page says into what the site says around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from octavo.project.repository import Repository
from octavo.render.content.leads import render_lead
from octavo.render.content.page import build_page_title, render_eyebrow, render_metadata
from octavo.render.html import escape_attribute
from octavo.render.rendered import OutputFile, RenderedPage
from octavo.render.shell.page_end import build_page_end
from octavo.render.shell.parts import is_mode_forced
from octavo.render.shell.services import build_site_policy
from octavo.render.shell.slots import (
    EMPTY_MODES,
    MODES_WITHOUT_CONTENTS,
    PageContent,
    Shells,
    SlotRules,
    fill_shell,
)
from octavo.render.shell.surroundings import Surroundings
from octavo.search.entry import PageEntry, build_entry, build_head, is_searchable
from octavo.settings.models.site import Settings
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Section, Site
from octavo.site.urls import build_page_output

_MODES_WITHOUT_SIDEBAR = frozenset({"center", "custom"})
_NOT_FOUND_SCRIPTS = (
    "page/mode.js",
    "search/open-search.js",
    "page/menus.js",
    "search/nearest.js",
)
_MODES = ("", *sorted(_MODES_WITHOUT_SIDEBAR | MODES_WITHOUT_CONTENTS))


class PageShell:
    """Puts the pages of a site into their shells."""

    def __init__(
        self,
        site: Site,
        links: LinkResolver,
        surroundings: Surroundings,
        repository: Repository | None,
        author_scripts: Sequence[str],
    ) -> None:
        self._site = site
        self._links = links
        self._around = surroundings
        self._repository = repository
        self._shells = Shells()
        scripts = {mode: _list_scripts(site.settings, mode) for mode in _MODES}
        folder = surroundings.assets.folder
        policy = build_site_policy(site.settings, surroundings.needs)
        self.rules = SlotRules(links.base_path, folder, scripts, author_scripts, policy)
        """What fills the slots of pages."""

    def fill(self, page: Page, content: PageContent) -> RenderedPage:
        """Put what a page says into its shell."""
        section = self._find_section(page.url)
        mode = page.settings.mode or ""
        shell = self._shells.cut(
            (section.key if section else None, mode, page.deprecated),
            self._render_texts(page, section),
            lambda texts: self._fill_template(texts, page, section),
        )
        filled = fill_shell(shell, self.rules.fill(mode, content))
        return RenderedPage(
            OutputFile(build_page_output(page.url), filled.data),
            filled.slots,
            self._build_entry(page, content),
            self.rules.policy.build_page_policy(content.needs),
        )

    def render_not_found(self) -> str:
        """Return the page that stands for all that there are not."""
        settings = self._site.settings
        texts = settings.errors.not_found
        home = self._links.link_page("/")
        if texts.redirect:
            return self.render_redirect(home)
        parts = self._around.build_parts(self._find_section("/"))
        return self._around.templates.fill(
            "not_found.html",
            root=parts.root,
            policy=self._policy_element,
            head=parts.head,
            header=parts.header,
            footer=self._around.footer,
            title=f"Page not found - {settings.name}",
            heading=texts.title or "This page does not exist",
            description=texts.description or "It may have moved, or the address has a slip in it.",
            home=home,
            scripts=self.rules.render_script_tags(_NOT_FOUND_SCRIPTS),
        )

    def render_redirect(self, target: str) -> str:
        """Return a page that only leads elsewhere."""
        return self._around.templates.fill(
            "redirect.html", target=target, policy=self._policy_element
        )

    @property
    def _policy_element(self) -> str:
        """The policy in pages that show no text of the author's."""
        return self.rules.policy.build_page_policy({}).render_element()

    def _find_section(self, url: str) -> Section | None:
        return self._site.sections.get(self._site.section_of.get(url, ""))

    def _render_texts(self, page: Page, section: Section | None) -> dict[str, str]:
        """Return what the shell of a page says of it alone, as HTML."""
        settings = self._site.settings
        values = self._around.values
        mode = page.settings.mode or ""
        is_empty = mode in EMPTY_MODES
        groups = section.groups.get(page.url, ()) if section else ()
        texts = {
            "title": escape_attribute(build_page_title(page, settings.name)),
            "metadata": render_metadata(page, settings),
            "heading": "" if is_empty else escape_attribute(page.title),
            "description": render_lead(page, self._links).html,
            "eyebrow": render_eyebrow(values.build_eyebrow(groups)),
            "end": "" if is_empty else self._render_page_end(page),
        }
        if section is not None and mode not in _MODES_WITHOUT_SIDEBAR:
            texts["sidebar"] = self._around.sidebars[section.key].render_for(page.url)
        if section is not None and not is_empty:
            neighbors = values.find_neighbors(page, section)
            texts.update({name: escape_attribute(text) for name, text in neighbors.items()})
        return texts

    def _fill_template(self, texts: dict[str, Any], page: Page, section: Section | None) -> str:
        """Fill the template of pages: with the texts of one, and what such pages have in common."""
        around = self._around
        mode = page.settings.mode or ""
        parts = around.build_parts(section)
        return around.templates.fill(
            "page.html",
            **texts,
            root=parts.root,
            head=parts.head,
            header=parts.header,
            side=parts.side,
            side_end=around.side_end,
            sidebar_fragment=around.find_tree(section),
            sidebar_is_huge=section is not None and around.sidebars[section.key].is_huge,
            mode=mode,
            deprecated=page.deprecated,
            footer="" if mode == "custom" else around.footer,
        )

    def _render_page_end(self, page: Page) -> str:
        values = build_page_end(self._site.settings, self._repository, page)
        return self._around.templates.fill("page_end.html", **values) if values else ""

    def _build_entry(self, page: Page, content: PageContent) -> PageEntry | None:
        """Return what the search knows of a page; None if it must not find it."""
        if not is_searchable(page, self._site):
            return None
        head = build_head(page, self._site, self._links.link_page(page.url))
        return build_entry(head, content.sections)


def _list_scripts(settings: Settings, mode: str) -> list[str]:
    """Return the scripts of the theme that pages of a mode load."""
    button = settings.topbar_cta_button
    conditions = {
        "page/mode.js": not is_mode_forced(settings),
        "page/versions.js": bool(settings.versions),
        "search/open-search.js": True,
        "page/sidebar.js": mode not in _MODES_WITHOUT_SIDEBAR,
        "page/contents.js": mode not in MODES_WITHOUT_CONTENTS,
        "page/headings.js": True,
        "page/prefetch.js": True,
        "page/menus.js": bool(settings.versions or settings.banner),
        "components/repository.js": button is not None and button.type == "github",
        "page/feedback.js": settings.feedback.thumbs_rating,
        "services/analytics.js": bool(settings.analytics.list_identifiers()),
        "services/chat.js": bool(settings.integrations.list_identifiers()),
    }
    return [name for name, is_wanted in conditions.items() if is_wanted]
