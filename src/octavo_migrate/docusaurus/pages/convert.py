"""Converts a page with edits at single places; all other bytes stay."""

from __future__ import annotations

import json
import re
from bisect import bisect_right

from octavo.content.surface import read_front_matter
from octavo.values import Struct, field
from octavo_migrate.data import Values, find_emoji, read_dict
from octavo_migrate.docusaurus.documents import find_body, find_heading, strip_marks
from octavo_migrate.docusaurus.pages.commonmark import is_commonmark, write_mdx
from octavo_migrate.docusaurus.pages.components import ComponentConverter
from octavo_migrate.docusaurus.pages.front_matter import IMAGE, plan_front_matter
from octavo_migrate.docusaurus.pages.marked_blocks import (
    KINDS,
    Opening,
    convert_head,
    convert_lines,
    count_closing,
    read_opening,
)
from octavo_migrate.docusaurus.pages.old_links import Home, Places
from octavo_migrate.docusaurus.pages.scan import Kind, Part, scan_page
from octavo_migrate.docusaurus.sidebars import Card, slugify
from octavo_migrate.edits import Edit, RepeatedIds, apply_edits

_UNWRAPPED = re.compile(r"[`~]{3,}[ \t]*mdx-code-block\b")
_TARGET = re.compile(
    r"\]\([ \t]*(?:<(?P<angle>[^<>\n]*)>|(?P<plain>(?:[^\s()<>]|\([^\s()]*\))+))(?=\s*[)\"'(])"
    # A label may end with code, which is a separate part.
    r"|(?:^[ \t>]*\[[^\]\n]+|(?<=`)[^\]\[\n`]*+)\]:"
    r"[ \t]*(?:<(?P<angle2>[^<>\n]*)>|(?P<definition>\S+))"
    r"|(?P<tag><(?:/[ \t]*)?[A-Za-z])"
    r"|(?P<escape>\\[\s\S])"
    r"|(?<![\w:/]):(?P<emoji>[a-z0-9_+-]+):(?![\w:/])",
    re.MULTILINE,
)
_HEADING = re.compile(
    r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*#{1,6}[ \t]+"
    r"(\S[^ \t\n]*+(?>(?:[ \t]++(?!#*+[ \t]*+$)[^ \t\n]++)*))(?:[ \t]++#++)?[ \t]*+$",
    re.MULTILINE,
)
_OWN_ID = re.compile(r"(?P<escape>\\?)\{(?:/\*[ \t]*)?#(?P<id>[^\s{}\\*]+)[ \t]*(?:\*/)?\\?\}\Z")
_CONDITION = re.compile(
    r"(?<![$=\\])\{(?P<condition>[^{}`\n]+)&&\s*\(?\s*"
    r"(?P<tag><(?P<name>[\w.]*)[^<>\n]*>)[ \t]*\n(?=[ \t]*\n)"
)
_MARKDOWN = re.compile(r"^[ \t]*(?:```|~~~|[-*] |\d+\. |#{1,6} )|\]\(|\*\*|`", re.MULTILINE)
_FRONT_MATTER = re.compile(r"\{\s*frontMatter(?:\.(\w+)|\[[\"'](\w+)[\"']\])\s*\}")
_COMMENT_ID = re.compile(r"\{/\*[ \t]*#([\w-]+)[ \t]*\*/\}")


