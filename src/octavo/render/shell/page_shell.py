"""Puts the content of a page into the parts of the site around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from octavo.problems import Location, Problem, attempt
from octavo.project.dates import FileDates
from octavo.project.git.repository import Repository
from octavo.render.assets.theme_files import PAGE_SCRIPT
from octavo.render.basis.changing import PageRules
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.basis.names import break_long_words, render_badges, render_standing
from octavo.render.basis.rendered import (
    EMPTY_MODES,
    SEARCH_OF_PAGE,
    TWIN_OF_PAGE,
    OutputFile,
    RenderedPage,
)
from octavo.render.basis.wording import Wording, load_wording
from octavo.render.content.leads import render_lead
from octavo.render.content.page import render_eyebrow, render_markdown
from octavo.render.head.heads import PageHeads, RenderedHead
from octavo.render.head.indexing import is_indexed
from octavo.render.shell.below_text.page_end import build_page_end
from octavo.render.shell.below_text.related import render_authors, render_related
from octavo.render.shell.languages import PLACE
from octavo.render.shell.page_menu import PageMenu, list_menu_scripts
from octavo.render.shell.services import build_site_policy
from octavo.render.shell.slots import (
    MODES_WITHOUT_CONTENTS,
    PageContent,
    Shells,
    SlotRules,
    fill_shell,
    render_page_feeds,
)
from octavo.render.shell.surroundings import Surroundings
from octavo.render.twin.twin_page import build_twin, write_mark, write_twin_head
from octavo.search.entry import PageEntry, build_entry, build_head, is_searchable
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.models.site_settings import Settings
from octavo.settings.objects import replace as replace_settings
from octavo.site.links import LinkResolver
from octavo.site.model import OverviewBinding, Page, Section, Site
from octavo.site.urls import build_page_output
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.render.pictures.share import SharePicture, SharePictures

_MODES_WITHOUT_SIDEBAR = frozenset({"center", "custom"})
_OWN_PAGE_SCRIPTS = (PAGE_SCRIPT, "page/menus.js")
_NOT_FOUND_SCRIPTS = (*_OWN_PAGE_SCRIPTS, "search/nearest.js")
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
        dates: FileDates,
        pictures: SharePictures | None = None,
    ) -> None:
        self._site = site
        self._links = links
        self._around = surroundings
        self._repository = repository
        self._dates = dates
        self._pictures = pictures
        self._shells = Shells()
        self.heads = PageHeads(site, links, surroundings.translations)
        self._menu = PageMenu(site, links, surroundings.templates, surroundings.icons)
        of_menus = list_menu_scripts(site, links)
        scripts = {
            mode: [*_list_scripts(site.settings), *(() if mode in EMPTY_MODES else of_menus)]
            for mode in _MODES
        }
        folder = surroundings.assets.folder
        policy = build_site_policy(site.settings, surroundings.needs)
        self.rules = SlotRules(
            links.base_path,
            folder,
            scripts,
            author_scripts,
            policy,
            surroundings.icons.render_theme("feed"),
        )
        """The rules for the slots of pages."""

    def fill(self, page: Page, content: PageContent) -> RenderedPage:
        """Return a page with its content in its shell."""
        if content.is_failure:
            page = _hide(page)
        problems: list[Problem] = []
        place = Location(page.source)
        section = self._find_section(page.url)
        picture = self.plan_picture(page)
        head = self.heads.render(page, section, self._build_picture_tags(picture))
        rules = head.rules
        if content.updates and rules.has_feed:
            rules = rules._replace(channel=self.heads.build_channel(page))
        day = self._dates.find(rules.dated_source)
        shell = self._shells.cut(
            (
                section.key if section else None,
                rules.mode,
                rules.shows_day,
            ),
            self._render_texts(page, section, head),
            lambda texts: self._fill_template(texts, page, section, rules),
        )
        slots = self.rules.fill(rules, content, day, load_wording(page.language))
        feeds: Mapping[str, bytes] = attempt(
            lambda: render_page_feeds(page.url, rules, content, day, self._site.files),
            {},
            "the feeds of this page",
            place,
            problems.append,
        )
        entry = attempt(
            lambda: self._build_entry(page, content), None, SEARCH_OF_PAGE, place, problems.append
        )
        twin = attempt(
            lambda: self._build_twin(page, content), None, TWIN_OF_PAGE, place, problems.append
        )
        return RenderedPage(
            OutputFile(build_page_output(page.url), fill_shell(shell, slots)),
            entry,
            self.rules.policy.build_page_policy(content.needs),
            rules,
            twin,
            picture=picture,
            feeds=feeds,
            problems=tuple(problems),
        )

    def render_not_found(self) -> str:
        """Return the page for all missing addresses."""
        settings = self._site.settings
        texts = settings.errors.not_found
        home = self._links.link_page("/")
        if texts.redirect:
            return self.render_redirect(home)
        section = self._find_section("/")
        parts, say = self._around.build_parts(section), self._around.find_wording(section)
        return self._around.templates.fill(
            "not_found.html",
            say,
            root=parts.root,
            policy=self._policy_element,
            head=parts.head,
            header=self._around.place_menu(parts.header, section),
            footer=self._around.footer,
            title=f"{say('Page not found')} - {settings.name}",
            heading=texts.title or say("This page does not exist"),
            description=render_markdown(texts.description or "", self._links)
            or escape_text(say("It may have moved, or the address has a typo.")),
            home=home,
            scripts=self.rules.render_script_tags(_NOT_FOUND_SCRIPTS, say),
        )

    def render_own_page(self, heading: str, description: str, body: str, sheet: str) -> str:
        """Return a page of the preview in the look of the site; `body` is HTML."""
        section = self._find_section("/")
        parts, say = self._around.build_parts(section), self._around.find_wording(section)
        return self._around.templates.fill(
            "own_page.html",
            say,
            root=parts.root,
            policy=self._policy_element,
            head=parts.head,
            header=self._around.place_menu(parts.header, section),
            title=f"{heading} - {self._site.settings.name}",
            heading=heading,
            description=description,
            body=body,
            sheet=sheet,
            scripts=self.rules.render_script_tags(_OWN_PAGE_SCRIPTS, say),
        )

    def render_redirect(self, target: str) -> str:
        """Return a page that only redirects."""
        return self._around.templates.fill(
            "redirect.html",
            self._around.find_wording(None),
            target=target,
            policy=self._policy_element,
            language=self._around.find_language(None),
        )

    @property
    def _policy_element(self) -> str:
        """The policy in pages without the author's content."""
        return self.rules.policy.build_page_policy({}).render_element()

    def plan_picture(self, page: Page) -> SharePicture | None:
        """Return the share picture of a page, if it has one."""
        settings = self._site.settings
        if self._pictures is None or not is_indexed(page, settings):
            return None
        return self._pictures.plan(page, {**settings.metadata, **page.settings.metadata})

    def _build_picture_tags(self, picture: SharePicture | None) -> dict[str, str]:
        """Return the meta tags with the picture of a page."""
        if picture is None:
            return {}
        from octavo.render.pictures.share import HEIGHT, WIDTH  # noqa: PLC0415 (many sites draw nothing)

        address = self._links.build_absolute(self._links.link_file(picture.output))
        return {
            "og:image": address,
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": picture.alt,
        }

    def _find_section(self, url: str) -> Section | None:
        return self._site.sections.get(self._site.section_of.get(url, ""))

    def _render_texts(
        self, page: Page, section: Section | None, head: RenderedHead
    ) -> dict[str, str]:
        """Return the page's own texts in its shell, as HTML."""
        values, mode = self._around.values, head.rules.mode
        say, language = self._around.find_wording(section), self._around.find_language(section)
        is_empty = mode in EMPTY_MODES
        groups = section.groups.get(page.url, ()) if section else ()
        if isinstance(page.binding, OverviewBinding) and groups and groups[-1].name == page.title:
            groups = groups[:-1]  # the page of the group itself
        texts = {
            "title": escape_attribute(head.title),
            "metadata": head.tags,
            "data": head.data,
            "heading": "" if is_empty else break_long_words(escape_attribute(page.title)),
            "description": render_lead(page, self._links).html,
            "badges": "" if is_empty else _render_badges(page, say),
            "eyebrow": render_eyebrow(values.build_eyebrow(groups)),
            "languages": self._around.language_menu.render(page, language, say),
            "menu": "" if is_empty else self._menu.render(page, say),
            "related": "" if is_empty else render_related(page, self._site, self._links, say),
            "authors": "" if is_empty else render_authors(page.settings.authors, say),
            "end": "" if is_empty else self._render_page_end(page, say),
        }
        if section is not None and mode not in _MODES_WITHOUT_SIDEBAR:
            texts["sidebar"] = self._around.sidebars[section.key].render_for(page.url)
        if section is not None and not is_empty:
            neighbors = values.find_neighbors(page, section)
            texts.update({name: escape_attribute(text) for name, text in neighbors.items()})
        return texts

    def _fill_template(
        self, texts: dict[str, Any], page: Page, section: Section | None, rules: PageRules
    ) -> str:
        """Fill the page template with the texts of one page, and the shared parts."""
        around = self._around
        parts, languages = around.build_parts(section), str(texts.pop("languages"))
        return around.templates.fill(
            "page.html",
            around.find_wording(section),
            **texts,
            root=parts.root,
            head=parts.head,
            header=parts.header.replace(PLACE, languages),
            side=parts.side,
            side_end=parts.side_end,
            sidebar_fragment=around.find_tree(section),
            sidebar_is_huge=section is not None and around.sidebars[section.key].is_huge,
            sidebar_is_long=section is not None and around.sidebars[section.key].is_long,
            mode=rules.mode,
            shows_day=rules.shows_day,
            footer="" if rules.mode == "custom" else around.footer,
        )

    def _render_page_end(self, page: Page, say: Wording) -> str:
        base_path = self._links.base_path
        values = build_page_end(self._site.settings, self._repository, page, base_path, say)
        return self._around.templates.fill("page_end.html", say, **values) if values else ""

    def _build_entry(self, page: Page, content: PageContent) -> PageEntry | None:
        """Return the search entry of a page; None if the search must not find it."""
        if not is_searchable(page, self._site):
            return None
        mark = write_mark(page, load_wording(page.language))
        head = build_head(page, self._site, self._links.link_page(page.url), mark)
        return build_entry(head, content.sections)

    def _build_twin(self, page: Page, content: PageContent) -> OutputFile | None:
        """Return the Markdown twin of a page; None if the page is not public."""
        if page.url not in self._site.twins:
            return None
        return build_twin(page.url, write_twin_head(page, self._links), content.twin)


