"""Reads the settings at the top of a page: YAML between two lines of `---`.

Most pages have only lines of `key: value`. A regular expression reads those about ten times faster
than a YAML parser, with the same result. The YAML parser reads the rest.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.documents.scalars import read_plain_scalar
from octavo.settings.marks.reading import find_written_marks, read_marks
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.project.documents.yaml import YamlDocument


class FrontMatter(Struct, frozen=True):
    """The settings of a page in their source form."""

    values: dict[str, Any]
    text: str | None = None
    """The text between the fences; None without front matter."""
    problems: tuple[Problem, ...] = ()

    @property
    def places(self) -> dict[str, tuple[int, int]]:
        """The line and column of each top-level value in the file; parses the text again."""
        if not self.text:
            return {}
        return dict(_parse_yaml(self.text, "").places)


_OPENING = re.compile(r"---[ \t]*\n")
_CLOSING = re.compile(r"\n---[ \t]*(?:\n|\Z)")
_LOOKS_LIKE_FRONT_MATTER = re.compile(r"---[ \t]*\n\s*[\"']?[\w-]+[\"']?[ \t]*:(?:\s|\Z)")
_BEFORE = re.compile(r"(?s)(?>[\s\ufeff\u200b]+|<!--.*?-->|\{/\*.*?\*/\})*")
_LOOKS_LIKE_SETTINGS = re.compile(
    r"(-{3,}|\+{3,}|;{3,})[ \t]*\n(?:(?<=\+\n)|(?>\s*#[^\n]*\n)*\s*[{\"']*[\w-]+[\"']?[ \t]*[:=])"
    r"|\{\s*\"[\w-]+\"[ \t]*:"
)
_MOST_LINES = 100

_PLAIN_LINE = re.compile(
    r"""
    ^(?: ([A-Za-z_][A-Za-z0-9_-]{0,99}) | "([A-Za-z_][A-Za-z0-9_:.-]{0,99})" ) :
    (?: [ ]+ ( "[^"]*+" | '[^']*+' | [A-Za-z0-9/(.$_+].* ) )?
    [ ]*$
    """,
    re.VERBOSE | re.MULTILINE,
)
_UNQUOTED = re.compile(r"([A-Za-z_][A-Za-z0-9_:.-]{0,99}):[ \t]+([^\s\"'\[{|>#].*)")
_MOST_MENDED = 10
_QUOTES = frozenset("\"'")


def empty_front_matter(text: str) -> str:
    """Return a page with empty front matter, which keeps all line numbers."""
    fences = _find_fences(text, 0)
    if fences is None:
        return text
    return "\n" * text.count("\n", 0, fences[2]) + text[fences[2] :]


def _find_fences(text: str, start: int) -> tuple[int, int, int] | None:
    """Return the start and end of the front matter, and the start of the body."""
    opening = _OPENING.match(text, start)
    if opening is None:
        return None
    inside = opening.end()
    at = text.find("\n---", inside - 1)
    while at >= 0:
        if closing := _CLOSING.match(text, at):
            return inside, max(inside, at), closing.end()
        at = text.find("\n---", at + 1)
    return None


def read_front_matter(text: str, source: str) -> FrontMatter:
    """Return the settings of a page; mistakes leave them empty."""
    fences = _find_fences(text, 0)
    if fences is None:
        return FrontMatter(_rescue_marks(text), None, _check_misplaced(text, source))
    front = text[fences[0] : fences[1]]
    if not front:
        return FrontMatter({}, front)
    values = _read_plain_lines(front)
    if values is not None:
        return FrontMatter(values, front)
    return _read_by_yaml(front, source)


def _read_plain_lines(front: str) -> dict[str, Any] | None:
    """Return the values if every line is a plain `key: value` and no key repeats."""
    # YAML forbids some characters, and treats escapes and special line ends differently.
    if "\\" in front or not front.replace("\n", "").isprintable():
        return None
    matches = _PLAIN_LINE.findall(front)
    # This is also true if a quoted value continues in the next line.
    if len(matches) != front.count("\n") + 1:
        return None
    values: dict[str, Any] = {}
    for key, quoted_key, text in matches:
        if text[:1] in _QUOTES:
            values[key or quoted_key] = text[1:-1]
        elif ": " in text or " #" in text or text[-1:] == ":":
            return None
        else:
            values[key or quoted_key] = read_plain_scalar(text.rstrip(" "))
    return values if len(values) == len(matches) else None


def _parse_yaml(front: str, source: str) -> YamlDocument:
    from octavo.project.documents.yaml import parse_yaml  # noqa: PLC0415 (most front matter is plain)

    return parse_yaml(front, source, first_line=2)


def _read_by_yaml(front: str, source: str) -> FrontMatter:
    document = _parse_yaml(front, source)
    problems = document.problems
    values = document.value
    if isinstance(values, dict) and not problems:
        return FrontMatter(values, front)
    marks = find_written_marks(front)
    if values is None and problems and (mended := _mend(front, problems, source)):
        return mended
    if isinstance(values, dict):
        held_back = {key: value for key, value in marks.items() if read_marks({key: value})}
        return FrontMatter({**values, **held_back}, front, problems)
    if values is not None:
        problems = (*problems, _explain_not_keys(source))
    return FrontMatter(dict[str, Any](marks), front, problems)


def _mend(front: str, problems: tuple[Problem, ...], source: str) -> FrontMatter | None:
    """Return the settings with quotes around values that YAML would misread.

    Return None if there are other mistakes.
    """
    lines = front.split("\n")
    notes: list[Problem] = []
    value: Any = None
    while problems and len(notes) < _MOST_MENDED:
        place = problems[0].location.line - 2
        match = _UNQUOTED.match(lines[place]) if 0 <= place < len(lines) else None
        if match is None:
            return None
        text = re.split(r"[ \t]#", match[2], maxsplit=1)[0].rstrip()
        notes.append(_note_quotes(Location(source, place + 2, match.start(2) + 1), match[1], text))
        lines[place] = f"{match[1]}: {json.dumps(text, ensure_ascii=False)}"
        document = _parse_yaml("\n".join(lines), source)
        value, problems = document.value, document.problems
    if problems or not isinstance(value, dict):
        return None
    return FrontMatter(value, "\n".join(lines), tuple(notes))


def _note_quotes(place: Location, key: str, value: str) -> Problem:
    return Problem(
        Code.FRONT_MATTER_UNDERSTOOD,
        f"`{key}` is not in quotes, and is read as {json.dumps(value, ensure_ascii=False)}",
        place,
        Severity.INFO,
        "Put the value in quotes: YAML gives colons and signs at the start a meaning.",
    )


def _rescue_marks(text: str) -> dict[str, Any]:
    """Return the keys that hide a page, from settings that can't be parsed in their form.

    They may be in another tool's form (TOML between lines of `+++`, JSON), unclosed, or below
    comments.
    """
    before = _BEFORE.match(text)
    start = before.end() if before else 0
    opening = _LOOKS_LIKE_SETTINGS.match(text, start)
    if opening is None:
        return {}
    lines = text[start:].split("\n", _MOST_LINES)[:_MOST_LINES]
    fence = opening[1] or "}"
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == fence), None)
    return dict(find_written_marks("\n".join(lines[:end])))


def _check_misplaced(text: str, source: str) -> tuple[Problem, ...]:
    if text.startswith("---"):
        return (_explain_unclosed(source),) if _LOOKS_LIKE_FRONT_MATTER.match(text) else ()
    if not text[:1].isspace():
        return ()
    start = len(text) - len(text.lstrip())
    if not (_LOOKS_LIKE_FRONT_MATTER.match(text, start) and _find_fences(text, start)):
        return ()
    line_start = text.rfind("\n", 0, start) + 1
    line = text.count("\n", 0, start) + 1
    return (_explain_not_first(Location(source, line, start - line_start + 1)),)


def _explain_unclosed(source: str) -> Problem:
    return Problem(
        Code.FRONT_MATTER_UNCLOSED,
        "the settings at the top of this page are never closed, so they are shown as text",
        Location(source, 1, 1),
        hint="End them with a line of three dashes.",
    )


def _explain_not_first(location: Location) -> Problem:
    return Problem(
        Code.FRONT_MATTER_NOT_FIRST,
        "settings must start on the first line of a page; these are shown as text",
        location,
        Severity.WARNING,
        "Remove everything before the three dashes.",
    )


def _explain_not_keys(source: str) -> Problem:
    return Problem(
        Code.FRONT_MATTER_NOT_KEYS,
        "the settings at the top of this page are not lines of `key: value`; they are ignored",
        Location(source, 2, 1),
        Severity.WARNING,
        hint='Write for example: title: "My page".',
    )
