"""Finds what a request asks for in a state of a site, and in which form the reader takes it."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from urllib.parse import unquote

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


class ContentMemory:
    """The files that were asked for last, by their digests; as many as memory is meant for."""

    def __init__(self, most_bytes: int = 64 << 20) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._contents: OrderedDict[str, bytes] = OrderedDict()

    def load(self, generation: Generation, output: str) -> bytes:
        """Return the content of a file, which is read if it is not in memory."""
        digest = generation.files[output].digest
        content = self._contents.get(digest)
        if content is None:
            content = self._contents[digest] = generation.load(output)
            self._bytes += len(content)
            while self._bytes > self._most_bytes:
                self._bytes -= len(self._contents.popitem(last=False)[1])
        else:
            self._contents.move_to_end(digest)
        return content


class RequestedSite(Struct, frozen=True):
    """A state of a site as one request looks it up; see `StaticSite`."""

    generation: Generation
    memory: ContentMemory
    accept: str = ""
    accept_encoding: str = ""
    has_proxy: bool = True

    def has(self, output: str) -> bool:
        """Tell whether there is such a page."""
        return output in self.generation.files

    async def load(self, output: str) -> ServedFile | None:
        """Return a file in the form that the reader takes."""
        return self.find(output)

    def find(self, output: str) -> ServedFile | None:
        """Return the same at once."""
        if output not in self.generation.files:
            return None
        twin = find_twin(output)
        if twin is None or twin not in self.generation.files:
            return self._build(output)
        is_wanted = prefers_markdown(self.accept)
        return self._build(twin if is_wanted else output, ("Accept",), twin)

    def find_redirect(self, url: str) -> Redirect | None:
        """Return where a url without a file leads."""
        redirects = self.generation.redirects
        redirect = redirects.find(url)
        if redirect is None:
            return None
        location = redirect.destination
        if url not in redirects.exact and not is_external(location):
            location = self._resolve(location)
        return Redirect(location, redirect.permanent)

    async def load_not_found(self) -> ServedFile | None:
        """Return the page for paths that lead nowhere."""
        return self._build(_NOT_FOUND) if _NOT_FOUND in self.generation.files else None

    def _resolve(self, destination: str) -> str:
        """Return the address that the destination of a pattern leads to."""
        base_path = self.generation.manifest.base_path
        path, rest = split_fragment(destination)
        path = unquote(path)  # links are escaped when they are made
        url = normalize_url(path)
        if build_page_output(url) in self.generation.files:
            return build_page_href(url, base_path) + rest
        return build_file_href(path.lstrip("/"), base_path) + rest

    def _build(
        self, output: str, vary: tuple[str, ...] = (), twin: str | None = None
    ) -> ServedFile:
        headers = dict(self._build_headers(output))
        if twin is not None and output != twin:
            headers.update(link_twin(build_file_href(twin, self.generation.manifest.base_path)))
        form = output
        if output in self.generation.manifest.compressed:
            vary = (*vary, "Accept-Encoding")
            for encoding in choose_encoding(self.accept_encoding):
                form = output + FORMS[encoding]
                headers["Content-Encoding"] = encoding
                break
        if vary:
            headers["Vary"] = ", ".join(vary)
        return ServedFile(
            self._load_content(form),
            find_content_type(output),
            f'"{self.generation.files[form].digest}"',
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
    """Return where the Markdown of a page stands, if the site has it; None for other files."""
    if output == "index.html":
        return "index.md"
    return f"{output.removesuffix('/index.html')}.md" if output.endswith("/index.html") else None
