"""Writes scripts for English pages, which contain their texts and need no lookup.

Other pages have the original scripts, in the folder `SPOKEN`, and load the table of their language
first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

SPOKEN = "spoken/"
"""The folder of scripts that look up their texts."""
_IMPORT = re.compile(r'import\{say\}from"[./\w]*/say\.js";')
_TEXT = r'"(?:[^"\\]|\\.)*"'
# A lookbehind after a word is faster than a pattern that begins before it.
_PLAIN = re.compile(rf"say\((?<![.\w]say\()({_TEXT})\)")
_IN_TEMPLATE = re.compile(rf"\$\{{say\({_TEXT}\)\}}")
_CHOICE = re.compile(rf'say\((?<=[=(,]say\()([^()"`]*\?{_TEXT}:{_TEXT})\)(?=[),;])')
"""A choice between two texts, without other parts."""
_VALUED = re.compile(rf'say\((?<![.\w]say\()({_TEXT}),\{{((?:[^{{}}`"]|{_TEXT})*)\}}\)')
"""A text with values that contain neither objects nor templates."""
_PIECE = re.compile(rf"{_TEXT}|[(\[]|[)\]]|,|[^\"()\[\],]+")
_PLACE = re.compile(r"\{(\w+)\}")
_SAID = re.compile(r"say\((?<![.\w]say\()")


def write_english(scripts: Mapping[str, str]) -> dict[str, str]:
    """Return compact scripts with their texts instead of calls."""
    return {name: _write_texts(script) for name, script in scripts.items()}


def _write_texts(script: str) -> str:
    if not _IMPORT.search(script):
        return script
    script = _IN_TEMPLATE.sub(lambda match: match[0].split('"')[1], script)
    script = _VALUED.sub(_write_template, _CHOICE.sub(r"\1", _PLAIN.sub(r"\1", script)))
    return script if _SAID.search(script) else _IMPORT.sub("", script)


def _write_template(match: re.Match[str]) -> str:
    """Return a text with values as a template; one with template characters stays."""
    text, values = match[1][1:-1], dict(map(_split_value, _split_values(match[2])))
    if "`" in text or "$" in text or {*_PLACE.findall(text)} != values.keys():
        return match[0]
    return f"`{_PLACE.sub(lambda place: f'${{{values[place[1]]}}}', text)}`"


def _split_values(values: str) -> list[str]:
    """Return the members of an object, split at commas outside of brackets."""
    members, depth = [""], 0
    for piece in _PIECE.findall(values):
        depth += (piece in "([") - (piece in ")]")
        if piece == "," and not depth:
            members.append("")
        else:
            members[-1] += piece
    return members


def _split_value(member: str) -> tuple[str, str]:
    """Return the name and the expression of `name:expression`, or of `name`, which is both."""
    name, _, expression = member.partition(":")
    return name, expression or name
