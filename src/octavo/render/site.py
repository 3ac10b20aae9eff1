"""Renders a whole site: what is shared is made once, pages one by one when they are asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import minijinja

from octavo.content.nodes import Document
from octavo.problems import Problem
from octavo.project.repository import Repository
from octavo.project.web.font_faces import WebFonts
from octavo.render.api.written.sections import arrange_page
from octavo.render.assets.named_files import check_named_files
from octavo.render.assets.theme_files import FOLDER, Assets, inline_script, template_sources
from octavo.render.content.attributes import render_attributes
from octavo.render.content.leads import check_leads, render_lead
from octavo.render.content.page import page_title, render_content, render_eyebrow, render_metadata
from octavo.render.html import escape_attribute
from octavo.render.rendered import ApiPart, OutputFile, RenderedPage
from octavo.render.shell.banner import RenderedBanner, render_banner
from octavo.render.shell.frames import Frames
from octavo.render.shell.icons import ChromeIcons, check_icons
from octavo.render.shell.page_end import check_page_end, page_end_values
from octavo.render.shell.parts import ShellValues, is_mode_forced, root_attributes, site_data
from octavo.render.shell.policy import SitePolicy, build_site_policy
from octavo.render.shell.sidebar import render_sidebar
from octavo.render.shell.slots import (
    MODES_WITHOUT_CONTENTS,
    PageContent,
    SlotRules,
    fill_frame,
    page_content,
)
from octavo.render.styling.colors import check_contrast
from octavo.render.styling.fonts import check_fonts
from octavo.render.styling.look import resolve_look
from octavo.render.styling.styles import render_site_styles
from octavo.site.api.bindings import PlaceInPage
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Section, Site
from octavo.site.navigation import PlaceOf
from octavo.site.search import SearchRecord, is_searchable, operation_of
from octavo.site.urls import file_href, page_output
from octavo.site.versions import check_versions, find_twins
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.render.api.page import ApiRenderer

_MODES_WITHOUT_SIDEBAR = frozenset({"center", "custom"})
_MODES = _MODES_WITHOUT_SIDEBAR | MODES_WITHOUT_CONTENTS
_EMPTY_MODES = frozenset({"custom", "frame"})
_NO_FONTS = WebFonts()

SIGNED_IN = f"{FOLDER}/oauth/index.html"
"""The page to which providers send readers back who have signed in for the playground."""

ImageSize = Callable[[str], tuple[int, int] | None]


@dataclass(frozen=True, slots=True)
class _SectionParts:
    """What all pages of a section have in common, rendered."""

    root: str
    head: str
    header: str
    side: str


class SiteRenderer:
    """Renders the pages of one site for one base path."""

    def __init__(
        self,
        site: Site,
        *,
        styles: tuple[str, ...] = (),
        scripts: tuple[str, ...] = (),
        base_path: str = "",
        repository: Repository | None = None,
        image_size: ImageSize | None = None,
        web_fonts: WebFonts = _NO_FONTS,
    ) -> None:
        self.site = site
        self.web_fonts = web_fonts
        self.links = LinkResolver(site, base_path)
        self._look = resolve_look(site.settings)
        self._values = ShellValues(site, self.links, self._look)
        self._base_path = base_path
        self._repository = repository
        self._image_size = image_size
        self._icons = ChromeIcons(site, self.links)
        self._sidebars = {
            key: render_sidebar(section, self.links, self._icons)
            for key, section in site.sections.items()
        }
        self._site_styles = render_site_styles(site, self.links.file, web_fonts)
        self._environment = minijinja.Environment(
            templates=template_sources(),
            finalizer=_escape_value,
            globals={"icon": _theme_icons(self._icons)},
        )
        self._twins = find_twins(site)
        self.assets = Assets(self._site_styles.css, self._fragments())
        self._styles = [file_href(source, base_path) for source in styles]
        self._scripts = [file_href(source, base_path) for source in scripts]
        self._parts: dict[str | None, _SectionParts] = {}
        self._frames = Frames()

    def render_page(self, page: Page, document: Document) -> RenderedPage:
        """Render one page."""
        return self.fill_page(page, self.render_content(page, document))

    def render_content(
        self,
        page: Page,
        document: Document,
        links: LinkResolver | None = None,
        image_size: ImageSize | None = None,
    ) -> PageContent:
        """Render what a page itself says; it may ask its links and sizes of somebody else."""
        document = arrange_page(page, document)
        expanded = self.site.settings.api.param_fields.expanded if page.is_api else "none"
        sizes = image_size or self._image_size
        content = render_content(page.source, document, links or self.links, sizes, expanded)
        api = self._api.render(page, document, content) if page.is_api else None
        content, lead = (api.content, api.lead) if api else (content, "")
        shows_lead = not page.settings.description and page.settings.mode not in _EMPTY_MODES
        return page_content(document, content, lead if shows_lead else "")

    def fill_page(self, page: Page, content: PageContent) -> RenderedPage:
        """Put what a page says into its frame."""
        section = self.site.sections.get(self.site.section_of.get(page.url, ""))
        mode = page.settings.mode or ""
        frame = self._frames.cut(
            (section.key if section else None, mode, page.deprecated),
            self._page_texts(page, section),
            lambda texts: self._fill_frame(texts, page, section),
        )
        filled = fill_frame(frame, self.slot_rules.fill(mode, content))
        return RenderedPage(
            OutputFile(page_output(page.url), filled.data),
            tuple(OutputFile(output, data) for output, data in content.files.items()),
            self._search_record(page, section, content),
            content.problems,
            filled.slots,
            content.needs,
            content.fragments,
        )

    def render_theme(self) -> Iterator[OutputFile]:
        """Render the files that pages share whatever they hold: the theme's, the page not found."""
        for name, content in self.assets.contents.items():
            yield OutputFile(self.assets.output(name), content)
        for output, content in self._site_styles.fonts.files.items():
            yield OutputFile(output, content)
        yield OutputFile(self._icons.output, self._icons.sprite.encode())
        yield OutputFile("404.html", self._render_not_found().encode())
        if self.has_api_pages:
            script = self._asset("playground/auth/oauth-return.js")
            html = self._fill("signed_in.html", script=script)
            yield OutputFile(SIGNED_IN, html.encode())

    def render_shared(self) -> Iterator[OutputFile]:
        """Render all files that belong to no page; some are known when the pages are rendered."""
        yield from self.render_theme()
        yield from map(self.fill_api_part, self.render_api_parts())
        yield from self.render_redirects()

    def render_api_parts(self) -> Iterator[ApiPart]:
        """Render what the API pages rendered so far have in common."""
        if not self.has_api_pages:
            return
        for output, data in self._api.files.items():
            yield ApiPart(output, data)
        for fragment in self._api.render_fragments():
            yield ApiPart(fragment.output, fragment.html.encode(), fragment.title)
        for output, data in self._api.render_schemas():
            yield ApiPart(output, data)

    def fill_api_part(self, part: ApiPart) -> OutputFile:
        """Return the file of something that API pages have in common."""
        if part.title is None:
            return OutputFile(part.output, part.data)
        before, between, above, below = self._fragment_frame
        title = escape_attribute(part.title).encode()
        data = b"".join((before, title, between, title, above, part.data, below))
        return OutputFile(part.output, data)

    def render_redirects(self) -> Iterator[OutputFile]:
        """Render the pages that only lead elsewhere."""
        for url, target in self._leading_elsewhere():
            html = self._fill("redirect.html", target=target)
            yield OutputFile(page_output(url), html.encode())

    def render_api_file(self, output: str) -> OutputFile | None:
        """Render one of the files that API pages shown so far refer to: it belongs to no page."""
        if not self.has_api_pages:
            return None
        data = self._api.files.get(output) or self._api.render_schema(output)
        if data is not None:
            return OutputFile(output, data)
        fragment = self._api.render_fragment(output)
        if fragment is None:
            return None
        return self.fill_api_part(ApiPart(output, fragment.html.encode(), fragment.title))

    def check(self, place_of: PlaceOf, place_in_page: PlaceInPage) -> Iterator[Problem]:
        """Report what is wrong with what stands around the pages: contrasts, icons, lead lines."""
        yield from check_contrast(self.site.settings, place_of)
        yield from check_fonts(self.web_fonts, self.site.settings, place_of)
        yield from check_page_end(self.site.settings, self._repository, place_of)
        yield from check_named_files(self.site, place_of)
        yield from check_versions(self.site, place_of)
        yield from check_icons(self.site, place_of, place_in_page)
        yield from check_leads(self.site, self.links, place_in_page)

    # pages

    def _page_texts(self, page: Page, section: Section | None) -> dict[str, str]:
        """Return what the frame of a page says of it alone, as HTML."""
        settings = self.site.settings
        mode = page.settings.mode or ""
        is_empty = mode in _EMPTY_MODES
        groups = section.groups.get(page.url, ()) if section else ()
        texts = {
            "title": escape_attribute(page_title(page, settings.name)),
            "metadata": render_metadata(page, settings),
            "heading": "" if is_empty else escape_attribute(page.title),
            "description": render_lead(page, self.links).html,
            "eyebrow": render_eyebrow(self._values.eyebrow(groups)),
            "end": "" if is_empty else self._page_end(page),
        }
        if section is not None and mode not in _MODES_WITHOUT_SIDEBAR:
            texts["sidebar"] = self._sidebars[section.key].for_page(page.url)
        if section is not None and not is_empty:
            neighbours = self._values.neighbours(page, section)
            texts.update({name: escape_attribute(text) for name, text in neighbours.items()})
        return texts

    def _fill_frame(self, texts: dict[str, Any], page: Page, section: Section | None) -> str:
        """Fill the template of pages: with the texts of one, and what such pages have in common."""
        mode = page.settings.mode or ""
        parts = self._section_parts(section)
        return self._fill(
            "page.html",
            **texts,
            root=parts.root,
            head=parts.head,
            header=parts.header,
            side=parts.side,
            side_end=self._side_end,
            sidebar_fragment=self._tree_href(section),
            sidebar_is_huge=section is not None and self._sidebars[section.key].is_huge,
            mode=mode,
            deprecated=page.deprecated,
            footer="" if mode == "custom" else self._footer,
        )

    def _page_end(self, page: Page) -> str:
        values = page_end_values(self.site.settings, self._repository, page)
        return self._fill("page_end.html", **values) if values else ""

    def _search_record(
        self, page: Page, section: Section | None, content: PageContent
    ) -> SearchRecord | None:
        if not is_searchable(page, self.site):
            return None
        groups = section.groups.get(page.url, ()) if section else ()
        return SearchRecord(
            href=self.links.page(page.url),
            title=page.title,
            description=page.description or page.settings.description or "",
            breadcrumb=" / ".join(group.name for group in groups if group.name.strip()),
            version=page.version,
            headings=tuple((entry.id, entry.title) for entry in content.contents),
            operation=operation_of(page),
        )

    # API pages

    @cached_property
    def has_api_pages(self) -> bool:
        """Whether any page shows something of an API."""
        return any(page.is_api for page in self.site.pages.values())

    @cached_property
    def _api(self) -> ApiRenderer:
        from octavo.render.api.page import ApiRenderer  # noqa: PLC0415 (many sites have none)

        return ApiRenderer(self.site, self.api_links)

    @cached_property
    def api_links(self) -> LinkResolver:
        """What resolves the links of API pages, apart from all others."""
        return self.links.apart()

    # what pages have in common

    def _section_parts(self, section: Section | None) -> _SectionParts:
        key = section.key if section else None
        parts = self._parts.get(key)
        if parts is None:
            parts = self._parts[key] = self._render_section_parts(section)
        return parts

    def _render_section_parts(self, section: Section | None) -> _SectionParts:
        attributes = root_attributes(self.site.settings, self._look, section)
        values = self._section_values(section)
        return _SectionParts(
            root=render_attributes(attributes),
            head=self._render_head(section),
            header=self._fill("header.html", **values, banner=self._banner),
            side=self._fill("side.html", **values),
        )

    def _section_values(self, section: Section | None) -> dict[str, Any]:
        """Return what the templates around all pages of a section show."""
        values = self._values.common()
        if section is not None:
            values.update(self._values.of_section(section))
            for anchor in values["anchors"]:
                division = anchor["division"]
                anchor["icon"] = self._icons.render(division.icon, division.icon_type)
                anchor["color"] = self._site_styles.color_keys.get(division.name)
        return values

    def _render_head(self, section: Section | None) -> str:
        return self._fill(
            "head.html",
            favicon=self._values.image(self.site.settings.favicon),
            font_preloads=self._site_styles.fonts.preloads,
            stylesheet=self._asset("site.css"),
            author_styles=self._styles,
            bootstrap=inline_script("bootstrap.js"),
            data=site_data(self.site.settings, section, self._base_path, self._twin_hrefs(section)),
        )

    @cached_property
    def _fragment_frame(self) -> list[bytes]:
        """The page of a fragment without its title, which is there twice, and its fields."""
        attributes = root_attributes(self.site.settings, self._look, None)
        slot = f"<!-- slot {os.urandom(8).hex()} -->"
        html = self._fill(
            "fragment.html",
            root=render_attributes(attributes),
            sheets=[self._asset("site.css"), self._asset("api.css")],
            title=slot,
            html=slot,
        )
        return html.encode().split(slot.encode())

    @cached_property
    def _side_end(self) -> str:
        return self._fill("side_end.html", **self._values.common())

    @cached_property
    def _footer(self) -> str:
        values = self._values.footer()
        for social in values["socials"]:
            social["icon"] = self._icons.social(social["type"])
        return self._fill("footer.html", **values)

    @cached_property
    def _banner(self) -> RenderedBanner | None:
        banner = self.site.settings.banner
        return render_banner(banner, self.links) if banner else None

    @cached_property
    def policy(self) -> SitePolicy:
        """What the pages of the site may load and run."""
        return build_site_policy(
            self.site.settings,
            inline_script("bootstrap.js"),
            self._banner.needs if self._banner else {},
        )

    @cached_property
    def slot_rules(self) -> SlotRules:
        """What fills the slots of pages."""
        modes = ("", *sorted(_MODES))
        scripts = {mode: self._scripts_of_mode(mode) for mode in modes}
        return SlotRules(self._base_path, self.assets.folder, scripts, self._scripts)

    def _scripts_of_mode(self, mode: str) -> list[str]:
        settings = self.site.settings
        button = settings.topbar_cta_button
        wanted = {
            "mode.js": not is_mode_forced(settings),
            "versions.js": bool(settings.versions),
            "search.js": True,
            "sidebar.js": mode not in _MODES_WITHOUT_SIDEBAR,
            "contents.js": mode not in MODES_WITHOUT_CONTENTS,
            "headings.js": True,
            "prefetch.js": True,
            "menus.js": bool(settings.versions or settings.banner),
            "repository.js": button is not None and button.type == "github",
            "feedback.js": settings.feedback.thumbs_rating,
            "analytics.js": bool(settings.analytics.as_data()),
            "chat.js": bool(settings.integrations.as_data()),
        }
        return [name for name, is_wanted in wanted.items() if is_wanted]

    def _render_not_found(self) -> str:
        settings = self.site.settings
        written = settings.errors.not_found
        if written.redirect:
            return self._fill("redirect.html", target=self.links.page("/"))
        parts = self._section_parts(self.site.sections.get(self.site.section_of.get("/", "")))
        return self._fill(
            "not_found.html",
            root=parts.root,
            head=parts.head,
            header=parts.header,
            footer=self._footer,
            title=f"Page not found - {settings.name}",
            heading=written.title or "This page does not exist",
            description=written.description
            or "It may have moved, or the address has a slip in it.",
            home=self.links.page("/"),
            scripts=self.slot_rules.script_tags(("mode.js", "search.js", "menus.js", "nearest.js")),
        )

    def _leading_elsewhere(self) -> Iterator[tuple[str, str]]:
        """Return urls without a page, and the address each leads to."""
        site = self.site
        for url, first in site.folders.items():
            yield url, self.links.page(first)
        for redirect in site.redirects:
            if not redirect.pattern and redirect.source not in site.folders:
                target = self.links.resolve(redirect.destination, "")
                if target is not None:
                    yield redirect.source, target.href

    def _fragments(self) -> dict[str, str]:
        """Return the trees that pages load, and what stands around pages in other versions."""
        twins = {twin.key: twin for found in self._twins.values() for twin in found.values()}
        trees = {
            self._tree_name(key): sidebar.whole
            for key, sidebar in self._sidebars.items()
            if sidebar.is_large or key in twins
        }
        around = {
            self._around_name(key): self._fill("version.html", **self._section_values(twin))
            for key, twin in twins.items()
        }
        return {**trees, **around}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(self._sidebars)}

    def _tree_name(self, key: str) -> str:
        return f"navigation-{self._numbers[key]}.html"

    def _around_name(self, key: str) -> str:
        return f"version-{self._numbers[key]}.html"

    def _tree_href(self, section: Section | None) -> str | None:
        """Return where the tree of a section is that is too large for its pages."""
        is_large = section is not None and self._sidebars[section.key].is_large
        return self._asset(self._tree_name(section.key)) if section and is_large else None

    def _twin_hrefs(self, section: Section | None) -> dict[str, dict[str, str]]:
        twins = self._twins.get(section.key, {}) if section else {}
        return {
            version: {
                "tree": self._asset(self._tree_name(twin.key)),
                "around": self._asset(self._around_name(twin.key)),
            }
            for version, twin in twins.items()
        }

    def _fill(self, template: str, **values: Any) -> str:
        return self._environment.render_template(template, **values)

    def _asset(self, name: str) -> str:
        return file_href(self.assets.output(name), self._base_path)


def _theme_icons(icons: ChromeIcons) -> Callable[[str], minijinja.Markup]:
    """Return the function of templates that draws an icon.

    It must not know the renderer: Python cannot see, and never frees, a circle through minijinja.
    """
    return lambda name: minijinja.Markup(icons.theme(name))


def _escape_value(value: Any) -> Any:
    """Escape text in templates by our own rule; minijinja's also escapes every slash."""
    if isinstance(value, str) and not isinstance(value, minijinja.Markup):
        return minijinja.Markup(escape_attribute(value))
    return value
