"""One state of a site in the preview, with pages rendered on demand.

The code is that of builds, so pages have the same bytes; but the preview writes no files.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from octavo.builder.pages.documents import DocumentLoader
from octavo.builder.pages.held_files import find_doubtful_files, find_held_files
from octavo.builder.pages.named_files import NamedFiles
from octavo.builder.pages.page_build import Contents, build_page
from octavo.builder.pages.site_renderer import (
    LoadDays,
    LoadFonts,
    build_logo_loader,
    build_renderer,
    check_site,
)
from octavo.builder.pages.table import Output, Row, list_rows_of_pages, plan_listings, plan_theme
from octavo.content.front_matter import read_front_matter
from octavo.content.javascript.evaluation import Evaluate
from octavo.problems import Problem, has_fault
from octavo.project.discover import Project
from octavo.project.files import Kind, SourceFile, load_text
from octavo.project.images import build_size_lookup
from octavo.project.public.types import is_public_type
from octavo.render.assets.theme_files import FOLDER
from octavo.render.listings.feeds import ATOM, RSS
from octavo.render.site import SiteRenderer
from octavo.search.entry import PageEntry
from octavo.site.address import SiteAddress
from octavo.site.fragments import LinkingPage, check_fragments, explain_lost_links, read_ids
from octavo.site.load import LoadedSite, read_settings_of
from octavo.site.model import Page, Site
from octavo.site.redirects import Redirects, build_redirects
from octavo.site.urls import build_page_output, build_twin_output, normalize_url
from octavo.values import Struct, field, replace

if TYPE_CHECKING:
    from octavo.render.pictures.share import SharePicture

_PAGES_KEPT = 100
_API_FOLDER = f"{FOLDER}/api/"


class PreviewPage(Struct, frozen=True):
    """A rendered page; `html` is None if its file can't be read."""

    html: str | None
    digest: str
    """Changes when the HTML does."""
    files: Mapping[str, bytes]
    """Other files of the page, such as diagrams, by output."""
    entry: PageEntry | None
    """Its search entry."""
    problems: tuple[Problem, ...]
    sources: frozenset[str]
    """The files that it includes."""
    policy: str = ""
    """Its content security policy."""
    twin: bytes | None = None
    """Its Markdown twin, if it has one."""
    linked: frozenset[str] = frozenset()
    """The linked files that are published only because of links."""

    @property
    def has_fault(self) -> bool:
        """Whether an error in Octavo affects the page."""
        return has_fault(self.problems)


class _KeptTexts(NamedTuple):
    """The facts that the preview keeps of a page that isn't shown."""

    entry: PageEntry | None
    """Its search entry."""
    sources: frozenset[str]
    """The files that it includes."""
    twin: bytes | None
    linked: frozenset[str]
    """The linked files that are published only because of links."""
    has_fault: bool
    """Whether an error in Octavo affects the page, which is rendered again after any change."""


class ImageSizes:
    """The sizes of pictures, which are read again after a change."""

    def __init__(self, project: Project) -> None:
        self.size_of = build_size_lookup(project)

    def renew(self, project: Project) -> None:
        """Forget all sizes."""
        self.size_of = build_size_lookup(project)

    def __call__(self, source: str) -> tuple[int, int] | None:
        """Return the size of a picture, by source."""
        return self.size_of(source)


