"""Reads text of several lines in simple YAML, by the rules of libyaml."""

from __future__ import annotations

import re
from typing import Any

from octavo.project.scalars import read_plain_scalar
from octavo.project.simple_yaml_lines import match_commented, match_further_text, match_line

_match_block_header = re.compile(r"([|>])([-+]?) *(?: #.*)?\Z").match


def read_further_lines(
    lines: list[str], first: int, number: int, parent: int
) -> tuple[Any, int] | None:
    """Go on with plain text where a deeper line follows; return its value and the next line."""
    deeper = " " * (parent + 1)
    start = number - 1
    while start >= first and not lines[start].strip(" "):
        start -= 1
    if start < first or not lines[number].startswith(deeper):
        return None
    *_, plain, _, other = match_line(lines[start]).groups()
    if other and (match := match_commented(other)) and not match[2]:
        plain = match[1].rstrip(" ")
    if not plain:
        return None
    parts = [plain] + [""] * (number - start - 1)
    while number < len(lines):
        part = lines[number].strip(" ")
        if part and not lines[number].startswith(deeper):
            break
        if not match_further_text(part):
            return None
        parts.append(part)
        number += 1
    while not parts[-1]:
        parts.pop()
    return read_plain_scalar(_fold(parts)), number


def _fold(parts: list[str]) -> str:
    """Join lines: by a blank, by as many ends as there are empty lines, or as they are.

    The last is for lines that start with a blank, and for the ends before and after those.
    """
    text = "\n".join(parts)
    if "\n\n" not in text and "\n " not in text and "\t" not in text:
        return text.replace("\n", " ")
    folded = [parts[0]]
    breaks, was_text = 0, True
    for part in parts[1:]:
        if not part:
            breaks += 1
            continue
        is_text = part[0] not in " \t"
        if not (is_text and was_text):
            breaks += 1
        folded += "\n" * breaks or " ", part
        breaks, was_text = 0, is_text
    return "".join(folded)


def read_block(lines: list[str], number: int, parent: int, header: str) -> tuple[str, int] | None:
    """Return the text under a `|` or `>`, and the number of the next line.

    Its first line says how deep it is; empty lines before that must not be deeper.
    """
    match = _match_block_header(header)
    if match is None:
        return None
    style, mark = match.groups()
    start, end = number, len(lines)
    text = ""
    while number < end and not (text := lines[number].lstrip(" ")):
        number += 1
    leading = number - start
    width = len(lines[number]) - len(text) if text else 0
    if text[:1] == "\t" or (leading and text and len(max(lines[start:number])) > width > parent):
        return None
    if width <= parent:
        return "\n" * (leading - (number == end)) if mark == "+" else "", number
    indent = " " * width
    start = number
    while number < end and (lines[number].startswith(indent) or not lines[number].lstrip(" ")):
        number += 1
    parts = [line[width:] for line in lines[start:number]]
    ending = _chomp(parts, mark, is_last=number == end)
    text = _fold(parts) if style == ">" else "\n".join(parts)
    return "\n" * leading + text + ending, number


def _chomp(parts: list[str], mark: str, *, is_last: bool) -> str:
    """Remove the empty lines at the end of a block; return the ends of lines that it keeps."""
    if is_last and parts[-1]:  # the document ends without an end of the line
        return ""
    count = 0 if is_last else 1
    while not parts[-1]:
        parts.pop()
        count += 1
    return "" if mark == "-" else "\n" * count if mark else "\n"
