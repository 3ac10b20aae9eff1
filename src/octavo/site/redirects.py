"""Checks redirects and follows them; `redirect_patterns` handles those with parameters."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import unquote

from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.urls import is_external
from octavo.site.redirect_patterns import (
    Pattern,
    fill_destination,
    has_open_host,
    has_parameters,
    parse_pattern,
)
from octavo.site.urls import LONGEST_URL, normalize_url, split_fragment
from octavo.values import Struct, replace

if TYPE_CHECKING:
    from octavo.settings.models.site_settings import Settings
    from octavo.site.model import Page
    from octavo.site.visibility.standing import Standing

PlaceOf = Callable[[tuple[str | int, ...]], Location]

IsThere = Callable[[str], bool]
"""Tells whether a URL has a page, a folder or a file."""

_MOST_STEPS = 100
_MOST_SHOWN = 80
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class Redirect(Struct, frozen=True):
    """A checked redirect; `pattern` redirects have parameters (`:name`, `:name*`, `*`)."""

    source: str
    destination: str
    permanent: bool = True
    pattern: bool = False


class Redirects(Struct, frozen=True):
    """The checked redirects, ready for lookups; the first match in the author's order wins."""

    exact: Mapping[str, Redirect]
    patterns: Sequence[tuple[Pattern, Redirect]]
    places: Mapping[tuple[str, str], Sequence[int]]
    """The indexes of patterns by their first and last texts, which few addresses have."""
    sizes: Collection[tuple[int, int]]
    """The lengths of these texts."""

    def find(self, url: str) -> Redirect | None:
        """Return the redirect of a URL, with its destination filled in."""
        exact = self.exact.get(url)
        if exact is not None:
            return exact
        keys = {(url[:start], url[len(url) - end :]) for start, end in self.sizes}
        for at in sorted(at for key in keys for at in self.places.get(key, ())):
            pattern, redirect = self.patterns[at]
            values = pattern.match(url)
            if values is not None:
                destination = fill_destination(redirect.destination, values)
                return Redirect(url, destination, redirect.permanent)
        return None


def build_redirects(redirects: Iterable[Redirect]) -> Redirects:
    """Index redirects for lookups."""
    exact: dict[str, Redirect] = {}
    patterns: list[tuple[Pattern, Redirect]] = []
    places: dict[tuple[str, str], list[int]] = {}
    for redirect in redirects:
        if redirect.pattern:
            pattern = parse_pattern(redirect.source)
            places.setdefault((pattern.start, pattern.end), []).append(len(patterns))
            patterns.append((pattern, redirect))
        else:
            exact.setdefault(redirect.source, redirect)
    sizes = {(len(start), len(end)) for start, end in places}
    return Redirects(exact, tuple(patterns), places, sizes)


def read_redirects(
    settings: Settings,
    pages: Mapping[str, Page],
    folders: Container[str],
    files: Container[str],
    place_of: PlaceOf,
    held_back: Mapping[str, Standing] | None = None,
) -> tuple[tuple[Redirect, ...], list[Problem]]:
    """Return the usable redirects with shortened chains, and the problems.

    Redirects never lead to hidden pages. They have priority over folders, and over pages that are
    neither listed nor hidden.
    """
    redirects, problems = _read_rules(settings, pages, place_of, held_back or {})

    def is_there(url: str) -> bool:
        return url in pages or url in folders or url[1:] in files

    problems.extend(
        _explain_loop(redirects.pop(index), place_of(("redirects", index)))
        for index in _find_loops(redirects, is_there)
    )
    for index, redirect in redirects.items():
        if redirect.source in pages:
            place = place_of(("redirects", index, "source"))
            problems.append(_explain_replaced(redirect, pages[redirect.source], place))
    problems.extend(_check_destinations(redirects, pages, folders, files, place_of))
    return _shorten_chains(redirects.values(), is_there), problems


def _read_rules(
    settings: Settings,
    pages: Mapping[str, Page],
    place_of: PlaceOf,
    held_back: Mapping[str, Standing],
) -> tuple[dict[int, Redirect], list[Problem]]:
    """Return the valid redirects by their index in the settings, and why others are left out."""
    problems: list[Problem] = []
    redirects: dict[int, Redirect] = {}
    first_index: dict[str, int] = {}
    for index, rule in enumerate(settings.redirects):
        redirect = _read_redirect(rule.source, rule.destination, rule.permanent)
        place = place_of(("redirects", index, "source"))
        page, earlier = pages.get(redirect.source), first_index.get(redirect.source)
        if earlier is not None and redirects[earlier].destination == redirect.destination:
            continue  # both say the same, such as `/a` and `/a/`
        problem = _check_source(redirect, earlier, page, place) or _check_target(
            redirect, held_back, place_of(("redirects", index, "destination"))
        )
        if problem is None:
            redirects[index] = redirect
            first_index[redirect.source] = index
        else:
            problems.append(problem)
    return redirects, problems


def list_written(settings: Settings) -> Iterator[Redirect]:
    """Return the unchecked redirects of the settings."""
    return (
        _read_redirect(rule.source, rule.destination, rule.permanent) for rule in settings.redirects
    )


def _read_redirect(source: str, destination: str, permanent: bool) -> Redirect:
    if not is_external(destination):
        path, rest = split_fragment(destination)
        destination = normalize_url(path) + rest
    # Addresses are compared in decoded form, so a source copied from an address bar is decoded.
    return Redirect(normalize_url(unquote(source)), destination, permanent, has_parameters(source))