class PreviewSite(Struct):
    """A site and its pages rendered so far; safe to use from several threads."""

    project: Project
    site: Site
    renderer: SiteRenderer
    contents: Contents
    problems: tuple[Problem, ...]
    redirects: Redirects
    evaluate: Evaluate
    image_sizes: ImageSizes
    collect_api_problems: Callable[[], tuple[Problem, ...]]
    _pages: OrderedDict[str, PreviewPage] = field(default_factory=OrderedDict)
    _entries: dict[str, _KeptTexts] = field(default_factory=dict)
    """The facts about all pages rendered so far."""
    _page_of_file: dict[str, str] = field(default_factory=dict)
    """The URL of the page that produced another file."""
    _shared_outputs: Mapping[str, Output] | None = None
    """The files that don't depend on page texts, by path."""
    _outputs_of_pages: dict[str, Mapping[str, Output]] = field(default_factory=dict)
    """The files that do, by row and path."""
    _knows_all_fragments: bool = False
    _findings: tuple[int, ...] | None = None
    _api_problems: tuple[Problem, ...] = ()
    _pictures: Mapping[str, SharePicture] | None = None
    """The share pictures of all pages, by output."""
    _held_files: frozenset[str] | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def find_page(self, output: str) -> Page | None:
        """Return the page with this output file."""
        url = find_url(output)
        page = self.site.pages.get(url)
        return page if page is not None and build_page_output(url) == output else None

    def render(self, url: str) -> PreviewPage:
        """Return a page, and render it if needed."""
        with self._lock:
            page = self._pages.get(url)
            if page is None:
                page = self._pages[url] = self._render(self.site.pages[url])
                self._entries[url] = _keep_texts(page)
                self._page_of_file.update(dict.fromkeys(page.files, url))
            self._pages.move_to_end(url)
            if len(self._pages) > _PAGES_KEPT:
                self._pages.popitem(last=False)
            return page

    def is_doubtful(self, source: str) -> bool:
        """Tell whether a file of the author is published only if a page links to it."""
        is_hidden = source in self.renderer.hidden_files or source in self.find_held_files()
        return is_hidden or not is_public_type(source)

    def find_held_files(self) -> frozenset[str]:
        """Return the files that only unpublished pages name."""
        if self._held_files is None:
            doubtful = find_doubtful_files(self.project, self.site)
            self._held_files = find_held_files(self.project, self.site, doubtful)
        return self._held_files

    def is_named(self, source: str) -> bool:
        """Tell whether settings, style sheets or pages rendered so far link to a file.

        For a file with hidden operations, only links of pages count.
        """
        if source not in self.renderer.hidden_files:
            named = NamedFiles(self.project, self.site)
            if named.find((source,)):
                return True
        with self._lock:
            return any(source in texts.linked for texts in self._entries.values())

    def find_file(self, output: str) -> bytes | None:
        """Return a file of the theme, of a rendered page, or of an API document."""
        with self._lock:
            shared = self.list_shared_outputs().get(output)
            if shared is not None:
                return _join(shared)
            url = self._page_of_file.get(output) or self._find_page_of_feed(output)
            content = self.render(url).files.get(output) if url is not None else None
            if content is not None:
                return content
            return self._draw_picture(output) or self._render_api_file(output)

    def list_shared_outputs(self) -> Mapping[str, Output]:
        """Return the files that don't depend on page texts, by path."""
        with self._lock:
            if self._shared_outputs is None:
                listings = plan_listings(self.renderer, self.renderer.list_rules(), self.site.files)
                planned = (*listings.plan(), *plan_theme(self.renderer).plan())
                self._shared_outputs = {output.path: output for output in planned}
            return self._shared_outputs

    def _find_page_of_feed(self, output: str) -> str | None:
        folder, _, name = output.rpartition("/")
        url = f"/{folder}"
        return url if name in (RSS, ATOM) and url in self.site.pages else None

    def list_api_problems(self) -> tuple[Problem, ...]:
        """Return the problems of the API documents that pages have found so far."""
        with self._lock:
            counts = tuple(len(document.findings) for document in self.site.api_documents)
            if counts != self._findings:
                self._findings = counts
                self._api_problems = self.collect_api_problems()
            return self._api_problems

    @property
    def is_complete(self) -> bool:
        """Whether all pages were rendered at least once."""
        return len(self._entries) == len(self.site.pages)

    def list_missing(self) -> list[str]:
        """Return the pages to render before the files that need all pages."""
        return [url for url in self.site.pages if url not in self._entries]

    def list_entries(self) -> list[PageEntry]:
        """Return the search entries of pages."""
        return [entry for url in self.site.pages if (entry := self._entries[url].entry)]

    def measure_twins(self) -> dict[str, int]:
        """Return the sizes of existing Markdown twins in bytes, by URL."""
        return {url: len(each.twin) for url, each in self._entries.items() if each.twin}

    def load_twin(self, url: str) -> bytes:
        """Return the Markdown twin of a page that has one."""
        return self._entries[url].twin or b""

    def find_row(self, path: str) -> Row | None:
        """Return the output for a file that depends on all pages."""
        rows = list_rows_of_pages(self.renderer, self)
        return next((row for row in rows if row.has(path)), None)

    def make(self, row: Row, path: str) -> bytes | None:
        """Return a file that depends on all pages."""
        with self._lock:
            for url in self.list_missing() if row.needs_pages else ():
                self.render(url)
            if row.what not in self._outputs_of_pages:
                planned = {output.path: output for output in row.plan()}
                self._outputs_of_pages[row.what] = planned
            output = self._outputs_of_pages[row.what].get(path)
            return _join(output) if output else None

    def find_twin_page(self, output: str) -> Page | None:
        """Return the page with this Markdown twin."""
        url = normalize_url(output.removesuffix(".md"))
        has_twin = url in self.site.twins and build_twin_output(url) == output
        return self.site.pages[url] if has_twin else None

    def replace_project(
        self, project: Project, sources: Iterable[str], *, pictures: bool = False
    ) -> PreviewSite:
        """Return the same site over changed files, without their pages.

        If `pictures` changed, any page may show them.
        """
        sources = frozenset(sources)
        if pictures:
            self.image_sizes.renew(project)
            if self.renderer.pictures is not None:
                self.renderer.pictures.renew(build_logo_loader(project))
        with self._lock:
            pages = {
                url: page
                for url, page in self._pages.items()
                if not pictures and page.sources.isdisjoint(sources) and not page.has_fault
            }
            entries = {
                url: entry
                for url, entry in self._entries.items()
                if entry.sources.isdisjoint(sources) and not entry.has_fault
            }
            return replace(
                self,
                project=project,
                contents=replace(
                    self.contents, documents=_open_documents(project, self.site, self.evaluate)
                ),
                _pages=OrderedDict(pages),
                _entries=entries,
                _page_of_file=dict(self._page_of_file),
                _outputs_of_pages={},
                _pictures=None,
                _held_files=None,
                _lock=threading.RLock(),
            )

    def _draw_picture(self, output: str) -> bytes | None:
        """Return a share picture, even if its page wasn't requested before."""
        if self.renderer.pictures is None:
            return None
        from octavo.render.pictures.share import FOLDER as SHARE_FOLDER  # noqa: PLC0415 (many sites draw nothing)

        if not output.startswith(SHARE_FOLDER):
            return None
        if self._pictures is None:
            planned = map(self.renderer.shell.plan_picture, self.site.pages.values())
            self._pictures = {picture.output: picture for picture in planned if picture}
        picture = self._pictures.get(output)
        return self.renderer.pictures.draw(picture) if picture else None

    def _render_api_file(self, output: str) -> bytes | None:
        """Return a part of an API document; nested parts are found by rendering all."""
        file = self.renderer.api.render_file(output)
        if file is None and output.startswith(_API_FOLDER) and not self._knows_all_fragments:
            self._knows_all_fragments = True
            for _ in self.renderer.api.render_parts():
                pass
            file = self.renderer.api.render_file(output)
        return file.content if file else None

    def _is_doubtful_file(self, path: str) -> bool:
        return path in self.site.files and self.is_doubtful(path)

    def _render(self, page: Page) -> PreviewPage:
        built_page = build_page(page, self.contents.build, self.renderer)
        body, rendered = built_page.body, built_page.rendered_page
        sources = frozenset((page.source, *body.dependencies))
        if body.content is None or rendered is None:
            return PreviewPage(None, "", {}, None, body.problems, sources)
        html = rendered.file.content
        own = LinkingPage(page.url, body.content.fragments, page.is_api)
        checked = check_fragments([own], self.renderer.links.base_path, lambda _: read_ids(html))
        return PreviewPage(
            html.decode(),
            compute_digest(html),
            {**body.content.files, **rendered.feeds},
            rendered.entry,
            (*body.problems, *explain_lost_links(checked)),
            sources,
            rendered.policy.header,
            rendered.twin.content if rendered.twin else None,
            frozenset(filter(self._is_doubtful_file, body.questions.links)),
        )