class PageConverter(Struct):
    """Converts a page, or a snippet of pages."""

    home: Home
    places: Places
    cards: tuple[Card, ...] = ()
    more: Values = field(default_factory=dict)
    """Additional keys for the front matter."""
    is_post: bool = False
    edits: list[Edit] = field(default_factory=list)
    open: list[tuple[Opening, str]] = field(default_factory=list)
    """The open admonitions, with the text before them in their lines."""

    def convert(self, data: bytes, text: str) -> bytes | None:
        """Return the bytes of the new page; None if it doesn't change."""
        front = read_front_matter(text, self.home.source)
        own_format = read_dict(front.values, "mdx").get("format")
        if is_commonmark(self.home.source, own_format, self.places.format):
            unwrapped = write_mdx(text)
        else:
            unwrapped = fill_in_front_matter(unwrap_mdx(text), front.values)
        unwrapped = self._drop_conditions(unwrapped)
        is_changed = unwrapped != text
        if is_changed:
            data, text = unwrapped.encode("utf-8"), unwrapped
        heading = find_heading(text) if self.home.url is not None else None
        if heading and self.is_post and front.values.get("title") not in (None, heading[2]):
            heading = None  # The title of a post stays above its first heading.
        if self.home.url is not None:
            image = front.values.get("image")
            new = self.places.resolve(image, self.home) if isinstance(image, str) else None
            more = {**({IMAGE: new} if new else {}), **self.more}
            self.edits += plan_front_matter(text, front, heading, more, self._lose)
        components = ComponentConverter(text, self.home, self.places, self.cards, self.edits)
        at = heading[1] if heading else 0
        for part in scan_page(text):
            if part.kind is Kind.MODULE:
                components.read_imports(part)
            if part.end > max(at, components.done):
                self._convert_part(text, part, max(at, components.done), components)
        components.finish()
        self._keep_heading_ids(text, heading)
        for opening, _prefix in reversed(self.open):
            self.edits.append(Edit(len(text), len(text), f"\n\n</{opening.component}>\n"))
        if not self.edits:
            return data if is_changed else None
        return apply_edits(data, _drop_overlaps(self.edits))

    def _drop_conditions(self, text: str) -> str:
        """Show the Markdown inside a condition, because expressions contain only tags here."""
        pieces, at = [], 0
        matches = list(_CONDITION.finditer(text))
        parts = [part for part in scan_page(text) if part.kind is Kind.TEXT] if matches else []
        for match in matches:
            closing = re.compile(rf"(</{match['name']}\s*>)\s*\)?\s*\}}").search(text, match.end())
            is_text = any(part.start <= match.start() < part.end for part in parts)
            if match.start() < at or not closing or not is_text:
                continue
            inside = text[match.end() : closing.start()]
            if _MARKDOWN.search(inside):
                line = text.count("\n", 0, match.start()) + 1
                message = f"The condition `{match['condition'].strip()}` around Markdown"
                self._lose(message, line, "What it decided about is always shown.")
                pieces += [text[at : match.start()], match["tag"], "\n", inside, closing[1]]
                at = closing.end()
        return "".join([*pieces, text[at:]])

    def _keep_heading_ids(self, text: str, title: tuple[int, int, str] | None) -> None:
        """Give repeated headings the ids that links from elsewhere use."""
        ids = RepeatedIds("-", slugify(title[2]) if title else "")
        parts = [part for part in scan_page(text) if part.kind in (Kind.TEXT, Kind.CODE)]
        starts = [part.start for part in parts]
        for match in _HEADING.finditer(text, title[1] if title else 0):
            at = bisect_right(starts, match.start()) - 1
            if at < 0 or match.start() >= parts[at].end:
                continue
            if own_id := _OWN_ID.search(match[1]):
                ids.name(own_id["id"])
                if own_id["escape"]:
                    start = match.start(1) + own_id.start()
                    self.edits.append(Edit(start, match.end(1), f"{{#{own_id['id']}}}"))
            elif new := ids.name(slugify(strip_marks(match[1]))):
                self.edits.append(Edit(match.end(1), match.end(1), f" {{#{new}}}"))

    def _lose(self, message: str, line: int, advice: str = "") -> None:
        self.places.files.lose(message, self.home.source, line, advice)

    def _convert_part(
        self, text: str, part: Part, start: int, components: ComponentConverter
    ) -> None:
        if part.kind is Kind.FENCE:
            self._convert_fence(text, part)
        elif part.kind is Kind.DIRECTIVE:
            self._convert_directive(text, part)
        elif part.kind is Kind.COMMENT:
            self._convert_comment(text, part)
        elif part.kind is Kind.TEXT:
            self._convert_text(text, part, max(part.start, start), components)

    def _convert_comment(self, text: str, part: Part) -> None:
        comment = text[part.start : part.end]
        own_id = _COMMENT_ID.fullmatch(comment)
        line = text[text.rfind("\n", 0, part.start) + 1 : part.start]
        if own_id and line.startswith("#"):
            self.edits.append(Edit(part.start, part.end, f"{{#{own_id[1]}}}"))
        elif comment.startswith("<!--"):
            inside = comment[4:-3].replace("*/", "* /")
            self.edits.append(Edit(part.start, part.end, f"{{/*{inside}*/}}"))

    def _convert_fence(self, text: str, part: Part) -> None:
        old = text[part.start : part.end]
        head, *lines = old.split("\n")
        new_head, dropped = convert_head(head)
        if "live" in dropped:
            self._lose("Live code can only be read", part.line, "The code is shown.")
        if dropped & {"npm2yarn", "npm2yarn2pnpm"}:
            message = "Commands of `npm2yarn` are shown for npm"
            self.places.files.change(message, self.home.source, part.line)
        if head.strip("`~ ").split(" ")[0] not in ("md", "mdx", "markdown"):
            lines = convert_lines(lines, self.places.comments)
        if (new := "\n".join([new_head, *lines])) != old:
            self.edits.append(Edit(part.start, part.end, new))

    def _convert_directive(self, text: str, part: Part) -> None:
        line = text[part.start : part.end]
        closing = count_closing(line)
        opening = None if closing else read_opening(line)
        indent = re.sub(r"[^\s>]", " ", part.prefix)
        if opening:
            self.open.append((opening, indent))
            if opening.keyword.lower() not in KINDS:
                message = f"Boxes of the kind `{opening.keyword}` are notes"
                self.places.files.change(message, self.home.source, part.line)
            new = opening.write(indent)
            if part.prefix == indent and _has_text_before(text, part):
                new = f"\n{indent}{new}"
            self.edits.append(Edit(part.start, part.end, new))
        elif closing and self.open and closing >= self.open[-1][0].colons:
            closed, outer = self.open.pop()
            # Up to three spaces may come before it; they would make it a part of a list above.
            is_moved = not (part.prefix + outer).strip()
            start = part.start - len(part.prefix) if is_moved else part.start
            new = f"{outer if is_moved else ''}</{closed.component}>"
            self.edits.append(Edit(start, part.end, new))

    def _convert_text(
        self, text: str, part: Part, start: int, components: ComponentConverter
    ) -> None:
        at = start
        while match := _TARGET.search(text, at, part.end):
            at = match.end()
            if match["tag"]:
                at = max(at, components.convert_tag(match.start()))
                continue
            if match["emoji"] and self.places.has_emoji and (emoji := find_emoji(match["emoji"])):
                self.edits.append(Edit(match.start("emoji") - 1, match.end("emoji") + 1, emoji))
            for group in ("angle", "plain", "angle2", "definition"):
                target = match[group]
                new = self.places.resolve(target, self.home) if target is not None else None
                if new is not None:
                    self.edits.append(Edit(match.start(group), match.end(group), new))


