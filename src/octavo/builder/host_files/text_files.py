"""Writes `_redirects` and `_headers`, which Netlify and Cloudflare Pages read differently.

Netlify prefers files to rules, unless a rule is forced (`!`). So redirects win over the pages that
replace them elsewhere, and pages win over patterns. Netlify knows only 301 and 302. Parameters are
whole parts of a path, and the one with slashes comes last.

Cloudflare Pages prefers rules to files. So pages that a pattern would hide get a rule to themselves
(200). Rules without parameters come first. It knows all codes, one `*` per rule, and has limits for
the number and the length of rules.

Both send the headers of all matching rules, and join repeated ones with a comma. So rules that
match the same file never set the same header, except policies, which all apply. Both hosts make
browsers revalidate every file, so Octavo needs no rule for pages.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from urllib.parse import quote

from octavo.builder.host_files.hosted_site import HostedSite, Move, Refusals
from octavo.builder.host_files.matching import (
    escape_literal,
    name_parameters,
    refuse_pattern,
    write_parts,
)
from octavo.builder.served.file_headers import build_file_headers
from octavo.site.redirect_patterns import Parameter, Pattern
from octavo.values import Struct, replace

REDIRECTS, HEADERS = "_redirects", "_headers"
_DEEPEST = 5
_MANY = 1_000_000
_HOST = re.compile(r"(?:[A-Za-z]+://[^/?#]*)?")
# A parameter starts after a slash and ends at a slash or at the end.
_IN_PARTS = re.compile(r"(?<!/)[:*]|:(?!/|\Z)|\*(?!\Z)")


class Dialect(Struct, frozen=True):
    """The syntax of a host for both files."""

    permanent: str
    temporary: str
    force: str = ""
    """The mark of a rule that wins over a file."""
    matches_slash: bool = True
    """Whether a rule without a trailing slash also matches an address with one."""
    files_win: bool = True
    whole_parts: bool = True
    """Whether parameters are whole parts of a path, with the one with slashes last."""
    leads_to: tuple[str, ...] = ("/", "https://", "http://")
    """The possible starts of a rule's target."""
    most_exact: int = _MANY
    most_patterns: int = _MANY
    most_headers: int = _MANY
    longest: int = _MANY


NETLIFY = Dialect("301", "302", force="!")
CLOUDFLARE = Dialect(
    "308",
    "307",
    matches_slash=False,
    files_win=False,
    whole_parts=False,
    leads_to=("/", "https://"),
    most_exact=2000,
    most_patterns=100,
    most_headers=100,
    longest=1000,
)
BOTH = replace(CLOUDFLARE, permanent="301", temporary="302", whole_parts=True)
"""A file for both hosts; Netlify serves the pages at old addresses instead."""
DIALECTS = {"netlify": NETLIFY, "cloudflare": CLOUDFLARE}


def choose_dialect(hosts: Collection[str]) -> Dialect | None:
    """Return the syntax for one of the two hosts, or for both."""
    named = [dialect for host, dialect in DIALECTS.items() if host in hosts]
    return BOTH if len(named) > 1 else (*named, None)[0]


def render_headers(site: HostedSite, dialect: Dialect) -> tuple[str, int]:
    """Return the text of the file, and how many of the author's files it has no room for."""
    rules = site.list_headers()
    files = [
        (quote(path), build_file_headers(file))
        for file in site.active_files
        # Both hosts accept addresses without `.html`.
        for path in dict.fromkeys((file, re.sub(r"\.html?\Z", "", file, flags=re.IGNORECASE)))
    ]
    room = dialect.most_headers - len(rules)
    text = "".join(
        f"{quote(site.base_path)}/{path}\n"
        + "".join(f"  {name}: {value}\n" for name, value in headers.items())
        for path, headers in (*rules, *files[:room])
    )
    return text, max(0, len(files) - room)


def render_redirects(site: HostedSite, dialect: Dialect) -> tuple[str, Refusals]:
    """Return the text of the file, and the redirects it can't contain."""
    file = _Redirects(site, dialect)
    reasons = [(move, file.add(move)) for move in site.moves]
    text = "".join(f"{line}\n" for line in (*file.exact.values(), *file.patterns))
    return text, [(move, reason) for move, reason in reasons if reason]