def build_preview_site(
    project: Project,
    loaded_site: LoadedSite,
    evaluate: Evaluate,
    load_fonts: LoadFonts,
    address: SiteAddress,
    load_days: LoadDays,
) -> PreviewSite:
    """Return a site without any rendered page; `loaded` must have a site."""
    site = loaded_site.site
    assert site is not None  # noqa: S101  (the caller has checked it)
    image_sizes = ImageSizes(project)
    renderer = build_renderer(project, site, load_fonts, address, load_days)
    failures = loaded_site.collect_api_failures()

    def collect_other_api_problems() -> tuple[Problem, ...]:
        """Return the problems of documents, without load failures, which are reported at once."""
        problems = loaded_site.collect_api_problems()
        return tuple(problem for problem in problems if problem not in failures)

    return PreviewSite(
        project,
        site,
        renderer,
        Contents(_open_documents(project, site, evaluate), renderer, image_sizes),
        (*check_site(project, renderer, loaded_site), *failures),
        build_redirects(site.redirects),
        evaluate,
        image_sizes,
        collect_other_api_problems,
    )


def _join(output: Output) -> bytes:
    content = output.make()
    return content if isinstance(content, bytes) else b"".join(content)


def _keep_texts(page: PreviewPage) -> _KeptTexts:
    return _KeptTexts(page.entry, page.sources, page.twin, page.linked, page.has_fault)


def _open_documents(project: Project, site: Site, evaluate: Evaluate) -> DocumentLoader:
    marks = {page.source: page.settings.marks for page in site.pages.values()}

    def load(file: SourceFile) -> tuple[str | None, tuple[Problem, ...]]:
        """Return a text, except of a page that was hidden after the site was created."""
        text, problems = load_text(project.root, file)
        if text is not None and (file.kind is Kind.PAGE or file.source in marks):
            settings = read_settings_of(read_front_matter(text, file.source), file.source)[0]
            if settings.marks and settings.marks != marks.get(file.source):
                return None, ()
        return text, problems

    return DocumentLoader(project, evaluate, load, site.held_back.sources)


def find_url(output: str) -> str:
    """Return the URL of the page with this output."""
    return "/" + output.removesuffix("index.html").rstrip("/")


def compute_digest(content: bytes) -> str:
    """Return a short name for content."""
    return hashlib.sha256(content).hexdigest()[:16]