def _can_be_file(url: str) -> bool:
    """Tell whether static hosts, and disks, can store a page at a URL."""
    is_short = all(len(part.encode("utf-8", "replace")) <= 255 for part in url.split("/"))
    return is_short and len(url) <= LONGEST_URL and _CONTROL.search(url) is None


def _check_source(
    redirect: Redirect, earlier: int | None, page: Page | None, place: Location
) -> Problem | None:
    source = redirect.source
    if "#" in source or "?" in source:
        return Problem(
            Code.REDIRECT_NEVER_MATCHES,
            f"`{source}` is left out: an address with # or ? never arrives here",
            place,
            Severity.WARNING,
            "Redirects look at the path alone; write it without # and ?.",
        )
    if not redirect.pattern and not _can_be_file(source):
        return Problem(
            Code.REDIRECT_NEVER_MATCHES,
            f"`{source[:_MOST_SHOWN]}` is left out: no file can have this address",
            place,
            Severity.WARNING,
            "A part of an address has at most 255 bytes and no control characters.",
        )
    if earlier is not None:
        return Problem(
            Code.REDIRECT_DUPLICATE,
            f"`{source}` is redirected twice; the first redirect stays",
            place,
            Severity.WARNING,
            "Take one of the two out.",
        )
    if page is not None and (page.listed or page.settings.hidden):
        return Problem(
            Code.REDIRECT_HIDES_PAGE,
            f"`{source}` is a page; it is shown, and this redirect is left out",
            place,
            Severity.WARNING,
            "Take the redirect out, or remove the page.",
        )
    return None


def _check_target(
    redirect: Redirect, held_back: Mapping[str, Standing], place: Location
) -> Problem | None:
    standing = held_back.get(_read_url(redirect.destination))
    if standing is None or is_external(redirect.destination):
        return _check_host(redirect, place)
    return Problem(
        Code.REDIRECT_TO_NOTHING,
        f"the redirect from `{redirect.source}` to `{redirect.destination}` is left out: "
        "that page is not published",
        place,
        Severity.WARNING,
        standing.hint,
    )


def _check_host(redirect: Redirect, place: Location) -> Problem | None:
    if not has_open_host(redirect.destination, redirect.pattern):
        return None
    return Problem(
        Code.REDIRECT_HOST_PARAMETER,
        f"the redirect to `{redirect.destination}` is left out: "
        "the author of a link could choose its target",
        place,
        Severity.ERROR,
        "Put parameters only after the host, and write the host in full, "
        "such as https://example.com/:path*.",
    )


def _explain_replaced(redirect: Redirect, page: Page, place: Location) -> Problem:
    return Problem(
        Code.REDIRECT_HIDES_PAGE,
        f"`{redirect.source}` is redirected; `{page.source}`, which no navigation lists, "
        "is not shown",
        place,
        Severity.WARNING,
        "Remove the file, or list it and take the redirect out.",
    )


def _find_loops(redirects: Mapping[int, Redirect], is_there: IsThere) -> list[int]:
    index = build_redirects(redirects.values())
    return [
        number for number, each in redirects.items() if _follow_chain(each, index, is_there) is None
    ]


def _follow_chain(start: Redirect, redirects: Redirects, is_there: IsThere) -> str | None:
    """Return the end of a redirect chain; None if it never ends.

    Existing pages win over patterns. Parameters stay unfilled, so a pattern may extend the path
    forever (`/a/:x*` to `/a/b/:x*`).
    """
    urls = {start.source}
    destination = start.destination
    while not is_external(destination):
        url = _read_url(destination)
        if url in urls or len(urls) > _MOST_STEPS or len(url) > LONGEST_URL:
            return None
        urls.add(url)
        following = redirects.exact.get(url)
        if following is None and not is_there(url):
            following = redirects.find(url)
        if following is None:
            break
        destination = following.destination
    return destination


def _read_url(destination: str) -> str:
    return unquote(split_fragment(destination)[0])


def _explain_loop(redirect: Redirect, place: Location) -> Problem:
    return Problem(
        Code.REDIRECT_LOOP,
        f"the redirect from `{redirect.source}` to `{redirect.destination}` never ends",
        place,
        Severity.ERROR,
        "Following it leads back to where it began; point it at a page.",
    )


def _check_destinations(
    redirects: Mapping[int, Redirect],
    pages: Container[str],
    folders: Container[str],
    files: Container[str],
    place_of: PlaceOf,
) -> Iterator[Problem]:
    index = build_redirects(redirects.values())
    for number, redirect in redirects.items():
        url = _read_url(redirect.destination)
        if redirect.pattern or is_external(redirect.destination):
            continue
        if url in pages or url in folders or url[1:] in files or url == "/":
            continue
        if index.find(url) is None:
            yield Problem(
                Code.REDIRECT_TO_NOTHING,
                f"`{redirect.source}` is redirected to `{redirect.destination}`, "
                "where there is no page",
                place_of(("redirects", number, "destination")),
                Severity.WARNING,
                "Point it at a page that exists.",
            )


def _shorten_chains(redirects: Iterable[Redirect], is_there: IsThere) -> tuple[Redirect, ...]:
    """Point plain redirects at the end of their chain, which saves the visitor steps."""
    redirects = tuple(redirects)
    index = build_redirects(redirects)
    return tuple(
        redirect
        if redirect.pattern
        else replace(
            redirect, destination=_follow_chain(redirect, index, is_there) or redirect.destination
        )
        for redirect in redirects
    )
