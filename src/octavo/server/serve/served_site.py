"""Finds the file for a request in a state of a site, and the encoding for the reader."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote

from octavo.builder.publish.compressed import find_compressors, is_compressible
from octavo.builder.served.file_headers import (
    IMMUTABLE,
    NOT_INDEXED,
    REVALIDATED,
    build_file_headers,
    build_page_headers,
    find_content_type,
    link_twin,
)
from octavo.builder.served.locations import Redirect
from octavo.builder.served.manifest import FORMS
from octavo.render.assets.theme_files import FOLDER
from octavo.render.basis.policy import allow_calls
from octavo.server.serve.content_memory import ContentMemory
from octavo.server.serve.generation import Generation
from octavo.server.web.accept import choose_encoding, prefers_markdown
from octavo.server.web.static_site import ServedFile, Stream
from octavo.settings.urls import is_external
from octavo.site.urls import (
    LLMS,
    LLMS_FULL,
    build_file_href,
    build_page_href,
    build_page_output,
    normalize_url,
    split_fragment,
)
from octavo.values import Struct

_NOT_FOUND = "404.html"
_HASHED = re.compile(rf"{re.escape(FOLDER)}/[0-9a-f]{{12}}/")
_LARGEST_IN_MEMORY = 1 << 20


class RequestedSite(Struct, frozen=True):
    """A state of a site for one request; see `StaticSite`."""

    generation: Generation
    memory: ContentMemory
    accept: str = ""
    accept_encoding: str = ""
    has_proxy: bool = True

    def has(self, output: str) -> bool:
        """Tell whether a page exists."""
        return output in self.generation.files

    async def load(self, output: str) -> ServedFile | None:
        """Return a file in the reader's encoding, which is created if needed."""
        encoding = self._find_missing(output)
        if encoding is not None:
            await self.memory.compress(self.generation, self._choose_twin(output)[0], encoding)
        return self.find(output)

    def find(self, output: str) -> ServedFile | None:
        """Return a file at once, uncompressed if its encoding isn't ready."""
        if output not in self.generation.files:
            return None
        sent, twin = self._choose_twin(output)
        return self._build(sent, twin)

    def is_ready(self, output: str) -> bool:
        """Tell whether a file is ready in the reader's encoding."""
        return output in self.generation.files and self._find_missing(output) is None

    def find_redirect(self, url: str) -> Redirect | None:
        """Return the target of a URL without a file."""
        redirects = self.generation.redirects
        redirect = redirects.find(url)
        if redirect is None:
            return None
        location = redirect.destination
        if url not in redirects.exact and not is_external(location):
            location = self._resolve(location)
        return Redirect(location, redirect.permanent)

    async def load_not_found(self) -> ServedFile | None:
        """Return the page for missing paths."""
        return await self.load(_NOT_FOUND)

    def _resolve(self, destination: str) -> str:
        """Return the filled-in target of a pattern."""
        base_path = self.generation.manifest.base_path
        path, rest = split_fragment(destination)
        path = unquote(path)  # Links are escaped later.
        url = normalize_url(path)
        if build_page_output(url) in self.generation.files:
            return build_page_href(url, base_path) + rest
        return build_file_href(path.lstrip("/"), base_path) + rest

    def _choose_twin(self, output: str) -> tuple[str, str | None]:
        """Return the file to send instead of a page, and the location of its Markdown."""
        twin = find_twin(output)
        if twin is None or twin not in self.generation.files:
            return output, None
        return twin if prefers_markdown(self.accept) else output, twin

    def _choose_form(self, output: str) -> tuple[str | None, str]:
        """Return the best encoding for the reader, and the file that has it.

        Files from the build come first. The file is empty if the encoding must be created.
        """
        files, encodings = self.generation.files, choose_encoding(self.accept_encoding)
        if output in self.generation.manifest.compressed:
            for encoding in encodings:
                form = output + FORMS.get(encoding, "")
                if form != output and form in files:
                    return encoding, form
        if is_compressible(output, files[output].size):
            for encoding in encodings:
                if encoding in find_compressors():
                    return encoding, ""
        return None, output

    def _find_missing(self, output: str) -> str | None:
        """Return the encoding that must be created to send a file."""
        files = self.generation.files
        if output not in files:
            return None
        sent, _ = self._choose_twin(output)
        encoding, form = self._choose_form(sent)
        is_there = form or encoding is None or self.memory.find(files[sent].digest, encoding)
        return None if is_there else encoding

    def _build(self, output: str, twin: str | None) -> ServedFile:
        manifest, files = self.generation.manifest, self.generation.files
        headers = dict(self._build_headers(output))
        if twin is not None and output != twin:
            headers.update(link_twin(build_file_href(twin, manifest.base_path)))
        encoding, form = self._choose_form(output)
        content: bytes | Stream | None = None
        if encoding is not None and not form:
            content = self.memory.find(files[output].digest, encoding)
            encoding, form = (None, output) if content is None else (encoding, "")
        if encoding is not None:
            headers["Content-Encoding"] = encoding
        vary = ["Accept"] if twin is not None else []
        if is_compressible(output, files[output].size):
            vary.append("Accept-Encoding")
        if vary:
            headers["Vary"] = ", ".join(vary)
        etag = files[form].digest if form else f"{files[output].digest}-{encoding}"
        return ServedFile(
            self._load_content(form) if content is None else content,
            find_content_type(output),
            f'"{etag}"',
            headers,
            IMMUTABLE if _HASHED.match(output) else REVALIDATED,
        )

    def _load_content(self, form: str) -> bytes | Stream:
        if self.generation.files[form].size > _LARGEST_IN_MEMORY:
            return Stream(lambda: self.generation.open(form))
        return self.memory.load(self.generation, form)

    def _build_headers(self, output: str) -> Mapping[str, str]:
        manifest = self.generation.manifest
        if output in manifest.foreign:
            return build_file_headers(output)
        if output.endswith(".html"):
            policy = manifest.policies.get(output, manifest.policy)
            return build_page_headers(policy if self.has_proxy else allow_calls(policy))
        return NOT_INDEXED if output.endswith(".md") or output in (LLMS, LLMS_FULL) else {}


def find_twin(output: str) -> str | None:
    """Return the location of a page's Markdown, if the site has it; None for other files."""
    if output == "index.html":
        return "index.md"
    return f"{output.removesuffix('/index.html')}.md" if output.endswith("/index.html") else None
