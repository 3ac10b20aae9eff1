"""Writes `_redirects`, which Netlify and Cloudflare Pages read in different ways.

Netlify serves a file before it looks at a rule, unless the rule is forced (`!`): so redirects win
over the pages that stand in for them, and pages win over patterns. It knows 301 and 302 only.
Parameters are whole parts of a path, and what takes slashes stands at the end.

Cloudflare Pages follows rules before it looks for files. So pages that a pattern would hide get a
rule of their own that leads to themselves (200). Rules without parameters count first. It knows
all codes, one `*` a rule, and only so many rules of so many characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from octavo.outputs.build.host_files.hosted_site import HostedSite, Move, PatternMove
from octavo.outputs.build.host_files.left_out import Omission
from octavo.outputs.build.host_files.matching import escape_literal, has_name_twice, name_parameters
from octavo.site.redirect_patterns import Parameter, Pattern
from octavo.values import dataclass, replace

NAME = "_redirects"
_SPLAT = "splat"
_DEEPEST = 5


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a host reads the file."""

    permanent: str
    temporary: str
    force: str = ""
    """What makes a rule win over a file."""
    matches_slash: bool = True
    """Whether a rule without a slash at its end matches an address with one, too."""
    files_win: bool = True
    whole_parts: bool = True
    """Whether a parameter is a whole part of a path, and what takes slashes the last."""
    only_https: bool = False
    most_exact: int | None = None
    most_patterns: int | None = None
    longest: int | None = None


NETLIFY = Dialect("301", "302", force="!")
CLOUDFLARE = Dialect(
    "308",
    "307",
    matches_slash=False,
    files_win=False,
    whole_parts=False,
    only_https=True,
    most_exact=2000,
    most_patterns=100,
    longest=1000,
)
BOTH = Dialect(
    "301",
    "302",
    matches_slash=False,
    files_win=False,
    only_https=True,
    most_exact=2000,
    most_patterns=100,
    longest=1000,
)
"""For a file that both hosts read. On Netlify the pages at old addresses are served instead."""


def choose_dialect(*, netlify: bool, cloudflare: bool) -> Dialect:
    """Return how the file is written for one of the hosts, or for both."""
    if netlify and cloudflare:
        return BOTH
    return NETLIFY if netlify else CLOUDFLARE


def render_redirects(site: HostedSite, dialect: Dialect) -> tuple[str, list[Omission]]:
    """Return the text of the file, and what it does not hold."""
    writer = _Writer(site, dialect)
    for move in site.moves:
        writer.add_move(move)
    patterns = list(filter(writer.can_write, site.patterns))
    for pattern in patterns:
        writer.add_pattern(pattern)
    return writer.render(), writer.omissions


class _Writer:
    def __init__(self, site: HostedSite, dialect: Dialect) -> None:
        self._site = site
        self._dialect = dialect
        self._exact: dict[str, str] = {}
        """The lines without parameters, by source."""
        self._patterns: list[str] = []
        self.omissions: list[Omission] = []

    def render(self) -> str:
        return "".join(f"{line}\n" for line in (*self._exact.values(), *self._patterns))

    # --- without parameters ---

    def add_move(self, move: Move) -> None:
        dialect = self._dialect
        path = self._site.base_path + move.url
        sources = [path] if dialect.matches_slash or path == "/" else [path, f"{path}/"]
        reason = self._refuse_destination(move.location)
        lines = {
            escape_literal(source): self._write_line(
                escape_literal(source), move.location, dialect.force, permanent=move.permanent
            )
            for source in sources
        }
        if reason is None and dialect.longest and max(map(len, lines.values())) > dialect.longest:
            reason = f"a rule has {dialect.longest:,} characters at most"
        if reason is None and not self._has_room(len(lines)):
            reason = f"there are {dialect.most_exact:,} rules without parameters at most"
        if reason is None:
            self._exact.update(lines)
        else:
            self.omissions.append(Omission(move.url, reason, has_page=True))

    def _has_room(self, lines: int) -> bool:
        most = self._dialect.most_exact
        return most is None or len(self._exact) + lines <= most

    def _refuse_destination(self, location: str) -> str | None:
        if location.startswith("/"):
            return None
        if location.lower().startswith("https://"):
            return None
        if location.lower().startswith("http://") and not self._dialect.only_https:
            return None
        return "this host leads to paths and secure addresses only"

    def _write_line(self, source: str, location: str, force: str, *, permanent: bool) -> str:
        code = self._dialect.permanent if permanent else self._dialect.temporary
        return f"{source} {location} {code}{force}"

    # --- with parameters ---

    def can_write(self, move: PatternMove) -> bool:
        reason = self._refuse_pattern(move)
        if reason:
            self.omissions.append(Omission(move.source, reason))
        return reason is None

    def _refuse_pattern(self, move: PatternMove) -> str | None:
        if has_name_twice(move):
            return "this host cannot tell whether a name took the same text twice"
        if any(each.is_led_by_visitor for each in _unfold(move)):
            return "a visitor could choose where it leads: let a name follow the first slash"
        parameters = [part for part in move.pattern.parts if isinstance(part, Parameter)]
        if sum(part.takes_slashes for part in parameters) > 1 or len(parameters) > 20:
            return "this host knows one parameter that takes slashes"
        if self._dialect.whole_parts and not _has_whole_parts(move):
            return "this host knows whole parts of a path, and `*` at the end, only"
        first = move.destination[0]
        return self._refuse_destination(first if isinstance(first, str) else "/")

    def add_pattern(self, move: PatternMove) -> None:
        """Add rules with parameters, behind rules for the files that they would hide."""
        lines = [line for each in _unfold(move) for line in self._write_pattern(each)]
        hidden = [] if self._dialect.files_win else self._find_hidden(move)
        reason = self._refuse_lines(lines, len(hidden))
        if reason:
            self.omissions.append(Omission(move.source, reason))
        else:
            self._exact.update({path: f"{path} {path} 200" for path in hidden})
            self._patterns += lines

    def _write_pattern(self, move: PatternMove) -> list[str]:
        names = name_parameters(move, _SPLAT)
        source = escape_literal(self._site.base_path) + _join(
            move.pattern.parts, lambda part: _write_placeholder(part, names), escape_literal
        )
        location = _join(move.destination, lambda part: f":{names[part.name]}", _escape_parameters)
        has_twin = not self._dialect.matches_slash and not source.endswith("*")
        sources = (source, f"{source}/") if has_twin else (source,)
        return [self._write_line(each, location, "", permanent=move.permanent) for each in sources]

    def _refuse_lines(self, lines: Sequence[str], hidden: int) -> str | None:
        dialect = self._dialect
        if dialect.longest and max(map(len, lines)) > dialect.longest:
            return f"a rule has {dialect.longest:,} characters at most"
        most = dialect.most_patterns
        if most and len(self._patterns) + len(lines) > most:
            return f"there are {most:,} rules with parameters at most"
        if not self._has_room(hidden):
            return "this host would follow it even where there are pages"
        return None

    def _find_hidden(self, move: PatternMove) -> list[str]:
        """Return the addresses of files that the rules would take from visitors."""
        parts = (
            part
            if isinstance(part, str)
            else Parameter(str(at), part.takes_slashes, may_be_empty=part.takes_slashes)
            for at, part in enumerate(move.pattern.parts)
        )
        pattern = Pattern(tuple(parts))

        def matches(url: str) -> bool:
            return any(pattern.match(each) is not None for each in (url, url.removesuffix("/")))

        urls = self._site.find_urls(move.pattern.start, matches)
        paths = (escape_literal(self._site.base_path + url) for url in urls)
        return [path for path in paths if path not in self._exact]


def _unfold(move: PatternMove) -> list[PatternMove]:
    """Return redirects that mean the same in a safe way.

    A text of the visitor's at the start of a path must not begin with a slash. So it is taken apart
    into parts, none of which is empty, for each of the depths that addresses usually have.
    """
    *before, last = move.pattern.parts
    if not move.is_led_by_visitor or last != move.destination[1]:
        return [move]
    if len(before) != 1 or not str(before[0]).endswith("/"):
        return [move]
    unfolded = []
    for depth in range(1, _DEEPEST + 1):
        parts = [Parameter(str(at), takes_slashes=False, may_be_empty=False) for at in range(depth)]
        path = [part for each in parts for part in (each, "/")][:-1]
        unfolded.append(
            replace(
                move,
                pattern=Pattern((*before, *path)),
                destination=("/", *path, *move.destination[2:]),
            )
        )
    return unfolded


def _has_whole_parts(move: PatternMove) -> bool:
    parts = move.pattern.parts
    for at, part in enumerate(parts):
        if isinstance(part, str):
            continue
        before = parts[at - 1] if at else ""
        after = parts[at + 1] if at + 1 < len(parts) else "/"
        if not isinstance(before, str) or not before.endswith("/"):
            return False
        if not isinstance(after, str) or not after.startswith("/"):
            return False
        if part.takes_slashes and at + 1 < len(parts):
            return False
    return True


def _write_placeholder(part: Parameter, names: dict[str, str]) -> str:
    return "*" if part.takes_slashes else f":{names[part.name]}"


def _escape_parameters(text: str) -> str:
    """Escape what would look like a parameter behind the host."""
    host = re.match(r"[A-Za-z]+://[^/?#]*", text)
    end = host.end() if host else 0
    return text[:end] + text[end:].replace(":", "%3A").replace("*", "%2A")


def _join(
    parts: Sequence[str | Parameter],
    write: Callable[[Parameter], str],
    write_text: Callable[[str], str],
) -> str:
    return "".join(
        write(part) if isinstance(part, Parameter) else write_text(part) for part in parts
    )
