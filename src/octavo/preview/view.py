"""One state of a project for requests, with pages rendered on demand."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from octavo.builder.pages.leads import NOT_FOUND
from octavo.builder.pages.table import Row
from octavo.builder.served.file_headers import (
    NOT_INDEXED,
    build_file_headers,
    build_page_headers,
    find_content_type,
    link_twin,
)
from octavo.builder.served.locations import Redirect
from octavo.preview.follow.state import PreviewState
from octavo.preview.for_authors.log import ProblemLog
from octavo.preview.site import PreviewPage, PreviewSite, compute_digest
from octavo.problems import Problem
from octavo.project.discover import build_line_lookup
from octavo.project.files import SourceFile, open_source
from octavo.project.public.secrets import find_secret
from octavo.render.assets.theme_files import FOLDER
from octavo.render.basis.policy import allow_calls
from octavo.server.web.accept import prefers_markdown
from octavo.server.web.static_site import ServedFile, Stream, find_answer, find_output
from octavo.settings.urls import is_external
from octavo.site.model import Page
from octavo.site.urls import build_twin_output
from octavo.values import Struct, field

_HASHED_FOLDER = re.compile(rf"({re.escape(FOLDER)}/[0-9a-f]{{12}})/(.+)")
_PAGES_AT_ONCE = 10

Result = TypeVar("Result")


class Rendering:
    """Renders in one separate thread, for the views of all states."""

    def __init__(self, log: ProblemLog) -> None:
        self._log = log
        self._renderer = ThreadPoolExecutor(1, "render")
        self._asset_folders: set[str] = set()

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Run a function in the render thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._renderer, work, *arguments)

    def report(self, state: PreviewState, place: str, problems: tuple[Problem, ...]) -> None:
        """Report the problems of a page."""
        self._log.report(place, problems, build_line_lookup(state.project))

    def leave(self, state: PreviewState) -> None:
        """Note that another state replaces this one."""
        if state.site is not None:
            # Running scripts load others from their own folder.
            self._asset_folders.add(state.site.renderer.assets.folder)

    def find_current_output(self, site: PreviewSite, output: str) -> str:
        """Return the current output for one of an earlier state."""
        match = _HASHED_FOLDER.fullmatch(output)
        if match is None or match[1] not in self._asset_folders:
            return output
        return site.renderer.assets.find_output(match[2])

    def close(self) -> None:
        """End the render thread."""
        self._renderer.shutdown(wait=False, cancel_futures=True)


class SiteView(Struct, frozen=True):
    """One state of the site, in which `static_site` finds files."""

    state: PreviewState
    rendering: Rendering
    own_files: Mapping[str, bytes] = field(default_factory=dict)
    """Files of the server, by output, which have priority over those of the site."""
    finish: Callable[[str, str], str] = lambda html, _digest: html
    """Adds the server's parts to the HTML of a page with the given digest."""
    has_proxy: bool = True
    accept: str = ""
    """The `Accept` header of the request."""

    @property
    def site(self) -> PreviewSite:
        """The site of the state."""
        assert self.state.site is not None  # noqa: S101  (who made the view has checked it)
        return self.state.site

    def has(self, output: str) -> bool:
        """Tell whether this page or file of the author exists."""
        return output in self.site.site.files or self.site.find_page(output) is not None

    async def load(self, output: str) -> ServedFile | None:
        """Return a file; in a build, later steps replace earlier files, so they come first here."""
        if output in self.own_files:
            return _build_file(output, self.own_files[output])
        site = self.site
        if output in site.site.files and not await self._is_withheld(output):
            return self._build_stream(site.project.files[output])
        page = site.find_page(output) or site.find_twin_page(output)
        if page is not None:
            return await self._load_page(page, output)
        row = site.find_row(output)
        if row is not None:
            return await self._load_of_pages(row, output)
        content = await self.rendering.run(self._find_file, output)
        if content is None:
            return None
        headers = self._build_headers(self._policy) if output.endswith(".html") else {}
        return _build_file(output, content, headers)

    async def _is_withheld(self, source: str) -> bool:
        """Tell whether a build would not publish a file of the author."""
        if self.site.is_doubtful(source) and not self.site.is_named(source):
            await self._render_missing()
            if not self.site.is_named(source):
                return True
        return self._is_secret(source)

    def _is_secret(self, source: str) -> bool:
        descriptor, _ = open_source(self.site.project.root, self.site.project.files[source])
        if descriptor is None:
            return False
        try:
            return bool(find_secret(descriptor, source))
        finally:
            os.close(descriptor)

    async def _load_page(self, page: Page, output: str) -> ServedFile | None:
        """Return a page, or its Markdown twin if that is requested."""
        preview = await self.rendering.run(self.site.render, page.url)
        await self._report(page, preview)
        if preview.html is None:
            return None
        is_page = output.endswith(".html")
        vary = {"Vary": "Accept"} if is_page else {}
        if preview.twin is None:
            return self._build_page(preview.html, preview.digest, preview.policy)
        twin = build_twin_output(page.url)
        if not is_page or prefers_markdown(self.accept):
            return _build_file(twin, preview.twin, {**NOT_INDEXED, **vary})
        link = link_twin(self.site.renderer.links.link_twin(page.url))
        return self._build_page(preview.html, preview.digest, preview.policy, {**link, **vary})

    async def _load_of_pages(self, row: Row, output: str) -> ServedFile | None:
        """Return a file that depends on all pages."""
        if row.needs_pages:
            await self._render_missing()
        content = await self.rendering.run(self.site.make, row, output)
        headers = {} if output.endswith(".json") else NOT_INDEXED
        return None if content is None else _build_file(output, content, headers)

    def find_redirect(self, url: str) -> Redirect | None:
        """Return the target of a URL without a page."""
        site = self.site
        first = site.site.folders.get(url)
        if first is not None:
            return Redirect(site.renderer.links.link_page(first), permanent=False)
        rule = site.redirects.find(url)
        if rule is None:
            return None
        if is_external(rule.destination):
            return Redirect(rule.destination, rule.permanent)
        target = site.renderer.links.resolve(rule.destination, "")
        return Redirect(target.href, rule.permanent) if target else None

    async def load_not_found(self) -> ServedFile | None:
        """Return the page for missing paths."""
        content = await self.rendering.run(self._find_file, NOT_FOUND)
        if content is None:
            return None
        return self._build_page(content.decode(), _build_missing_digest(content), self._policy)

    async def load_page_state(self, path: str) -> tuple[str, tuple[Problem, ...]]:
        """Return the digest of the page at a path, and its problems."""
        page = self.site.find_page(find_output(path) or "")
        problems: tuple[Problem, ...] = ()
        if page is not None:
            preview = await self.rendering.run(self.site.render, page.url)
            problems = await self._report(page, preview)
            if preview.html is not None:
                return preview.digest, problems
        answer = await find_answer(path, self)
        if isinstance(answer, Redirect):
            return f"moved:{answer.location}", problems
        content = await self.rendering.run(self._find_file, NOT_FOUND)
        return _build_missing_digest(content or b""), problems

    async def _report(self, page: Page, preview: PreviewPage) -> tuple[Problem, ...]:
        """Print and return the problems of a page, and of the API document that it shows."""
        self.rendering.report(self.state, page.url, preview.problems)
        if page.binding is None:
            return preview.problems
        of_documents = await self.rendering.run(self.site.list_api_problems)
        self.rendering.report(self.state, "API documents", of_documents)
        return (*preview.problems, *of_documents)

    @property
    def _policy(self) -> str:
        """The policy of pages without the author's content."""
        return self.site.renderer.policy.build_page_policy({}).header

    def _build_page(
        self, html: str, digest: str, policy: str, headers: Mapping[str, str] | None = None
    ) -> ServedFile:
        content = self.finish(html, digest).encode()
        return _build_file(NOT_FOUND, content, {**self._build_headers(policy), **(headers or {})})

    def _build_headers(self, policy: str) -> Mapping[str, str]:
        return build_page_headers(policy if self.has_proxy else allow_calls(policy))

    def _build_stream(self, file: SourceFile) -> ServedFile:
        root = self.site.project.root
        version = self.state.changed_files.get(file.source, 0)
        facts = file.modified_ns, file.changed_ns, file.size, file.identity[1], version
        etag = f'"{"-".join(f"{each:x}" for each in facts)}"'
        stream = Stream(lambda: open_source(root, file)[0])
        source = file.source
        return ServedFile(stream, find_content_type(source), etag, build_file_headers(source))

    def _find_file(self, output: str) -> bytes | None:
        return self.site.find_file(self.rendering.find_current_output(self.site, output))

    async def _render_missing(self) -> None:
        """Render the missing pages, a few at a time, so that other requests needn't wait."""
        urls = self.site.list_missing()
        for start in range(0, len(urls), _PAGES_AT_ONCE):
            await self.rendering.run(self._render_all, urls[start : start + _PAGES_AT_ONCE])

    def _render_all(self, urls: list[str]) -> None:
        for url in urls:
            self.site.render(url)


def _build_file(
    output: str, content: bytes, headers: Mapping[str, str] | None = None
) -> ServedFile:
    return ServedFile(
        content, find_content_type(output), f'"{compute_digest(content)}"', headers or {}
    )


def _build_missing_digest(content: bytes) -> str:
    return f"missing-{compute_digest(content)}"
