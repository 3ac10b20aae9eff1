"""Writes `vercel.json`, which stands in the folder that is deployed.

Vercel follows redirects before it looks for files, so a pattern that would hide a page is left out.
Sources are patterns of path-to-regexp. Where two rules name the same header, the last one counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from octavo.outputs.build.host_files.hosted_site import IMMUTABLE, HostedSite, Move, PatternMove
from octavo.outputs.build.host_files.left_out import Omission
from octavo.outputs.build.host_files.matching import has_name_twice, is_slow, name_parameters
from octavo.outputs.web.file_headers import (
    NOT_INDEXED,
    build_file_headers,
    build_page_headers,
)
from octavo.outputs.web.static_site import ALWAYS
from octavo.render.shell.policy import FRAME_POLICY
from octavo.site.redirect_patterns import Parameter

NAME = "vercel.json"
_SCHEMA = "https://openapi.vercel.sh/vercel.json"
_MOST_ROUTES = 2048
_LONGEST = 4096
_SPECIAL = re.compile(r"[:*+?(){}\\]")
_Rule = dict[str, Any]
_POLICY = "Content-Security-Policy"


def render_vercel(site: HostedSite, asset_folder: str) -> tuple[str, list[Omission]]:
    """Return the text of the file, and the redirects that it does not hold."""
    headers = _build_headers(site, asset_folder)
    wanted = [
        *((move.url, True, _build_move(site, move)) for move in site.moves),
        *((move.source, False, _build_pattern(site, move)) for move in site.patterns),
    ]
    redirects: list[_Rule] = []
    omissions: list[Omission] = []
    for name, has_page, rule in wanted:
        reason = rule if isinstance(rule, str) else _refuse_size(rule, len(redirects + headers))
        if isinstance(rule, str) or reason is not None:
            omissions.append(Omission(name, reason or "", has_page))
        else:
            redirects.append(rule)
    data = {"$schema": _SCHEMA, "redirects": redirects, "headers": headers}
    return json.dumps(data, indent=2) + "\n", omissions


def _refuse_size(rule: _Rule, rules: int) -> str | None:
    if rules >= _MOST_ROUTES:
        return f"there are {_MOST_ROUTES:,} rules at most"
    if max(len(rule["source"]), len(rule["destination"])) > _LONGEST:
        return f"a rule has {_LONGEST:,} characters at most"
    return None


def _build_move(site: HostedSite, move: Move) -> _Rule:
    source = _escape(site.base_path + move.url.rstrip("/"))
    return _build_rule(f"{source}{{/}}?" if source else "/", _escape_location(move.location), move)


def _build_pattern(site: HostedSite, move: PatternMove) -> _Rule | str:
    """Return the rule of a redirect with parameters, or why there is none."""
    reason = _refuse(site, move)
    if reason:
        return reason
    names = name_parameters(move)
    source = [
        _escape(part)
        if isinstance(part, str)
        else f":{names[part.name]}({_build_expression(move, part)})"
        for part in (site.base_path, *move.pattern.parts)
    ]
    destination = [
        _escape_location(part) if isinstance(part, str) else f":{names[part.name]}"
        for part in move.destination
    ]
    last = move.pattern.parts[-1]
    slash = "" if isinstance(last, Parameter) and last.takes_slashes else "{/}?"
    return _build_rule("".join(source) + slash, "".join(destination), move)


def _refuse(site: HostedSite, move: PatternMove) -> str | None:
    if has_name_twice(move):
        return "this host cannot tell whether a name took the same text twice"
    if is_slow(move) or len(move.pattern.parts) > 40:
        return "an address could be written for which this host would take long"
    if any(
        isinstance(part, Parameter) and isinstance(after, str) and re.match(r"\w", after)
        for part, after in zip(move.destination, move.destination[1:], strict=False)
    ):
        return "this host would take what follows a parameter for a part of its name"
    first = move.pattern.parts[0]
    expression = "".join(
        re.escape(part) if isinstance(part, str) else f"(?:{_build_expression(move, part)})"
        for part in move.pattern.parts
    )
    matches = re.compile(f"{expression}/?").fullmatch
    moved = {move.url for move in site.moves}  # their rules come first
    urls = site.find_urls(first if isinstance(first, str) else "", matches)
    hidden = next((url for url in urls if (url.rstrip("/") or "/") not in moved), None)
    if hidden is None:
        return None
    return f"this host would follow it even where there are pages, such as `{hidden}`"


def _build_expression(move: PatternMove, part: Parameter) -> str:
    if not part.takes_slashes:
        return "[^/]+"
    if move.is_led_by_visitor and part == move.destination[1]:
        return r"[^/\\].*"  # else it could become the name of another host
    return ".*" if part.may_be_empty else ".+"


def _build_rule(source: str, destination: str, move: Move | PatternMove) -> _Rule:
    return {"source": source, "destination": destination, "permanent": move.permanent}


def _escape(path: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", quote(path, safe="/:@!$&'()*+,;=~"))


def _escape_location(text: str) -> str:
    """Escape what would be read as a parameter; the host's name and the query have none."""
    host = re.match(r"[A-Za-z]+:(?://[^/?#]*)?", text)
    end = host.end() if host else 0
    path, mark, rest = text[end:].partition("?")
    return text[:end] + _SPECIAL.sub(r"\\\g<0>", path) + mark + rest.replace(":", "%3A")


def _build_headers(site: HostedSite, asset_folder: str) -> list[_Rule]:
    base = _escape(site.base_path)
    every = dict(ALWAYS) | build_page_headers(FRAME_POLICY)
    rules = [
        _build_header_rule(f"{base}/(.*)", every),
        _build_header_rule(f"{base}/{asset_folder}/(.*)", {"Cache-Control": IMMUTABLE}),
        *(
            _build_header_rule(f"{base}/{source}", NOT_INDEXED)
            for source in ("(.*).md", *map(_escape, site.twin_lists))
        ),
    ]
    for file in site.active_files:
        policy = f"{build_file_headers(file)[_POLICY]}; {FRAME_POLICY}"
        rules.append(_build_header_rule(f"{base}/{_escape(file)}", {_POLICY: policy}))
    return rules


def _build_header_rule(source: str, headers: Mapping[str, str]) -> _Rule:
    return {
        "source": source,
        "headers": [{"key": name, "value": value} for name, value in headers.items()],
    }
