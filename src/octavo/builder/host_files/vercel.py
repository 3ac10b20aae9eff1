"""Writes `vercel.json` for the root of the deployed folder.

Vercel prefers redirects to files, so a pattern that would hide a page is left out. Sources are
path-to-regexp patterns. If two rules set the same header, the last one wins.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from octavo.builder.host_files.hosted_site import HostedSite, Move, Refusals
from octavo.builder.host_files.matching import name_parameters, refuse_pattern, write_parts
from octavo.builder.served.file_headers import build_file_headers
from octavo.render.basis.policy import FRAME_POLICY
from octavo.site.redirect_patterns import Parameter

NAME = "vercel.json"
_SCHEMA = "https://openapi.vercel.sh/vercel.json"
_MOST_ROUTES = 2048
_LONGEST = 4096
_SPECIAL = re.compile(r"[:*+?(){}\\]")
_LOCATION = re.compile(r"([A-Za-z]+:(?://[^/?#]*)?)?([^?]*)(.*)", re.DOTALL)
_POLICY = "Content-Security-Policy"


def render_vercel(site: HostedSite) -> tuple[str, Refusals]:
    """Return the text of the file, and the redirects it can't contain."""
    headers = list(_list_headers(site))
    redirects: list[dict[str, Any]] = []
    refusals = []
    for move in site.moves:
        rule = _build_rule(site, move)
        reason = _refuse(site, move) if move.parameters else None
        if reason is None and len(redirects) + len(headers) >= _MOST_ROUTES:
            reason = f"there are {_MOST_ROUTES:,} rules at most"
        if reason is None and max(len(rule["source"]), len(rule["destination"])) > _LONGEST:
            reason = f"a rule has {_LONGEST:,} characters at most"
        if reason is None:
            redirects.append(rule)
        else:
            refusals.append((move, reason))
    data = {"$schema": _SCHEMA, "redirects": redirects, "headers": headers}
    return json.dumps(data, indent=2) + "\n", refusals


def _build_rule(site: HostedSite, move: Move) -> dict[str, Any]:
    names = name_parameters(move)
    source = write_parts(
        (site.base_path, *move.parts),
        _escape,
        lambda part: f":{names[part.name]}({_build_expression(move, part)})",
    )
    last = move.parts[-1]
    slash = "" if isinstance(last, Parameter) and last.takes_slashes else "{/}?"
    return {
        "source": source + slash if source else "/",
        "destination": write_parts(
            move.destination, _escape_location, lambda part: f":{names[part.name]}"
        ),
        "permanent": move.permanent,
    }


def _refuse(site: HostedSite, move: Move) -> str | None:
    """Return why a redirect with parameters can't have a rule."""
    if reason := refuse_pattern(move, goes_back=True):
        return reason
    if len(move.parts) > 40:
        return "an address could be written for which this host would take long"
    for part, after in pairwise(move.destination):
        if isinstance(part, Parameter) and isinstance(after, str) and re.match(r"\w", after):
            return "this host would take what follows a parameter for a part of its name"
    expression = write_parts(
        move.parts, re.escape, lambda part: f"(?:{_build_expression(move, part)})"
    )
    moved = {move.source for move in site.moves}  # Their rules come first.
    for url in site.find_urls(move, re.compile(f"{expression}/?").fullmatch):
        if (url.rstrip("/") or "/") not in moved:
            return f"this host would follow it even where there are pages, such as `{url}`"
    return None


def _build_expression(move: Move, part: Parameter) -> str:
    if not part.takes_slashes:
        return "[^/]+"
    if part == move.leader:
        return r"[^/\\].*"  # Otherwise the text could become the name of another host.
    return ".*" if part.may_be_empty else ".+"


def _escape(path: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", quote(path, safe="/:@!$&'()*+,;=~"))


def _escape_location(text: str) -> str:
    """Escape parameter characters in a target; its host and its query have no parameters."""
    host, path, rest = _LOCATION.fullmatch(text).groups("")  # type: ignore[union-attr] # any text
    return str(host + _SPECIAL.sub(r"\\\g<0>", path) + rest.replace(":", "%3A"))


def _list_headers(site: HostedSite) -> Iterator[dict[str, Any]]:
    rules = [
        ("(.*)".join(map(_escape, path.split("*"))), each) for path, each in site.list_headers()
    ]
    for file in site.active_files:
        policy = f"{build_file_headers(file)[_POLICY]}; {FRAME_POLICY}"
        rules.append((_escape(file), {_POLICY: policy}))
    for path, headers in rules:
        pairs = [{"key": name, "value": value} for name, value in headers.items()]
        yield {"source": f"{_escape(site.base_path)}/{path}", "headers": pairs}
