"""Highlights lines of generated JSON, mostly with a single pattern."""

from __future__ import annotations

import re

from octavo.render.basis.html import escape_text

_LINE = re.compile(
    r"""
    ([ ]*+) (?>(?: ("[^"\\]*+") :[ ] )?)                                # indentation, key
    (?>(?: ("[^"\\]*+") | (-?+\d++(?>(?:\.\d++)?)) | (true|false|null) )?) # text, number, constant
    ([\[\]{},]*+) \Z
    """,
    re.VERBOSE,
)


def highlight_json_line(line: str) -> str | None:
    """Return the HTML of a line, like the grammar of JSON; None for an unusual line."""
    match = _LINE.match(line)
    if match is None:
        return None
    indent, key, text, number, constant, end = match.groups()
    html = f'{indent}<span class="a">{escape_text(key)}</span>: ' if key else indent
    if text:
        html += f'<span class="s">{escape_text(text)}</span>'
    elif number:
        html += f'<span class="n">{number}</span>'
    elif constant:
        html += f'<span class="b">{constant}</span>'
    return html + end
