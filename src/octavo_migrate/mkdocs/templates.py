"""Removes Jinja statements such as `{% if … %}` and `{% for … %}`, without running them."""

from __future__ import annotations

import re

from octavo_migrate.mkdocs.context import Context, Line, Lines
from octavo_migrate.mkdocs.markdown.pieces import find_code

_STATEMENT = re.compile(
    r"\{%-?\s*(?P<name>(?:end)?(?:if|for|macro|set)|elif|else|import|from)\b[^{}]*?-?%\}"
)
_REPEATED = {"for": "loop", "macro": "macro"}


def drop_statements(lines: Lines, context: Context) -> list[Line]:
    """Return lines without statements: the content of conditions stays, loops go."""
    depth, out = 0, list[Line]()
    in_code = find_code(line.text for line in lines)
    for line, is_code in zip(lines, in_code, strict=True):
        if is_code and not depth:
            out.append(line)
            continue
        kept, at = "", 0
        for match in _STATEMENT.finditer(line.text):
            kept += "" if depth else line.text[at : match.start()]
            at, name = match.end(), match["name"]
            if name in _REPEATED or (name == "if" and not depth):
                _tell(name, line, context)
            if name in _REPEATED:
                depth += 1
            elif name.removeprefix("end") in _REPEATED:
                depth = max(0, depth - 1)
        kept += "" if depth else line.text[at:]
        if kept.strip() or not (at or depth):
            out.append(Line(kept, line.number) if at else line)
    return out


def _tell(name: str, line: Line, context: Context) -> None:
    if name in _REPEATED:
        message = f"what a {_REPEATED[name]} of Jinja makes is left out: it is code"
        context.lose(message, line.number, "Write out what it made.")
    else:
        message = "a condition of Jinja is code: what it decides about is shown"
        context.lose(message, line.number, "Take out what the old site did not show.")
