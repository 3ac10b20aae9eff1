"""Reads pages of other tools independently of what moves them: what a reader sees, piece by piece.

Pages of `docs.json` and `mint.json` are read as MDX, by the parser that also reads Octavo's own.
Pages of MkDocs are read by Python-Markdown with the extensions of pymdownx, as MkDocs does. Pages
of Docusaurus are cut by a plain scanner, which knows lines, fences, tags and brackets only.

Left out of the pieces, because nothing in the source alone says what a reader sees:

- what stands in braces, in `import` and `export`, in comments, in `<Head>`, `<style>`, `<script>`
  and `<svg>`, what browsers show that cannot play a video, and what `<Visibility>` hides from some
  readers;
- formulas and diagrams, which are drawn, and numbers of footnotes;
- how a `<Prompt>` is marked up: it is folded text to be copied, and its words and addresses count;
- attributes of components, but for titles, labels and captions, and the addresses of links;
- in pages of MkDocs: what includes files or other objects (`--8<--`, `{!`, `{*`, `:::`), what
  templates fill in (`{{`, `{%`), and names of icons and emoji.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import markdown
from pymdownx import twemoji_db  # type: ignore[import-untyped]

from octavo.content.front_matter import empty_front_matter
from octavo.content.mdx import parse_mdx
from octavo.content.nodes import CodeBlock, Element, Node, Tag
from octavo_migrate.mkdocs.markdown.html import KNOWN as HTML_NAMES
from scripts.compare_twins import UNSEEN, keep_letters, read_html


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that a page says: `heading`, `text`, `cell`, `code`, `link`, `picture` …"""

    kind: str
    text: str


_ADDRESS = re.compile(r"https?://")
_TITLES = frozenset({"title", "label", "caption"})
_DRAWN = frozenset({"mermaid", "math", "katex"})


def name_address(address: str) -> str:
    """Return an address as it can be compared: without escapes and ends of lines."""
    return re.sub(r"\s*\n\s*", "", unquote(html.unescape(address)).strip()).rstrip("/")


def _list_links(address: str, text: str = "") -> Iterator[Piece]:
    """Yield a link: to another site by its address, to a page of this one by its text."""
    if _ADDRESS.match(address):
        yield Piece("link", name_address(address))
    elif keep_letters(text) and not re.match(r"[a-z]+:|#|$", address):
        yield Piece("link text", text)


def _list_picture(address: str) -> Iterator[Piece]:
    name = name_address(address).partition("?")[0].partition("#")[0].rsplit("/", 1)[-1]
    if "." in name and not address.startswith("data:"):
        yield Piece("picture", name)


# MDX

_BLOCKS = frozenset("p h1 h2 h3 h4 h5 h6 li td th blockquote dt dd".split())
_NOT_SHOWN = frozenset({"Visibility", "script", "style", "svg", "template", "Head", "head"})
_FALLBACKS = frozenset({"video", "audio", "iframe", "object", "canvas"})
"""Tags whose text is for browsers that cannot show them."""
_MARKS = re.compile(r"[ \t]*(?://|#|--|/\*|<!--)\s*\[!code[^\]]*\](?:[ \t]*(?:\*/|-->))?")
"""Comments that say how a line of code is shown, and are not shown themselves."""


def read_mdx(text: str) -> Iterator[Piece]:
    """Yield what a page of `docs.json` or `mint.json` says."""
    document = parse_mdx(empty_front_matter(text), "page")
    for nodes in (document.nodes, *document.footnotes.values()):
        yield from _walk(nodes)


def _walk(nodes: Iterable[Node]) -> Iterator[Piece]:
    for node in nodes:
        if isinstance(node, CodeBlock):
            if node.language not in _DRAWN and node.text.strip():
                yield Piece("code", _MARKS.sub("", node.text))
        elif isinstance(node, Element):
            yield from _read_element(node)
            yield from _walk(node.children)
        elif isinstance(node, Tag) and node.name == "Prompt":
            yield from (Piece("title", each.text) for each in _walk(node.children))
        elif isinstance(node, Tag) and node.name not in _NOT_SHOWN:
            yield from _read_tag(node)
            yield from _walk(node.children if node.name not in _FALLBACKS else ())