def unwrap_mdx(text: str) -> str:
    """Return a page without the `mdx-code-block` fences around its MDX."""
    if "mdx-code-block" not in text:
        return text
    pieces, at = [], 0
    for part in scan_page(text):
        if part.kind is Kind.FENCE and _UNWRAPPED.match(text, part.start):
            _head, *lines = text[part.start : part.end].split("\n")
            pieces += [text[at : part.start], "\n" + part.prefix, "\n".join(lines[:-1]), "\n"]
            at = part.end
    return "".join([*pieces, text[at:]])


def fill_in_front_matter(text: str, values: Values) -> str:
    """Return a page in which references to its front matter are replaced by the values."""
    if "frontMatter" not in text:
        return text
    pieces, at = [], 0
    for part in scan_page(text):
        for match in _FRONT_MATTER.finditer(text, part.start, part.end):
            value = values.get(match[1] or match[2])
            is_attribute = text[: match.start()].endswith("=")
            is_shown = is_attribute or isinstance(value, (str, int, float, type(None)))
            if part.kind is Kind.TEXT and is_shown:
                code = json.dumps(value, ensure_ascii=False, default=str)
                words = "" if value is None else re.sub(r"([\\`*_{}\[\]<>])", r"\\\1", str(value))
                pieces += [text[at : match.start()], f"{{{code}}}" if is_attribute else words]
                at = match.end()
    return "".join([*pieces, text[at:]])


def _has_text_before(text: str, part: Part) -> bool:
    line_start = text.rfind("\n", 0, part.start) + 1
    if line_start <= find_body(text):
        return False
    before = text[text.rfind("\n", 0, max(line_start - 1, 0)) + 1 : max(line_start - 1, 0)]
    return bool(before.strip(" \t>"))


def _drop_overlaps(edits: list[Edit]) -> list[Edit]:
    """Return the edits without those inside another edit."""
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda each: (each.start, each.end > each.start, -each.end)):
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept
