"""Static hosts as their documentation describes them: they read the files that Octavo writes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote


@dataclass(frozen=True)
class HostAnswer:
    """What a host answers."""

    status: int
    location: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        return {"location": self.location} if self.location else {}


@dataclass(frozen=True)
class Rule:
    """A line of `_redirects`."""

    source: str
    location: str
    status: int
    is_forced: bool = False


@dataclass(frozen=True)
class StaticHost:
    """A host with the files of a site."""

    files: frozenset[str]
    find_rule: Callable[[str, bool], tuple[int, str] | None]
    """Returns the status and location for a path as it was sent, and whether there is a file."""
    adds_slash: bool

    def get(self, address: str) -> HostAnswer:
        path, _, query = address.partition("?")
        name = unquote(path)[1:]
        is_there = name in self.files or f"{name.rstrip('/')}/index.html".lstrip("/") in self.files
        rule = self.find_rule(path, is_there)
        if rule is not None and rule[0] != 200:
            status, location = rule
            if query and "?" not in location:
                before, mark, fragment = location.partition("#")
                location = f"{before}?{query}{mark}{fragment}"
            return HostAnswer(status, location)
        if not is_there:
            return HostAnswer(404)
        if self.adds_slash and name and name not in self.files and not name.endswith("/"):
            return HostAnswer(308, f"{path}/" + (f"?{query}" if query else ""))
        return HostAnswer(200)


def files_of(output: Path) -> frozenset[str]:
    return frozenset(
        path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file()
    )


def read_rules(text: str) -> list[Rule]:
    rules = []
    for line in text.splitlines():
        source, location, code = line.split()
        rules.append(Rule(source, location, int(code.rstrip("!")), code.endswith("!")))
    return rules


# --- Netlify: first match from top to bottom, trailing slashes make no difference, a file is served
# before a rule that is not forced; parameters are whole segments, `*` comes last ---


def netlify(output: Path) -> StaticHost:
    rules = read_rules((output / "_redirects").read_text())
    assert all(rule.status in {301, 302} for rule in rules)  # it knows no others

    def find(path: str, is_there: bool) -> tuple[int, str] | None:
        for rule in rules:
            taken = _match_segments(rule.source.rstrip("/"), path.rstrip("/"))
            if taken is not None and (rule.is_forced or not is_there):
                return {301: 308, 302: 307}[rule.status], _fill(rule.location, taken)
        return None

    return StaticHost(files_of(output), find, adds_slash=True)


def _match_segments(source: str, path: str) -> dict[str, str] | None:
    wanted, given = source.split("/"), path.split("/")
    taken: dict[str, str] = {}
    for at, segment in enumerate(wanted):
        if segment == "*":
            return {**taken, "splat": "/".join(given[at:])}
        if at >= len(given):
            return None
        if segment.startswith(":"):
            taken[segment[1:]] = given[at]
        elif segment != given[at]:
            return None
    return taken if len(wanted) == len(given) else None


def _fill(location: str, taken: Mapping[str, str]) -> str:
    for name, value in taken.items():
        location = location.replace(f":{name}", value)
    return location


# --- Cloudflare Pages: rules count before files; those without parameters before the others; 200
# serves what the rule leads to; a line has 1,000 characters, there are 2,000 and 100 rules ---


def cloudflare(output: Path) -> StaticHost:
    lines = (output / "_redirects").read_text()
    rules = read_rules(lines)
    exact = {each.source: each for each in rules if not re.search(r"[*]|:[A-Za-z]", each.source)}
    others = [each for each in rules if each.source not in exact]
    assert len(exact) <= 2000
    assert len(others) <= 100
    assert rules == [*exact.values(), *others]  # the part after a pattern counts as one
    assert max(map(len, lines.splitlines()), default=0) <= 1000
    for rule in rules:
        assert rule.status in {200, 307, 308}
        assert not rule.is_forced
        assert rule.source.count("*") <= 1
        assert re.match(r"/|https://", rule.location)
    compiled = [(_compile(rule.source), rule) for rule in others]

    def find(path: str, is_there: bool) -> tuple[int, str] | None:
        if path in exact:
            return exact[path].status, exact[path].location
        for expression, rule in compiled:
            if match := expression.fullmatch(path):
                return rule.status, _fill(rule.location, match.groupdict())
        return None

    return StaticHost(files_of(output), find, adds_slash=True)


def _compile(source: str) -> re.Pattern[str]:
    escaped = "(?P<splat>.*)".join(map(re.escape, source.split("*")))
    return re.compile(re.sub(r":([A-Za-z]\w*)", r"(?P<\1>[^/]+)", escaped))


# --- Vercel: redirects count before files, the first match from top to bottom; sources are patterns
# of path-to-regexp: `\` escapes, `:name(expression)` takes, `{/}?` may be there ---


def vercel(output: Path) -> StaticHost:
    settings: dict[str, Any] = json.loads((output / "vercel.json").read_text())
    assert settings.keys() <= {"$schema", "redirects", "headers"}
    assert len(settings["redirects"]) + len(settings["headers"]) <= 2048
    rules = [(_read_path(rule["source"]), rule) for rule in settings["redirects"]]

    def find(path: str, is_there: bool) -> tuple[int, str] | None:
        for expression, rule in rules:
            if match := expression.fullmatch(path):
                location = _fill(rule["destination"], match.groupdict())
                return 308 if rule["permanent"] else 307, re.sub(r"\\(.)", r"\1", location)
        return None

    return StaticHost(files_of(output), find, adds_slash=False)


_TOKEN = re.compile(r"\\(.)|:(\w+)\(((?:\\.|\[[^]]*\]|[^()])*)\)|(\{/\}\?)|\((\.\*)\)|(.)")


def _read_path(source: str) -> re.Pattern[str]:
    text = ""
    for token in _TOKEN.finditer(source):
        escaped, name, expression, slash, anything, plain = token.groups()
        if name:
            text += f"(?P<{name}>{expression})"
        elif slash:
            text += "/?"
        elif anything:
            text += "(.*)"
        else:
            assert plain is None or plain not in "*+?{}():", source
            text += re.escape(escaped or plain)
    return re.compile(text)


READERS: Mapping[str, Callable[[Path], StaticHost]] = {
    "netlify": netlify,
    "cloudflare": cloudflare,
    "vercel": vercel,
}
NOT_TOLD = {
    "netlify": ("/news-", "/v1", "/users", "/mail"),
    "cloudflare": ("/mail", "/plain", "/widget"),
}
"""How addresses begin that a host is not told of; the build says so."""


# --- headers ---


def read_header_rules(text: str) -> list[tuple[re.Pattern[str], dict[str, str]]]:
    """Return the rules of `_headers`."""
    rules: list[tuple[re.Pattern[str], dict[str, str]]] = []
    for line in text.splitlines():
        if line.startswith("/"):
            assert line.count("*") <= 1
            rules.append((_compile(line), {}))
        else:
            name, colon, value = line.strip().partition(": ")
            assert colon
            assert line.startswith("  ")
            rules[-1][1][name] = value
    return rules


def headers_of(rules: list[tuple[re.Pattern[str], dict[str, str]]], path: str) -> dict[str, str]:
    """Return the headers of a path: all rules count, values of one name are joined."""
    found: dict[str, str] = {}
    for expression, headers in rules:
        if expression.fullmatch(quote(path)):
            for name, value in headers.items():
                found[name] = f"{found[name]}, {value}" if name in found else value
    return found
