"""Finds other tools' syntax that Octavo shows as text, and suggests replacements."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from octavo.content.mdx.patterns import compile_pattern
from octavo.content.nodes import Element, Node, Tag
from octavo.problems import Code, Location, Problem, Severity

_ANYWHERE = {
    "mark": r"==(?<![=\w]==)(?=[^\s=])[^=\n]{1,200}(?<=[^\s=])==(?![=\w])",
    "emoji": r":(?<![\w:/.]:)(?=[a-z])[a-z0-9_+-]{2,40}:(?![\w:/])",
    "definition": r"\n:[ \t]+\S[^\n]{0,40}",
    "wiki": r"\[\[[A-Za-z][^\[\]\n]{0,200}\]\]",
    "keys": r"\+\+(?<![\w+]\+\+)[a-z][a-z0-9-]*(?:\+[a-z0-9-]+)*\+\+(?![\w+])",
}
"""The patterns of marks; each begins with fixed characters, which are fast to search."""
_IN_FRONT = {
    "tabs": ("===", r"===[!+]?[ \t]+\"[^\n]{0,60}"),
    "contents": ("[TOC]", r"\[TOC\][ \t]*$"),
    "abbreviation": ("*[", r"\*\[[^\[\]\n]{1,60}\]:"),
    "alert": ("[!", r"\[![A-Za-z-]+\]"),
    "colons": (":::", r":{3,}[^\n]{0,60}"),
    "marked": ("!!!", r"!!![ \t]+[A-Za-z][^\n]{0,60}"),
    "folded": ("???", r"\?\?\?\+?[ \t]+[A-Za-z][^\n]{0,60}"),
}
"""The fixed text and the pattern of marks at the start of a line."""
_HINTS = {
    "mark": "Write `<mark>text</mark>`.",
    "definition": "Write a list, or `<dl>`, `<dt>` and `<dd>`.",
    "tabs": 'Write `<Tabs>` with `<Tab title="…">` in it.',
    "wiki": "Write `[text](/path/of/the/page)`.",
    "contents": "Pages have a table of contents without it. Remove the line.",
    "keys": "Write `<kbd>Ctrl</kbd>`.",
    "abbreviation": 'Write `<Tooltip tip="meaning">word</Tooltip>`.',
    "alert": "Its kinds are `NOTE`, `TIP`, `IMPORTANT`, `WARNING` and `CAUTION`.",
    "colons": "A box is opened by `:::note`, `tip`, `info`, `warning` or `danger`, and closed by "
    "`:::` on a separate line.",
    "marked": "Boxes are `!!! note`, `tip`, `info`, `warning` and `danger`.",
    "folded": 'Write `<Accordion title="…">`.',
}


_FIRST_EMOJI = "\u2600"


def find_foreign_marks(nodes: Iterable[Node], body: str, source: str) -> Iterator[Problem]:
    """Yield a note on the first mark of each kind that a page shows as text."""
    searches = {kind: compile_pattern(each).search for kind, each in _ANYWHERE.items()}
    searches = {kind: search for kind, search in searches.items() if search(body)}
    for kind, (sign, pattern) in _IN_FRONT.items():
        if sign in body:
            searches[kind] = compile_pattern(f"(?m:^{pattern})").search
    if not searches:
        return
    lines = body.split("\n")
    for text, line in _list_texts(nodes):
        for kind, search in tuple(searches.items()):
            if match := search(text):
                del searches[kind]
                yield _explain(kind, match[0].strip(), source, lines, line)
        if not searches:
            return


def _list_texts(nodes: Iterable[Node]) -> Iterator[tuple[str, int]]:
    """Yield the texts of a page outside of code, each with its preceding line."""
    stack = [(node, 1) for node in nodes][::-1]
    while stack:
        node, line = stack.pop()
        if type(node) is str:
            yield node, line
        elif (type(node) is Element and node.tag != "code") or type(node) is Tag:
            line = node.line or line
            stack.extend((child, line) for child in reversed(node.children))


def _explain(kind: str, text: str, source: str, lines: list[str], line: int) -> Problem:
    place = Location(source, line)
    for number in range(line, min(line + 200, len(lines)) + 1):
        column = lines[number - 1].find(text)
        if column >= 0:
            place = Location(source, number, column + 1)
            break
    hint = _HINTS.get(kind) or _suggest_emoji(text)
    message = f"`{text}` means nothing to Octavo; it is shown as text"
    return Problem(Code.MDX_FOREIGN_MARK, message, place, Severity.INFO, hint)


def _suggest_emoji(text: str) -> str:
    try:
        character = unicodedata.lookup(text.strip(":").replace("_", " "))
    except KeyError:
        character = ""
    if character < _FIRST_EMOJI:
        return "Type the character itself, such as 🚀."
    return f"Type the character itself: {character}"
