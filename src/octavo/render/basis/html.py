"""Escapes text: the only two ways to put text into HTML."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from octavo.render.basis.wording import Wording

_NOT_IN_ISLANDS = {character: f"\\u{ord(character):04x}" for character in "&<>\u2028\u2029"}
_ENCODER = json.JSONEncoder(allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def escape_text(text: str) -> str:
    """Make text safe between tags."""
    # Four searches for a character are several times faster than one regular expression.
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if "\0" in text:
        text = replace_nul(text)
    return text.replace(">", "&gt;") if ">" in text else text


def replace_nul(text: str) -> str:
    """Replace the one character that HTML can't contain, like browsers and Markdown do."""
    return text.replace("\0", "\ufffd")


def escape_attribute(text: str) -> str:
    """Make text safe inside a double-quoted attribute."""
    text = escape_text(text)
    return text.replace('"', "&quot;") if '"' in text else text


def write_json(value: Any) -> str:
    """Return JSON that is safe inside `<script type="application/json">`."""
    text = _ENCODER.encode(value)
    for character, code in _NOT_IN_ISLANDS.items():
        if character in text:
            text = text.replace(character, code)
    return text


def render_heading_link(id_: str, words: str, say: Wording) -> str:
    """Return the mark in a heading: a link to it.

    The link takes its accessible name from the heading. Text in the link would become part of the
    heading's name, and screen readers' lists of headings would repeat it.
    """
    named = f'aria-labelledby="{id_}"'
    if not words:
        named = f'aria-label="{say("Link to {name}", name=say("this section"))}"'
    return f'<a class="heading-link" href="#{id_}" {named}></a>'
