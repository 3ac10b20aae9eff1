"""Renders a whole site: shared parts once, pages one by one on demand."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import TYPE_CHECKING

from octavo.content.nodes import Document
from octavo.problems import Location, Problem, explain_fault
from octavo.project.dates import FileDates
from octavo.project.git.repository import Repository
from octavo.project.named_hosts import NamedHosts
from octavo.project.web.font_faces import WebFonts
from octavo.render.api.reference import ApiReference
from octavo.render.basis.changing import PageRules
from octavo.render.basis.policy import SitePolicy
from octavo.render.basis.rendered import OutputFile
from octavo.render.basis.wording import load_wording
from octavo.render.content.leads import check_leads
from octavo.render.content.page import ImageSize
from octavo.render.listings.robots import ROBOTS, render_robots
from octavo.render.listings.sitemap import SITEMAP, render_page_list
from octavo.render.shell.below_text.page_end import check_page_end
from octavo.render.shell.below_text.related import check_related
from octavo.render.shell.icons import ChromeIcons, check_icons
from octavo.render.shell.named_files import check_named_files
from octavo.render.shell.page_menu import check_page_menu
from octavo.render.shell.page_shell import PageShell
from octavo.render.shell.slots import PageContent, build_failure, render_text
from octavo.render.shell.surroundings import Surroundings
from octavo.render.styling.fonts import check_fonts
from octavo.render.styling.styles import render_site_styles
from octavo.render.styling.surfaces import check_colors
from octavo.site.address import SiteAddress
from octavo.site.api.bindings import PlaceInPage
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Site
from octavo.site.navigation import PlaceOf
from octavo.site.urls import build_page_output
from octavo.site.versions.twins import check_versions

if TYPE_CHECKING:
    from octavo.render.pictures.share import SharePictures

_NO_ADDRESS = SiteAddress()
_NO_DATES = FileDates()
_NO_FONTS = WebFonts()
_NO_HOSTS = NamedHosts()


class SiteRenderer:
    """Renders the pages of one site for one base path, and their shared files."""

    def __init__(  # noqa: PLR0913 (each has its name)
        self,
        site: Site,
        *,
        styles: tuple[str, ...] = (),
        scripts: tuple[str, ...] = (),
        address: SiteAddress = _NO_ADDRESS,
        repository: Repository | None = None,
        web_fonts: WebFonts = _NO_FONTS,
        named_hosts: NamedHosts = _NO_HOSTS,
        dates: FileDates = _NO_DATES,
        pictures: SharePictures | None = None,
    ) -> None:
        self.site = site
        self.web_fonts = web_fonts
        self.named_hosts = named_hosts
        self.dates = dates
        self.pictures = pictures
        """Draws the share pictures of pages, if they are enabled and possible."""
        self.links = LinkResolver(site, address.base_path, address.origin)
        self.repository = repository
        self.icons = ChromeIcons(site, self.links)
        self._styles = render_site_styles(site, self.links.link_file, web_fonts)
        author_styles = [self.links.link_file(source) for source in styles]
        author_scripts = [self.links.link_file(source) for source in scripts]
        self._around = Surroundings(
            site, self.links, self.icons, self._styles, author_styles, named_hosts
        )
        self.assets = self._around.assets
        self.shell = PageShell(
            site, self.links, self._around, repository, author_scripts, dates, pictures
        )
        self.api = ApiReference(site, self.links, self._around, self.policy)

    def render_content(
        self, page: Page, document: Document, links: LinkResolver, image_size: ImageSize
    ) -> PageContent:
        """Render a page's own content."""
        if page.is_api:
            return self.api.render_content(page, document, links, image_size)
        say = load_wording(page.language)
        return render_text(page.source, document, links, image_size, say)

    def render_failure(self, page: Page, error: BaseException, line: int) -> PageContent:
        """Return the content of a page that failed because of an error in Octavo, and report it."""
        problem = explain_fault(error, "this page", Location(page.source, line))
        problems: tuple[Problem, ...] = (problem,)
        if page.generated and page.binding is not None:
            from octavo.openapi.document.shapes import report_fault  # noqa: PLC0415 (many sites have none)

            report_fault(page.binding.document, page.binding.place, problem)
            problems = ()
        return build_failure(load_wording(page.language), problems)

    def render_theme(self) -> Iterator[OutputFile]:
        """Render the files that don't depend on pages: the theme's, and the page not found."""
        for name, content in self.assets.contents.items():
            yield OutputFile(self.assets.find_output(name), content)
        for output, content in self._styles.fonts.files.items():
            yield OutputFile(output, content)
        yield OutputFile(self.icons.output, self.icons.sprite.encode())
        yield OutputFile("404.html", self.shell.render_not_found().encode())
        if self.api.has_pages:
            yield self.api.render_signed_in()

    def render_listings(
        self, pages: Iterable[tuple[str, PageRules]], own_files: Container[str]
    ) -> Iterator[OutputFile]:
        """Render the lists of the site's pages, if its address is known.

        `pages` are URLs and rules; `own_files` are outputs of the author.
        """
        links = self.links
        if not links.origin:
            return
        files = render_page_list(pages, links, self.dates)
        for output, content in files.items():
            yield OutputFile(output, content)
        # Readers don't find this one in a path.
        if not links.base_path:
            has_sitemap = SITEMAP in files or SITEMAP in own_files
            sitemap = links.build_absolute(links.link_file(SITEMAP)) if has_sitemap else None
            yield OutputFile(ROBOTS, render_robots(sitemap))

    def list_rules(self) -> Iterator[tuple[str, PageRules]]:
        """Yield the URLs of all pages, with the facts about each besides its text."""
        for page in self.site.pages.values():
            yield page.url, self.shell.heads.build_listing_rules(page)

    @property
    def hidden_files(self) -> frozenset[str]:
        """The author's files that describe hidden operations."""
        has_hidden = self.api.has_pages or self.site.held_back.documents
        return self.api.downloads.hidden.files if has_hidden else frozenset()

    def render_redirects(self, has_file: Callable[[str], bool]) -> Iterator[OutputFile]:
        """Render the pages that only redirect, for URLs with such a file."""
        for url, target, _ in self.list_leads():
            if not has_file(url):
                continue
            yield OutputFile(build_page_output(url), self.shell.render_redirect(target).encode())

    def check(self, place_of: PlaceOf, place_in_page: PlaceInPage) -> Iterator[Problem]:
        """Report the problems around the pages: contrasts, icons, descriptions."""
        yield from check_colors(self.site.settings, place_of)
        yield from check_fonts(self.web_fonts, self.site.settings, place_of)
        yield from check_page_end(self.site.settings, self.repository, place_of)
        yield from check_page_menu(self.site, self.links, place_of)
        yield from check_named_files(self.site, place_of)
        yield from check_versions(self.site, place_of)
        yield from check_icons(self.site, place_of, place_in_page)
        yield from check_leads(self.site, self.links, place_in_page)
        yield from check_related(self.site, self.links, place_in_page)
        if self.links.origin and self.site.settings.seo.pictures and self.pictures is None:
            from octavo.render.pictures.share import explain_undrawn  # noqa: PLC0415 (many sites draw nothing)

            yield explain_undrawn(place_of(("seo", "siteUrl")))

    @property
    def policy(self) -> SitePolicy:
        """The policies of the site's pages; `of_page({})` is that of a page without needs."""
        return self.shell.rules.policy

    def list_leads(self) -> Iterator[tuple[str, str, bool]]:
        """Yield URLs without a page, the target of each, and whether the redirect is permanent."""
        site = self.site
        for url, first in site.folders.items():
            yield url, self.links.link_page(first), False
        for redirect in site.redirects:
            if not redirect.pattern and redirect.source not in site.folders:
                target = self.links.resolve(redirect.destination, "")
                if target is not None:
                    yield redirect.source, target.href, redirect.permanent
