"""Checks redirects and follows them.

A source may hold parameters: `:name` stands for one segment, `:name*` for the rest of the path
(at least one segment), and a `*` at the end for the rest of the last segment and what follows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.urls import is_external
from octavo.site.urls import normalise_url, split_fragment
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.settings import Settings

PlaceOf = Callable[[tuple[str | int, ...]], Location]

_PARAMETER = re.compile(r":([A-Za-z_][A-Za-z0-9_]*)(\*?)|\*")


@dataclass(frozen=True, slots=True)
class Redirect:
    """A checked redirect; `pattern` redirects have parameters (`:name`, `:name*`, `*`)."""

    source: str
    destination: str
    permanent: bool = True
    pattern: bool = False


@dataclass(frozen=True, slots=True)
class Redirects:
    """The checked redirects, ready to be followed; the first match in the author's order wins."""

    exact: Mapping[str, Redirect]
    patterns: Sequence[tuple[re.Pattern[str], Redirect]]

    def find(self, url: str) -> Redirect | None:
        """Return the redirect of a url, its destination filled in."""
        exact = self.exact.get(url)
        if exact is not None:
            return exact
        for pattern, redirect in self.patterns:
            match = pattern.fullmatch(url)
            if match:
                destination = _fill(redirect.destination, match)
                return Redirect(url, destination, redirect.permanent)
        return None


def build_redirects(redirects: Iterable[Redirect]) -> Redirects:
    """Index redirects for look-ups."""
    exact: dict[str, Redirect] = {}
    patterns = []
    for redirect in redirects:
        if redirect.pattern:
            patterns.append((_compile(redirect.source), redirect))
        else:
            exact.setdefault(redirect.source, redirect)
    return Redirects(exact, tuple(patterns))


def read_redirects(
    settings: Settings, pages: Container[str], files: Container[str], place_of: PlaceOf
) -> tuple[tuple[Redirect, ...], list[Problem]]:
    """Return the redirects that can be used, chains shortened, and what is wrong."""
    problems: list[Problem] = []
    kept: dict[int, Redirect] = {}
    seen: dict[str, int] = {}
    for index, written in enumerate(settings.redirects):
        redirect = _read(written.source, written.destination, written.permanent)
        place = place_of(("redirects", index, "source"))
        problem = _check_source(redirect, seen.get(redirect.source), pages, place)
        if problem is None:
            kept[index] = redirect
            seen[redirect.source] = index
        else:
            problems.append(problem)
    problems.extend(
        _loop_problem(kept.pop(index), place_of(("redirects", index)))
        for index in _find_loops(kept)
    )
    problems.extend(_check_destinations(kept, pages, files, place_of))
    return _shorten_chains(kept.values()), problems


def _read(source: str, destination: str, permanent: bool) -> Redirect:
    if not is_external(destination):
        path, rest = split_fragment(destination)
        destination = normalise_url(path) + rest
    return Redirect(
        normalise_url(source), destination, permanent, _PARAMETER.search(source) is not None
    )


def _check_source(
    redirect: Redirect, earlier: int | None, pages: Container[str], place: Location
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
    if earlier is not None:
        return Problem(
            Code.REDIRECT_DUPLICATE,
            f"`{source}` is redirected twice; the first redirect stays",
            place,
            Severity.WARNING,
            "Take one of the two out.",
        )
    if source in pages:
        return Problem(
            Code.REDIRECT_HIDES_PAGE,
            f"`{source}` is a page; it is shown, and this redirect is left out",
            place,
            Severity.WARNING,
            "Take the redirect out, or remove the page.",
        )
    return None


def _find_loops(redirects: Mapping[int, Redirect]) -> list[int]:
    index = build_redirects(redirects.values())
    return [number for number, redirect in redirects.items() if _returns(redirect, index)]


def _returns(start: Redirect, redirects: Redirects) -> bool:
    """Tell whether following a redirect comes back to its source; parameters stay as written."""
    seen = {start.source}
    url = split_fragment(start.destination)[0]
    while not is_external(url) and url not in seen:
        seen.add(url)
        following = redirects.find(url)
        if following is None:
            return False
        # A pattern may grow the path for ever (`/a/:x*` to `/a/b/:x*`): that never ends either.
        if len(seen) > 100:
            return True
        url = split_fragment(following.destination)[0]
    return url in seen


def _loop_problem(redirect: Redirect, place: Location) -> Problem:
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
    files: Container[str],
    place_of: PlaceOf,
) -> Iterator[Problem]:
    index = build_redirects(redirects.values())
    for number, redirect in redirects.items():
        url = split_fragment(redirect.destination)[0]
        if redirect.pattern or is_external(url) or url in pages or url[1:] in files or url == "/":
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


def _shorten_chains(redirects: Iterable[Redirect]) -> tuple[Redirect, ...]:
    """Point plain redirects at the end of their chain: one step for the visitor."""
    redirects = tuple(redirects)
    index = build_redirects(redirects)
    return tuple(
        redirect
        if redirect.pattern
        else Redirect(redirect.source, _end_of_chain(redirect, index), redirect.permanent)
        for redirect in redirects
    )


def _end_of_chain(redirect: Redirect, redirects: Redirects) -> str:
    destination = redirect.destination
    while not is_external(destination):
        following = redirects.find(split_fragment(destination)[0])
        if following is None:
            break
        destination = following.destination
    return destination


def _compile(source: str) -> re.Pattern[str]:
    parts = []
    named: set[str] = set()
    end = 0
    for match in _PARAMETER.finditer(source):
        name = f"p_{match.group(1)}" if match.group(1) else "rest"
        parts.append(re.escape(source[end : match.start()]))
        parts.append(f"(?P={name})" if name in named else _group(name, bool(match.group(2))))
        named.add(name)
        end = match.end()
    parts.append(re.escape(source[end:]))
    return re.compile("".join(parts))


def _group(name: str, several_segments: bool) -> str:
    if name == "rest":
        return "(?P<rest>.*)"
    return f"(?P<{name}>.+)" if several_segments else f"(?P<{name}>[^/]+)"


def _fill(destination: str, match: re.Match[str]) -> str:
    values = match.groupdict()

    def value(parameter: re.Match[str]) -> str:
        name = parameter.group(1)
        return values.get(f"p_{name}" if name else "rest") or parameter.group()

    if is_external(destination):
        scheme, separator, rest = destination.partition("//")
        return scheme + separator + _PARAMETER.sub(value, rest)
    return _PARAMETER.sub(value, destination)
