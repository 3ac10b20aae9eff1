"""Lines of JSON as we write it ourselves, most of which one pattern takes whole."""

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
    """Return the HTML of a line, as the grammar of JSON gives it; None for one that is unusual."""
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
