"""What a host must know of a site: what leads elsewhere, and which files it has."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property

from octavo.outputs.web.file_headers import build_file_headers
from octavo.outputs.web.static_site import (
    Redirect as Moved,
)
from octavo.outputs.web.static_site import (
    build_location,
    escape_location,
    has_controls,
    takes_query,
)
from octavo.site.redirect_patterns import Parameter, Pattern, parse_pattern, split_host
from octavo.site.redirects import Redirect
from octavo.site.urls import LLMS, LLMS_FULL, build_page_output
from octavo.values import dataclass

IMMUTABLE = "public, max-age=31536000, immutable"
"""For files whose name changes whenever they do."""


@dataclass(frozen=True, slots=True)
class Move:
    """An address without a page of its own, and where it leads."""

    url: str
    """Decoded, without the base path and without a slash at the end."""
    location: str
    """Ready for a `Location` header."""
    permanent: bool

    @property
    def takes_query(self) -> bool:
        """Whether the visitor's query goes on to where this leads."""
        return takes_query(self.location)


@dataclass(frozen=True, slots=True)
class PatternMove:
    """A redirect with parameters."""

    source: str
    """As the author wrote it."""
    pattern: Pattern
    destination: tuple[str | Parameter, ...]
    """Escaped texts, and the parameters of the source that stand between them."""
    permanent: bool

    @property
    def takes_query(self) -> bool:
        """Whether the visitor's query goes on to where this leads."""
        return takes_query("".join(part for part in self.destination if isinstance(part, str)))

    @property
    def is_led_by_visitor(self) -> bool:
        """Whether a text of the visitor's follows the first slash of a destination on this site.

        If it begins with a slash or is empty, a host that puts it there as it is leads elsewhere.
        """
        first, *rest = self.destination
        if first != "/" or not rest or isinstance(rest[0], str):
            return False
        return rest[0].takes_slashes


class HostedSite:
    """A built site, as a host sees it."""

    def __init__(
        self,
        base_path: str,
        moves: Sequence[Move],
        patterns: Sequence[PatternMove],
        outputs: Collection[str],
        own_files: Collection[str],
        *,
        is_compressed: bool = False,
    ) -> None:
        self.base_path = base_path
        self.moves = moves
        self.patterns = patterns
        self.outputs = outputs
        """All files that are published."""
        self.is_compressed = is_compressed
        """Whether they stand there in compressed forms, too."""
        self.active_files = sorted(file for file in own_files if build_file_headers(file))
        """The author's files that a browser would run."""
        self.twin_lists = [name for name in (LLMS, LLMS_FULL) if name not in own_files]
        """What Octavo writes of all Markdown twins, which no search engine is to show."""

    def find_urls(self, start: str, matches: Callable[[str], object]) -> Iterator[str]:
        """Return addresses of files that begin with a text and match; a page has two."""
        urls = self._urls
        for at in range(bisect_left(urls, start), len(urls)):
            url = urls[at]
            if not url.startswith(start):
                return
            if matches(url):
                yield url

    @cached_property
    def _urls(self) -> list[str]:
        return sorted({url for output in self.outputs for url in _list_urls(output)})


def build_moves(
    leads: Iterable[tuple[str, str, bool]], outputs: Collection[str], own_files: Collection[str]
) -> tuple[Move, ...]:
    """Return what leads elsewhere; a file at an address counts first."""
    return tuple(
        Move(url, build_location(Moved(target, permanent), b""), permanent)
        for url, target, permanent in leads
        if url[1:] not in outputs
        and build_page_output(url) not in own_files
        and not has_controls(url)
    )


def build_pattern_move(redirect: Redirect, base_path: str) -> PatternMove:
    """Return a redirect with parameters as hosts are told of it."""
    pattern = parse_pattern(redirect.source)
    names = {part.name for part in pattern.parts if isinstance(part, Parameter)}
    host, rest = split_host(redirect.destination)
    texts: list[str | Parameter] = [host or base_path]
    for part in parse_pattern(rest).parts:
        if isinstance(part, Parameter) and part.name in names:
            texts.append(part)
        else:
            texts.append(part if isinstance(part, str) else part.written)
    return PatternMove(redirect.source, pattern, _join(texts), redirect.permanent)


def _join(parts: Sequence[str | Parameter]) -> tuple[str | Parameter, ...]:
    """Escape texts, and join those that follow one another."""
    joined: list[str | Parameter] = []
    for part in parts:
        if isinstance(part, Parameter):
            joined.append(part)
        elif joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part:
            joined.append(part)
    return tuple(part if isinstance(part, Parameter) else escape_location(part) for part in joined)


def _list_urls(output: str) -> tuple[str, ...]:
    if output == "index.html":
        return ("/",)
    if output.endswith("/index.html"):
        folder = output.removesuffix("index.html")
        return f"/{folder}", f"/{folder[:-1]}"
    if output.endswith(".html"):
        return f"/{output}", f"/{output.removesuffix('.html')}"
    return (f"/{output}",)