def _hide(page: Page) -> Page:
    """Return a page that failed to render, without any fact that could fail again."""
    settings = replace_settings(PageSettings(), noindex=True, searchable=False)
    return replace(
        page, settings=settings, binding=None, beginning=None, deprecated=False, badges=()
    )


def _render_badges(page: Page, say: Wording) -> str:
    """Return the line below a title: the audience of the page, and the stability of the API."""
    standing = render_standing(page.standing, say)
    parts = [f'<span class="badge badge-purple">{standing}</span>'] if standing else []
    if page.deprecated:
        parts.append(f'<span class="badge badge-yellow">{say("Deprecated")}</span>')
    return " ".join([*parts, render_badges(page.badges, "badge", say)]).strip()


def _list_scripts(settings: Settings) -> list[str]:
    """Return the scripts of the theme that all pages of a site load."""
    button = settings.topbar_cta_button
    conditions = {
        # It comes first, because the sidebar and the search depend on it.
        "page/versions.js": bool(settings.versions),
        PAGE_SCRIPT: True,
        "page/menus.js": bool(settings.versions or settings.banner),
        "components/repository.js": button is not None and button.type == "github",
        "page/feedback.js": settings.feedback.thumbs_rating,
        "services/analytics.js": bool(settings.analytics.list_identifiers()),
        "services/chat.js": bool(settings.integrations.list_identifiers()),
    }
    return [name for name, is_wanted in conditions.items() if is_wanted]