def _read_element(node: Element) -> Iterator[Piece]:
    properties = node.properties or {}
    if node.tag in _BLOCKS:
        kind = {"h": "heading", "t": "cell"}.get(node.tag[0], "text")
        yield from (Piece(kind, part) for part in _list_runs(node.children))
    if node.tag == "a":
        runs = list(_list_runs(node.children))
        text = runs[0] if len(runs) == 1 else ""
        yield from _list_links(str(properties.get("href") or ""), text)
    if node.tag == "img":
        yield from _list_picture(str(properties.get("src") or ""))


def _read_tag(node: Tag) -> Iterator[Piece]:
    name = node.name or ""
    runs = _list_runs(node.children if name not in _FALLBACKS else ())
    yield from (Piece("text", part) for part in runs)
    for attribute in node.attributes:
        if not isinstance(attribute.value, str):
            continue
        if attribute.name in _TITLES and name[:1].isupper() and name != "CodeGroup":
            yield Piece("title", _LINK.sub(r"\1", attribute.value))
            for link in _LINK.finditer(attribute.value):
                yield from _list_links(link[2])
        elif attribute.name == "href":
            yield from _list_links(attribute.value)
        elif attribute.name == "src":
            yield from _list_picture(attribute.value)


def _list_runs(nodes: Iterable[Node]) -> Iterator[str]:
    """Yield the runs of text in a block, which end where something else than text stands."""
    run = ""
    for node in nodes:
        if isinstance(node, str):
            run += node
        elif isinstance(node, Element) and node.tag in ("em", "strong", "code", "del", "a"):
            inner = list(_list_runs(node.children))
            run += inner[0] if len(inner) == 1 else ""
            if len(inner) > 1:
                yield run
                run = ""
        else:
            if run.strip():
                yield run
            run = ""
    if run.strip():
        yield run


# Docusaurus

