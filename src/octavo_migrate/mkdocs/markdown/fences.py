"""Converts code blocks: the text after the fence, and annotations in the code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from octavo.values import Struct, replace
from octavo_migrate.mkdocs.context import Lines
from octavo_migrate.mkdocs.markdown.pieces import Attributes, read_attributes, skip_blank
from octavo_migrate.mkdocs.markdown.titles import strip_markdown

FENCE = re.compile(r"( *)(`{3,}|~{3,})(?!`)[ ]*(.*?)[ ]*\Z")
_ANNOTATION = re.compile(
    r"[ ]*(?:#|//|--|;|%|/\*|<!--|\"|')?[ ]*\((\d+)\)(!?)[ ]*(?:\*/|-->)?[ ]*\Z"
)
_SWITCHES = ("annotate", "no-copy", "copy", "select")
_OPTIONS = ("title", "tab", "hl_lines", "hl", "linenums")
_LINES = re.compile(r"\d+(-\d+)?")
_PLAIN_TITLE = re.compile(r"[\w./-]+\Z")


class Fence(Struct, frozen=True):
    """A code block, with its lines."""

    start: int
    end: int
    """The line after it."""
    indent: int
    mark: str
    info: str
    code: tuple[str, ...]
    closed: bool = True

    @property
    def would_end_early(self) -> bool:
        """Tell whether other Markdown parsers take a line of the code for the end."""
        end = re.compile(rf"\s*{self.mark}+\s*")  # MDX has no indented code blocks.
        return any(map(end.fullmatch, self.code))


def read_fence(lines: Lines, at: int) -> Fence | None:
    """Return the code block that starts in a line."""
    match = FENCE.match(lines[at].text)
    if not match or (match[2][0] == "`" and "`" in match[3]):
        return None
    indent, mark = len(match[1]), match[2]
    end = _find_fence_end(lines, at + 1, indent, mark)
    code = tuple(line.cut(indent).text for line in lines[at + 1 : end])
    return Fence(at, min(end + 1, len(lines)), indent, mark, match[3], code, end < len(lines))


def _find_fence_end(lines: Lines, at: int, indent: int, mark: str) -> int:
    """Return the line that closes a code block, or the number of lines.

    Python-Markdown needs exactly the opening mark. If there is none, other tools accept a longer
    mark, or one with a small indent.
    """
    slipped = len(lines)
    for index in range(at, len(lines)):
        line = lines[index]
        stripped = line.text.strip()
        if stripped == mark and line.indent == indent:
            return index
        is_mark = len(stripped) >= len(mark) and set(stripped) == {mark[0]}
        if is_mark and line.indent < indent + 4:
            slipped = min(slipped, index)
    return slipped


class Info(Struct, frozen=True):
    """The text after a fence, parsed."""

    language: str
    title: str = ""
    numbered: bool = False
    marked: str = ""
    copied: bool = True
    dropped: tuple[str, ...] = ()
    """Its parts that have no equivalent."""

    def render(self) -> str:
        """Return the text after a fence of Octavo."""
        is_plain = not (self.title or self.marked or self.numbered) and self.copied
        parts = [self.language or ("" if is_plain else "text")]
        if self.title:
            quoted = self.title.replace('"', "'")
            parts.append(quoted if _PLAIN_TITLE.match(quoted) else f'title="{quoted}"')
        parts += ["lines"] if self.numbered else []
        parts += [] if self.copied else ["nocopy"]
        parts += [f"{{{self.marked}}}"] if self.marked else []
        return " ".join(part for part in parts if part)


def read_info(text: str) -> Info:
    """Parse the text after a fence."""
    language, rest = "", text.strip()
    if not rest.startswith("{"):
        match = re.match(r"([^\s{=]+)(?!\S*=)", rest)
        language, rest = (match[1], rest[match.end() :]) if match else ("", rest)
    attributes = read_attributes(rest.strip().removeprefix("{").removeprefix(":").removesuffix("}"))
    classes = [each for each in attributes.classes if each not in _SWITCHES]
    if not language and classes:
        language = classes.pop(0)
    language = language.removeprefix(".")
    lines = attributes.get("hl_lines") or attributes.get("hl") or ""
    return Info(
        language if re.fullmatch(r"[\w+#.-]*", language) else "",
        attributes.get("title") or attributes.get("tab") or "",
        attributes.get("linenums") is not None,
        ",".join(each for each in re.split(r"[\s,]+", lines) if _LINES.fullmatch(each)),
        "no-copy" not in attributes.classes,
        tuple(_list_dropped(attributes, classes)),
    )


def _list_dropped(attributes: Attributes, classes: Sequence[str]) -> Iterator[str]:
    yield from (f".{each}" for each in classes)
    yield from (name for name, _ in attributes.values if name not in _OPTIONS)
    if re.match(r"\d", first := attributes.get("linenums") or "") and first.split()[0] != "1":
        yield "linenums"


def find_annotations(code: Sequence[str]) -> list[int]:
    """Return the numbers of the annotations in a code block."""
    return [int(match[1]) for line in code if (match := _ANNOTATION.search(line))]


def strip_annotations(code: Sequence[str]) -> tuple[str, ...]:
    """Return code in which each annotation is a plain comment with its number."""
    return tuple(_ANNOTATION.sub(lambda m: m[0].rstrip().rstrip("!"), line) for line in code)


def render_fence(info: str, code: Sequence[str], mark: str = "```") -> list[str]:
    """Return the lines of a code block, with a fence that is long enough."""
    longest = max((len(run) for line in code for run in re.findall(r"`{3,}", line)), default=0)
    fence = "`" * max(longest + 1 if longest else 3, len(mark) if mark[0] == "`" else 3)
    return [f"{fence}{info}", *code, fence]


def is_code_alone(body: Lines) -> bool:
    """Tell whether a tab contains only a code block without a title."""
    start = skip_blank(body, 0)
    fence = read_fence(body, start) if start < len(body) else None
    return bool(
        fence
        and fence.closed
        and not read_info(fence.info).title
        and not find_annotations(fence.code)
        and skip_blank(body, fence.end) == len(body)
    )


def read_fence_tabs(lines: Lines, at: int) -> tuple[list[Fence], int]:
    """Return consecutive code blocks that are tabs of one group, and the line after them."""
    fences: list[Fence] = []
    end = at
    while at < len(lines) and (fence := read_fence(lines, at)) and " tab=" in f" {fence.info}":
        fences.append(fence)
        end = fence.end
        at = skip_blank(lines, end)
    return fences, end


def render_code_tabs(tabs: Sequence[tuple[str, Lines]]) -> list[str]:
    """Return tabs of code as one group."""
    out = ["<CodeGroup>"]
    for title, body in tabs:
        fence = read_fence(body, skip_blank(body, 0))
        if fence:
            info = replace(read_info(fence.info), title=strip_markdown(title))
            out += render_fence(info.render(), fence.code, fence.mark)
    return [*out, "</CodeGroup>"]
