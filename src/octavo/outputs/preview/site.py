"""One state of a site as the preview shows it: what a request asks for is made when it is asked.

Pages are rendered by the code that builds them, so they are the same bytes; nothing is written.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping

from octavo.content.javascript.evaluation import Evaluate
from octavo.outputs.documents import DocumentLoader
from octavo.outputs.pages import Contents, build_page
from octavo.outputs.site_renderer import LoadFonts, build_renderer, check_site
from octavo.problems import Problem
from octavo.project.discover import Project
from octavo.project.images import image_size_lookup
from octavo.render.assets.theme_files import FOLDER
from octavo.render.site import SiteRenderer
from octavo.site.build import LoadedSite
from octavo.site.fragments import LinkingPage, check_fragments, lost_link_problems
from octavo.site.model import Page, Site
from octavo.site.redirects import Redirects, build_redirects
from octavo.site.search import join_records
from octavo.site.urls import page_output
from octavo.values import dataclass, field, replace

NOT_FOUND = "404.html"
_PAGES_KEPT = 100
_API_FOLDER = f"{FOLDER}/api/"


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A rendered page; `html` is None where its file cannot be read."""

    html: str | None
    digest: str
    """Changes when the HTML does."""
    files: Mapping[str, bytes]
    """What was made with it, such as diagrams, by output."""
    entry: str | None
    """Its entry in the search index."""
    problems: tuple[Problem, ...]
    sources: frozenset[str]
    """The files that went into it."""
    policy: str = ""
    """What it may load and run."""


class ImageSizes:
    """The sizes of pictures, which are read again after one has changed."""

    def __init__(self, project: Project) -> None:
        self.size_of = image_size_lookup(project)

    def renew(self, project: Project) -> None:
        """Forget what is known."""
        self.size_of = image_size_lookup(project)

    def __call__(self, source: str) -> tuple[int, int] | None:
        """Return the size of a picture, by source."""
        return self.size_of(source)