class _Redirects:
    """Collects the rules."""

    def __init__(self, site: HostedSite, dialect: Dialect) -> None:
        self._site = site
        self._dialect = dialect
        self.exact: dict[str, str] = {}
        """The lines without parameters, by source."""
        self.patterns: list[str] = []

    def add(self, move: Move) -> str | None:
        """Add the rules of a redirect; return why there are none.

        Rules with parameters come with rules for the files that they would hide.
        """
        dialect, moves = self._dialect, _unfold(move)
        if reason := self._refuse(move, moves):
            return reason
        lines = {source: line for each in moves for source, line in self._write_rules(each)}
        if max(map(len, lines.values())) > dialect.longest:
            return f"a rule has {dialect.longest:,} characters at most"
        if not move.parameters:
            if len(self.exact) + len(lines) > dialect.most_exact:
                return f"there are {dialect.most_exact:,} rules without parameters at most"
            self.exact.update(lines)
            return None
        if len(self.patterns) + len(lines) > dialect.most_patterns:
            return f"there are {dialect.most_patterns:,} rules with parameters at most"
        hidden = [] if dialect.files_win else self._find_hidden(move)
        if len(self.exact) + len(hidden) > dialect.most_exact:
            return "this host would follow it even where there are pages"
        self.exact.update({path: f"{path} {path} 200" for path in hidden})
        self.patterns += lines.values()
        return None

    def _refuse(self, move: Move, moves: Iterable[Move]) -> str | None:
        if reason := refuse_pattern(move):
            return reason
        if any(each.leader for each in moves):
            return "a visitor could choose where it leads: let a name follow the first slash"
        if sum(part.takes_slashes for part in move.parameters) > 1 or len(move.parameters) > 20:
            return "this host knows one parameter that takes slashes"
        shape = write_parts(move.parts, quote, lambda part: "*" if part.takes_slashes else ":")
        if self._dialect.whole_parts and _IN_PARTS.search(shape):
            return "this host knows whole parts of a path, and `*` at the end, only"
        first = move.destination[0]
        if isinstance(first, str) and not first.lower().startswith(self._dialect.leads_to):
            return "this host leads to paths and secure addresses only"
        return None

    def _write_rules(self, move: Move) -> Iterator[tuple[str, str]]:
        """Yield the source and the line of each rule."""
        dialect = self._dialect
        names = {name: f":{each}" for name, each in name_parameters(move, "splat").items()}
        parts = move.parts if names else (move.source,)
        source = escape_literal(self._site.base_path) + write_parts(
            parts, escape_literal, lambda part: "*" if part.takes_slashes else names[part.name]
        )
        location = write_parts(
            move.destination, _escape if names else str, lambda part: names[part.name]
        )
        code = dialect.permanent if move.permanent else dialect.temporary
        force = "" if names else dialect.force
        yield source, f"{source} {location} {code}{force}"
        if not dialect.matches_slash and source != "/" and not source.endswith("*"):
            yield f"{source}/", f"{source}/ {location} {code}"

    def _find_hidden(self, move: Move) -> list[str]:
        """Return the addresses of files that the rules would hide."""
        parts = (
            part if isinstance(part, str) else replace(part, may_be_empty=part.takes_slashes)
            for part in move.parts
        )
        match = Pattern(tuple(parts)).match
        urls = self._site.find_urls(
            move, lambda url: (match(url) or match(url.removesuffix("/"))) is not None
        )
        paths = (escape_literal(self._site.base_path + url) for url in urls)
        return [path for path in paths if path not in self.exact]


def _unfold(move: Move) -> list[Move]:
    """Return equivalent redirects that are safe.

    A visitor's text at the start of a path must not start with a slash. So the redirect becomes
    several, one for each usual depth, with parameters that are never empty.
    """
    *before, last = move.parts
    is_apart = len(before) == 1 and str(before[0]).endswith("/")
    if move.leader is None or last != move.leader or not is_apart:
        return [move]
    moves = []
    for depth in range(1, _DEEPEST + 1):
        names = [Parameter(str(at), takes_slashes=False, may_be_empty=False) for at in range(depth)]
        path = [part for each in names for part in (each, "/")][:-1]
        destination = ("/", *path, *move.destination[2:])
        moves.append(replace(move, parts=(*before, *path), destination=destination))
    return moves


def _escape(text: str) -> str:
    """Escape text that the host would read as a parameter."""
    host = _HOST.match(text)
    end = host.end() if host else 0
    return text[:end] + text[end:].replace(":", "%3A").replace("*", "%2A")