_FENCE = re.compile(r"[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})(.*)")
_MODULE = re.compile(r"(?:import|export)[\s{*]")
_OPENS, _CLOSES = re.compile(r"[\s>]*:{3,}\s*\w"), re.compile(r"[\s>]*:{3,}\s*\Z")
_NEXT_ITEM = re.compile(r"\s*\d+[.)]\s")
_NO_MODULE = "\4"
"""A line that no import or export goes beyond."""
_COMMENT_START = r"[ \t>]*(?://|/\*|\{/\*|#|<!--|--|%|;)\s*"
_USUAL_COMMENTS = ("highlight-next-line", "highlight-start", "highlight-end")
_COMMENT = re.compile(r"<!--.*?-->|\{/\*.*?\*/\}", re.DOTALL)
_UNSEEN = re.compile(r"<([Hh]ead|style|script|svg|video|audio)\b.*?</\1>", re.DOTALL)
_TAG = re.compile(
    r"(?<!\\)<(?:/\s*)?[A-Za-z](?:[^<>{}\"'\\]|\"[^\"]*\"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|=>)*>"
)
_INLINE_CODE = re.compile(
    r"(?<![\\`])(`+)(?!`)((?:[^`\n]|(?!(?<!`)\1(?!`))`|\n(?!\s*(?:\n|[-*+]\s|\d+[.)]\s)))+?)"
    r"(?<!`)\1(?!`)"
)
_QUOTED_TAG = re.compile(r"<[A-Za-z]\w*(?:\n[ ]*>[ ]+[\w-]+=\S.*)+(?:\n[ ]*>[ ]*/?>)?")
"""A tag in a quotation, with an attribute in each line."""
_ATTRIBUTE = re.compile(r"\s(title|label|caption|href|to|src)=(?:\"([^\"]*)\"|'([^']*)')")
_BRACES = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}")
_FORMULA = re.compile(r"\$\$.+?\$\$|(?<![\\$A-Za-z\d_])\$[^\s$][^$\n]*?\$(?!\d)", re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]]*\](?:\(\s*<?([^\s()<>]*)[^)]*\)|\[[^\]]*\])")
_LINK = re.compile(
    r"\[((?:[^\[\]]|\\[\[\]]|\[[^\[\]]*\])*)\]"
    r"\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+[\"'(][^)]*)?\s*\)"
)
_DEFINITION = re.compile(r"\s*\[[^\]]+\]:\s*\S")
_MARKER = re.compile(r"\A(?:[\s>]*(?::{3,}\s*\w*|\[!\w+\]|\d+[.)]\s|[-*+]\s+(?:\[[ xX]\]\s)?))+")
_HEADING = re.compile(r"\A[\s>]*#{1,6}\s")
_TITLE = re.compile(r"\stitle=(?:\"([^\"]+)\"|'([^']+)')")
_TOKEN = re.compile(rf"{_INLINE_CODE.pattern}|(?s:{_COMMENT.pattern})|(?<!\\)\{{")
_STRING_OR_BRACE = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|[{}]"
)
_CUT, _ITEM = "\0", "\3"
_LIST_ITEM = re.compile(r"<(?:li|summary|details|div|p)\b[^<>]*>")
"""The start of a separate block in a cell."""
_CELL_END = re.compile(r"(?<!\\)\|")
_TABLE_RULE = re.compile(r"[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_CUT_AT = re.compile(_CUT)


def find_magic_comments(config: str) -> tuple[str, ...]:
    """Return the comments of code that are not shown, as the text of the settings has them."""
    own = config.partition("magicComments")[2].partition("additionalLanguages")[0]
    return (*_USUAL_COMMENTS, *re.findall(r"\b(?:line|start|end):\s*['\"]([^'\"\n]+)['\"]", own))


def scan_docusaurus(text: str, comments: tuple[str, ...] = _USUAL_COMMENTS) -> Iterator[Piece]:
    """Yield what a page of Docusaurus says; `comments` are not shown."""
    magic = re.compile(_COMMENT_START + "(?:" + "|".join(map(re.escape, comments)) + r")(?!\w)")
    text = text.removeprefix("\ufeff")
    text = re.sub(r"\A---[ \t]*\n.*?\n---[ \t]*\n", "", text, count=1, flags=re.DOTALL)
    lines: list[str] = []
    fence, info, code, indent, in_comment = "", "", list[str](), 0, False
    for line in text.split("\n"):
        match = None if in_comment else _FENCE.match(line)
        is_less = bool(line.strip()) and _measure(line) < indent
        if fence and is_less and _NEXT_ITEM.match(line):  # which ends all that its list holds
            fence = ""
            yield from _read_fence(info, code)
        if fence:
            if match and match[1].startswith(fence) and not match[2].strip():
                fence = ""
                yield from _read_fence(info, code)
            elif is_less:  # which ends a fence in a list
                yield Piece("text", line.strip(" >*+-"))
            else:
                code.append("" if magic.match(line) else line)
        elif match and "`" not in match[2]:
            fence, info, code, indent = match[1], match[2].strip(), [], _measure(line)
            lines += ["", _NO_MODULE]
        else:
            in_comment = line.rfind("<!--") > line.rfind("-->") or (
                in_comment and "-->" not in line
            )
            lines.append(line)
    yield from _scan_text("\n".join(_drop_modules(lines)))
    yield from (Piece("text", line) for line in _list_stray_closings(lines))


_PIECE = re.compile(r"^import\s+(\w+)\s+from\s+[\"'](.+?\.mdx?)[\"']", re.MULTILINE)
_MOST_PIECES = 5


def scan_with_pieces(
    project: Path, comments: tuple[str, ...], path: Path, text: str, depth: int = 0
) -> Iterator[Piece]:
    """Yield what a page of Docusaurus says, and what the Markdown says that it takes in."""
    yield from scan_docusaurus(text, comments)
    for name, address in _PIECE.findall(text) if depth < _MOST_PIECES else ():
        plain = address.replace("\\", "")
        is_from_top = plain.startswith(("@site/", "/"))
        top = project / plain.removeprefix("@site/").lstrip("/")
        file = top if is_from_top else path.parent / plain
        if re.search(rf"^\s*<{name}\b", text, re.MULTILINE) and file.is_file():
            inner = file.read_text("utf-8", "replace").replace("\r\n", "\n")
            yield from scan_with_pieces(project, comments, file, inner, depth + 1)


def _drop_modules(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines with those of imports and exports emptied."""
    in_module, depth = False, 0
    for line in lines:
        is_open = line != _NO_MODULE and (bool(line.strip()) or depth > 0)
        in_module = is_open and (in_module or bool(_MODULE.match(line)))
        depth = depth + line.count("{") - line.count("}") if in_module else 0
        yield "" if in_module or line == _NO_MODULE else line


def _list_stray_closings(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines that close no directive, and are shown."""
    depth = 0
    for line in lines:
        depth += bool(_OPENS.match(line))
        if _CLOSES.match(line):
            if depth == 0:
                yield line
            depth = max(depth - 1, 0)


def _measure(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _read_fence(info: str, code: list[str]) -> Iterator[Piece]:
    if info.startswith("mdx-code-block"):
        yield from scan_docusaurus("\n".join(code))
    elif info.split(" ", maxsplit=1)[0] not in _DRAWN:
        if title := _TITLE.search(info):
            yield Piece("title", title[1] or title[2])
        yield from (Piece("code", each.strip(" >")) for each in code if each.strip(" >"))


def _scan_text(text: str) -> Iterator[Piece]:
    """Yield the paragraphs, headings, cells, links and pictures of text without fences."""
    codes: list[str] = []

    def keep(match: re.Match[str]) -> str:
        codes.append(match[2])
        return f"\1{len(codes) - 1}\2"

    def show(text: str) -> str:
        return re.sub("\1(\\d+)\2", lambda match: codes[int(match[1])], html.unescape(text))

    text = _INLINE_CODE.sub(keep, _empty_deep_braces(text))
    text = _QUOTED_TAG.sub(lambda tag: re.sub(r"\n[ ]*>", "\n", tag[0]), text)
    text = _UNSEEN.sub("", _COMMENT.sub("", text))
    for tag in _TAG.findall(text):
        yield from _scan_tag(show(tag))
    text = re.sub(r"\[\^[^\]\n]+\]:?", _CUT, _FORMULA.sub(_CUT, text))
    text = _LIST_ITEM.sub(_CUT + _ITEM, text)
    text = _BRACES.sub(_CUT, _TAG.sub(_CUT, text)).replace("\\\n", "\n")
    text = _EMOJI.sub(_cut_emoji, text)
    text = re.sub(r"^([\s>]*#{1,6}\s.*)$", r"\1\n", text, flags=re.MULTILINE)
    rows, rules = _trim_tables(text.split("\n"))
    yield from (Piece("text", each) for each in rules)
    text = "\n".join(rows)
    text = re.sub(r"^([ >]*\|.*)$", r"\1\n", text, flags=re.MULTILINE)  # a row is a line
    for block in re.split(r"\n\s*\n|\n(?=\s*[#|>*+:-]|\s*\d+[.)])", text):
        if not _DEFINITION.match(block):
            yield from _scan_block(block, show)


def _empty_deep_braces(text: str) -> str:
    """Leave nothing in braces that hold what the patterns do not see.

    That is braces inside braces inside braces, and a brace in a string.
    """
    parts: list[str] = []
    end = at = 0
    while token := _TOKEN.search(text, at):
        at = token.end()
        closing = _find_closing(text, at) if token[0] == "{" else -1
        if closing >= 0:
            if not _BRACES.fullmatch(text, token.start(), closing):
                parts += [text[end : token.start()], "{}"]
                end = closing
            at = closing
    return "".join(parts) + text[end:]


def _find_closing(text: str, at: int) -> int:
    """Return where braces end, as JavaScript reads them; -1 if they do not."""
    depth = 1
    for token in _STRING_OR_BRACE.finditer(text, at):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    return -1


def _trim_tables(lines: list[str]) -> tuple[list[str], list[str]]:
    """Return lines in which rows have no more cells than their table has columns.

    Lines that only look like a table are text; their rules, which are shown, come second.
    """
    columns: int | None = None
    rows: list[str] = []
    rules: list[str] = []
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        cells = _split_row(line)
        if not line.strip(" >|"):
            columns = None
        elif columns is None and "|" in below and _TABLE_RULE.fullmatch(below):
            columns = len(cells) if len(cells) == len(_split_row(below)) else 0
            rules += [] if columns else [below.strip()]
        is_row = columns and line.lstrip(" >").startswith("|")
        is_text = columns == 0 or (columns is None and line.lstrip(" >").startswith("|"))
        text = _CUT.join(cells) if is_text else line
        rows.append("|" + "|".join(cells[:columns]) if is_row else text)
    return rows, rules


def _split_row(line: str) -> list[str]:
    return _CELL_END.split(line.strip(" >").removeprefix("|").removesuffix("|"))


def _scan_block(block: str, show: Any) -> Iterator[Piece]:
    kind = "heading" if _HEADING.match(block) else "text"
    is_row = block.lstrip(" >").startswith("|")
    for cell in re.split(r"(?<!\\)\|", block) if is_row else [block]:
        for image in _IMAGE.finditer(cell):
            yield from _list_picture(image[1] or "")
        without = _IMAGE.sub(_CUT, cell)
        for link in _LINK.finditer(without):
            target = re.sub(r"\\([^\w\s])", r"\1", link[2])
            if _CUT not in target:
                yield from _list_links(target, "" if _CUT in link[1] else show(link[1]))
        line = _LINK.sub(_show_link, _MARKER.sub("", without))
        is_cell = is_row
        for piece in re.sub(r"\]\[[^\]\n]*\]", "]", line).split(_CUT):
            is_cell = is_cell and _ITEM not in piece  # a list in a cell is no text of the cell
            if keep_letters(show(piece)):
                yield Piece("cell" if is_cell else kind, show(piece.replace(_ITEM, "")))


def _show_link(link: re.Match[str]) -> str:
    """Return the text of a link; one with a link inside is none, and shows its marks."""
    inner = _LINK.sub(rf"{_CUT}\1{_CUT}", link[1])
    return link[1] if inner == link[1] else f"{_CUT}{inner}{_CUT}"


def _scan_tag(tag: str) -> Iterator[Piece]:
    is_component = tag[1:2].isupper()
    for name, quoted, single in _ATTRIBUTE.findall(tag):
        value = quoted or single
        if name in _TITLES and is_component and keep_letters(value):
            yield Piece("title", html.unescape(value))
        elif name in ("href", "to"):
            yield from _list_links(value)
        elif name == "src":
            yield from _list_picture(value)


# MkDocs

_NATIVE = frozenset(
    """admonition abbr attr_list def_list footnotes md_in_html tables sane_lists""".split()
) | frozenset(
    f"pymdownx.{name}"
    for name in """arithmatex betterem caret critic details highlight inlinehilite keys mark
    snippets superfences tabbed tasklist tilde magiclink blocks.admonition blocks.details
    blocks.tab blocks.html""".split()
)
_EXTRA = ("footnotes", "attr_list", "def_list", "tables", "abbr", "md_in_html")
_OF_MKDOCS = frozenset("arithmatex twemoji headerlink footnote-ref footnote-backref".split())
_FILLED_IN = re.compile(r"^\s*(\{\*|\{!|:::|<!--|\[TOC\])|\{%|\{\{", re.MULTILINE)
_NOT_READ = re.compile(
    r":[a-z]+-[\w-]+:(?:\{[^}]*\})?|:[a-z_\d]+:|\]\s?\[[^\]]*\]|\(\d+\)!|(?:\n|\A)[ ]*\d+[.)][ ]"
)
"""Names of icons and emoji, references to objects, and annotations, which plugins resolve; numbers
of lines that Python-Markdown takes for text, and we for a list."""
_EMOJI = re.compile(r"(:[a-z_\d+-]+)(?=:)(?::\{[^}]*\})?")
_OBJECT = re.compile(r"^#*[ ]*:::[ ]?[\w.:/-]+[ ]*\n(?:[ ]{2,}\S.*\n)*", re.MULTILINE)
"""What documents an object of Python, with its options."""
_INDENTED_BOX = re.compile(r"(\n[ \t]*\n)[ ]{1,3}(?=(?:!!!|\?\?\?)[ ]?\w)")
"""A box after a space: its author meant a box, though Python-Markdown sees none."""
_OPEN_COMMENT = re.compile(r"[ ]*<!--(?:(?!-->).)*")
_FENCE_OPTIONS = re.compile(r"([ >]*(`{3,}|~{3,})[ ]*[\w+-]*)[^`\n]*")


def build_mkdocs_reader(folder: Path, settings: Mapping[str, Any]) -> markdown.Markdown:
    """Return what reads the pages of a project, with the extensions that it asks for."""
    listed = settings.get("markdown_extensions") or ()
    given: dict[str, Any] = {}
    for each in [listed] if isinstance(listed, dict) else listed:
        given.update(each if isinstance(each, dict) else {each: None})
    names = [name for name in given if name.removeprefix("markdown.extensions.") in _NATIVE]
    if any(name.endswith("extra") for name in given):
        names += _EXTRA
    names += ["tables", "pymdownx.highlight", "pymdownx.superfences"]
    options = (given.get("pymdownx.snippets") or {}) if "pymdownx.snippets" in given else {}
    base = options.get("base_path") or "."
    bases = base if isinstance(base, list) else [base]
    fence = {"name": "*", "class": "", "format": _show_fence, "validator": lambda *_: True}
    return markdown.Markdown(
        extensions=list(dict.fromkeys(names)),
        extension_configs={
            "pymdownx.snippets": {"base_path": [str(folder / str(each)) for each in bases]},
            "pymdownx.highlight": {"use_pygments": True, "linenums": False},
            "pymdownx.tabbed": {"alternate_style": True},
            "pymdownx.arithmatex": {"generic": True},
            "pymdownx.superfences": {"custom_fences": [fence]},
            "pymdownx.blocks.admonition": given.get("pymdownx.blocks.admonition") or {},
        },
    )


def _show_fence(source: str, language: str, *_: Any, **__: Any) -> str:
    return "" if language in _DRAWN else f"<pre>{html.escape(source)}</pre>"


def _take_fence_options(text: str) -> tuple[str, list[str]]:
    """Return a text without the options of its code blocks, and the lines that had them.

    A block ends where its author meant it to, as in other Markdown parsers. A closing line gets the
    indent of the opening one, without which Python-Markdown sees no block at all. Comments are
    removed, because Python-Markdown shows those after spaces.
    """
    lines: list[str] = []
    options: list[str] = []
    fence = start = ""
    in_comment = False
    for line in text.split("\n"):
        in_comment = not fence and (in_comment or bool(_OPEN_COMMENT.fullmatch(line)))
        if in_comment:
            in_comment = "-->" not in line
            lines.append(line.partition("-->")[2])
            continue
        match = _FENCE_OPTIONS.fullmatch(line)
        opens = match and not fence
        if match and not fence:
            fence, start = match[2], line.partition(match[2])[0]
            options.append(line)
        elif fence and line.strip(" >").startswith(fence) and not line.strip(f" >{fence[0]}"):
            lines.append(start + line.strip(" >"))
            fence = ""
            continue
        lines.append(match[1] if match and opens else line)
    return "\n".join(lines), options


def _cut_emoji(name: re.Match[str]) -> str:
    is_emoji = any(f"{name[1]}:" in names for names in (twemoji_db.emoji, twemoji_db.aliases))
    return _CUT if is_emoji else name[0]


def _cut_other_tags(text: str) -> str:
    """Cut a text where tags stand that HTML does not have: browsers leave them out, we do not."""
    return re.sub(
        r"</?([A-Za-z][^\s<>/@]*)[^<>]*>",
        lambda tag: tag[0] if tag[1].lower() in HTML_NAMES else _CUT,
        text,
    )


def read_mkdocs(reader: markdown.Markdown, text: str) -> Iterator[Piece]:
    """Yield what a page of MkDocs says."""
    text = re.sub(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*\n", "", text, flags=re.DOTALL)
    text = _INDENTED_BOX.sub(r"\1", text)
    text, options = _take_fence_options(_OBJECT.sub("", text))
    yield from (
        Piece("title", title[1] or title[2]) for title in map(_TITLE.search, options) if title
    )
    reader.reset()
    shown_html = _cut_other_tags(reader.convert(text))
    pieces = read_html(shown_html, unseen=UNSEEN | _OF_MKDOCS)
    for kind, shown in pieces.texts:
        if not _FILLED_IN.search(shown):
            is_cell, is_heading = kind in ("td", "th"), re.fullmatch("h[1-6]", kind)
            name = "cell" if is_cell else "heading" if is_heading else "text"
            yield from (
                Piece(name, part)
                for run in _EMOJI.sub(_cut_emoji, shown).split(_CUT)
                for part in _NOT_READ.split(run)
            )
    yield from (Piece("code lines", each) for each in pieces.codes if not _FILLED_IN.search(each))
    for address, shown in pieces.links:
        is_read = not any(each.search(shown) for each in (_FILLED_IN, _NOT_READ, _CUT_AT))
        yield from _list_links(address, shown if is_read else "")
    for address in pieces.addresses:
        yield from _list_picture(address)