@dataclass(slots=True)
class PreviewSite:
    """A site and the pages of it that were rendered so far; safe to use from several threads."""

    project: Project
    site: Site
    renderer: SiteRenderer
    contents: Contents[Page]
    problems: tuple[Problem, ...]
    redirects: Redirects
    evaluate: Evaluate
    image_sizes: ImageSizes
    collect_api_problems: Callable[[], tuple[Problem, ...]]
    _pages: OrderedDict[str, ShownPage] = field(default_factory=OrderedDict)
    _entries: dict[str, tuple[str | None, frozenset[str]]] = field(default_factory=dict)
    """The entries of pages in the search index, and the files that went into them."""
    _page_of_file: dict[str, str] = field(default_factory=dict)
    """The url of the page that a further file was made with."""
    _theme: dict[str, bytes] | None = None
    _knows_all_fragments: bool = False
    _findings: tuple[int, ...] | None = None
    _api_problems: tuple[Problem, ...] = ()
    _search_index: bytes | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def page_at(self, output: str) -> Page | None:
        """Return the page that is written as this file."""
        url = url_of(output)
        page = self.site.pages.get(url)
        return page if page is not None and page_output(url) == output else None

    def render(self, url: str) -> ShownPage:
        """Return a page, rendered now or before."""
        with self._lock:
            shown = self._pages.get(url)
            if shown is None:
                shown = self._pages[url] = self._render(self.site.pages[url])
                self._entries[url] = (shown.entry, shown.sources)
                self._page_of_file.update(dict.fromkeys(shown.files, url))
            self._pages.move_to_end(url)
            if len(self._pages) > _PAGES_KEPT:
                self._pages.popitem(last=False)
            return shown

    def made_file(self, output: str) -> bytes | None:
        """Return a file that was made for the site, or for a page of it that was shown."""
        with self._lock:
            if output in self.theme():
                return self.theme()[output]
            url = self._page_of_file.get(output)
            found = self.render(url).files.get(output) if url is not None else None
            return self._api_file(output) if found is None else found

    def theme(self) -> Mapping[str, bytes]:
        """Return the files that all pages share."""
        with self._lock:
            if self._theme is None:
                files = self.renderer.render_theme()
                self._theme = {file.output: file.content for file in files}
            return self._theme

    def api_problems(self) -> tuple[Problem, ...]:
        """Return what is wrong with the API documents, as far as pages made them be read."""
        with self._lock:
            found = tuple(len(document.findings) for document in self.site.api_documents)
            if found != self._findings:
                self._findings = found
                self._api_problems = self.collect_api_problems()
            return self._api_problems

    def urls_to_search(self) -> list[str]:
        """Return the pages that must be rendered before the search index is complete."""
        return [url for url in self.site.pages if url not in self._entries]

    def search_index(self) -> bytes:
        """Return the search index."""
        with self._lock:
            if self._search_index is None:
                for url in self.urls_to_search():
                    self.render(url)
                entries = (self._entries[url][0] for url in self.site.pages)
                self._search_index = join_records(filter(None, entries)).encode()
            return self._search_index

    def with_project(
        self, project: Project, touched: Iterable[str], *, pictures: bool = False
    ) -> PreviewSite:
        """Return the same site over files that changed, without the pages that were made of them.

        If `pictures` changed, any page may show them.
        """
        touched = frozenset(touched)
        if pictures:
            self.image_sizes.renew(project)
        with self._lock:
            pages = {
                url: page
                for url, page in self._pages.items()
                if not pictures and page.sources.isdisjoint(touched)
            }
            entries = {
                url: known for url, known in self._entries.items() if known[1].isdisjoint(touched)
            }
            return replace(
                self,
                project=project,
                contents=replace(self.contents, documents=DocumentLoader(project, self.evaluate)),
                _pages=OrderedDict(pages),
                _entries=entries,
                _page_of_file=dict(self._page_of_file),
                _search_index=None,
                _lock=threading.RLock(),
            )

    def _api_file(self, output: str) -> bytes | None:
        """Return a part of an API document; those inside of others are known when these are."""
        file = self.renderer.api.render_file(output)
        if file is None and output.startswith(_API_FOLDER) and not self._knows_all_fragments:
            self._knows_all_fragments = True
            for _ in self.renderer.api.render_parts():
                pass
            file = self.renderer.api.render_file(output)
        return file.content if file else None

    def _render(self, page: Page) -> ShownPage:
        built = build_page(page, self.contents.build, self.renderer)
        said, rendered = built.said, built.rendered
        sources = frozenset((page.source, *said.dependencies))
        if said.content is None or rendered is None:
            return ShownPage(None, "", {}, None, said.problems, sources)
        html = rendered.file.content
        own = LinkingPage(page.url, said.content.fragments, page.is_api)
        checked = check_fragments([own], self.renderer.links.base_path, lambda _: html)
        return ShownPage(
            html.decode(),
            digest_of(html),
            said.content.files,
            rendered.entry,
            (*said.problems, *lost_link_problems(checked)),
            sources,
            self.renderer.policy.render(said.content.needs),
        )


def build_preview_site(
    project: Project, loaded: LoadedSite, evaluate: Evaluate, load_fonts: LoadFonts
) -> PreviewSite:
    """Return a site of which nothing is rendered yet; `loaded` has one."""
    site = loaded.site
    assert site is not None  # noqa: S101  (the caller has looked)
    image_sizes = ImageSizes(project)
    renderer = build_renderer(project, site, load_fonts)
    return PreviewSite(
        project,
        site,
        renderer,
        Contents(DocumentLoader(project, evaluate), renderer, image_sizes),
        check_site(project, renderer, loaded),
        build_redirects(site.redirects),
        evaluate,
        image_sizes,
        loaded.collect_api_problems,
    )


def url_of(output: str) -> str:
    """Return the url whose page would be written as this file."""
    return "/" + output.removesuffix("index.html").rstrip("/")


def digest_of(content: bytes) -> str:
    """Return a short name for content."""
    return hashlib.sha256(content).hexdigest()[:16]
