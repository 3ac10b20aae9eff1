"""The facts about a site that a host needs: redirects, files, and headers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from octavo.builder.served.file_headers import (
    ALWAYS,
    IMMUTABLE,
    NOT_INDEXED,
    build_file_headers,
    build_page_headers,
)
from octavo.builder.served.locations import Redirect as Moved
from octavo.builder.served.locations import (
    build_location,
    escape_location,
    has_controls,
    takes_query,
)
from octavo.render.basis.policy import FRAME_POLICY
from octavo.site.redirect_patterns import Parameter, parse_pattern, split_host
from octavo.site.redirects import Redirect
from octavo.site.urls import LLMS, LLMS_FULL, build_page_output
from octavo.values import Struct

Parts = tuple[str | Parameter, ...]


class Move(Struct, frozen=True):
    """A redirect, or a second address of a page, with its target."""

    source: str
    """The source in the author's notation."""
    parts: Parts
    """The parts of matching addresses, without the base path and without a trailing slash."""
    destination: Parts
    """Encoded texts for a `Location` header, and parameters of the source between them."""
    permanent: bool

    @property
    def parameters(self) -> list[Parameter]:
        """The parameters of the source; without any, a page at the address redirects, too."""
        return [part for part in self.parts if isinstance(part, Parameter)]

    @property
    def takes_query(self) -> bool:
        """Whether the visitor's query is kept."""
        return takes_query("".join(part for part in self.destination if isinstance(part, str)))

    @property
    def leader(self) -> Parameter | None:
        """The parameter that may contain slashes, right after the first slash of a local target.

        A text that starts with a slash would lead to another site if a host inserts it unchanged.
        """
        first, second = (*self.destination, "")[:2]
        is_leader = first == "/" and isinstance(second, Parameter) and second.takes_slashes
        return second if is_leader and isinstance(second, Parameter) else None


Refusals = list[tuple[Move, str]]
"""Redirects that a host can't have, with the reasons."""


class HostedSite:
    """A built site from the view of a host."""

    def __init__(
        self,
        base_path: str,
        moves: Sequence[Move],
        outputs: Collection[str],
        own_files: Collection[str],
        assets: str,
        *,
        is_compressed: bool = False,
    ) -> None:
        self.base_path = base_path
        self.moves = moves
        self.outputs = outputs
        """All published files."""
        self.assets = assets
        """The folder of files with a new name for each change."""
        self.is_compressed = is_compressed
        """Whether the site also has compressed files."""
        self.active_files = sorted(file for file in own_files if build_file_headers(file))
        """The author's files that could run code in a browser."""
        self.twin_lists = [name for name in (LLMS, LLMS_FULL) if name not in own_files]
        """Octavo's files with all Markdown twins, which search engines must not show."""

    def list_paths(self, move: Move) -> list[str]:
        """Return the paths of a redirect without parameters, except the path of the site itself."""
        if move.parameters:
            return []
        path = f"{self.base_path}{move.parts[0]}"
        return [each for each in (path, f"{path}/") if each != self.base_path]

    def list_headers(self) -> list[tuple[str, Mapping[str, str]]]:
        """Return paths relative to the site's, in which `*` is any text, with their headers."""
        return [
            ("*", dict(ALWAYS) | build_page_headers(FRAME_POLICY)),
            (f"{self.assets}/*", {"Cache-Control": IMMUTABLE}),
            *((path, NOT_INDEXED) for path in ("*.md", *self.twin_lists)),
        ]

    def find_urls(self, move: Move, matches: Callable[[str], object]) -> Iterator[str]:
        """Return the URLs of files that match a redirect; a page has two."""
        urls, start = self._urls, move.parts[0] if isinstance(move.parts[0], str) else ""
        for at in range(bisect_left(urls, start), len(urls)):
            if not urls[at].startswith(start):
                return
            if matches(urls[at]):
                yield urls[at]

    @cached_property
    def _urls(self) -> list[str]:
        return sorted({url for output in self.outputs for url in _list_urls(output)})


def build_moves(
    leads: Iterable[tuple[str, str, bool]],
    redirects: Iterable[Redirect],
    base_path: str,
    outputs: Collection[str],
    own_files: Collection[str],
) -> list[Move]:
    """Return fixed redirects, then redirects with parameters.

    A file at an address has priority.
    """
    exact = [
        Move(url, (url.rstrip("/"),), (build_location(Moved(target, permanent), b""),), permanent)
        for url, target, permanent in leads
        if url[1:] not in outputs
        and build_page_output(url) not in own_files
        and not has_controls(url)
    ]
    return [*exact, *(_build_pattern(each, base_path) for each in redirects if each.pattern)]


def _build_pattern(redirect: Redirect, base_path: str) -> Move:
    parts = parse_pattern(redirect.source).parts
    names = {part.name for part in parts if isinstance(part, Parameter)}
    host, rest = split_host(redirect.destination)
    texts = [
        part.written if isinstance(part, Parameter) and part.name not in names else part
        for part in (host or base_path, *parse_pattern(rest).parts)
    ]
    destination: list[str | Parameter] = []
    for is_text, group in groupby(texts, lambda part: isinstance(part, str)):
        same = list(group)
        text = escape_location("".join(map(str, same))) if is_text else ""
        destination += [text] if text else same
    return Move(redirect.source, parts, tuple(destination), redirect.permanent)


def _list_urls(output: str) -> tuple[str, ...]:
    if output == "index.html":
        return ("/",)
    if output.endswith("/index.html"):
        return f"/{output[:-10]}", f"/{output[:-11]}"
    if output.endswith(".html"):
        return f"/{output}", f"/{output[:-5]}"
    return (f"/{output}",)
