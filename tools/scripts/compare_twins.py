"""Compares every page of built sites with its Markdown twin, and prints what the twin has lost.

make twins CORPUS="FOLDER-OR-DOCUMENT..."   (projects, as for build_corpus, or OpenAPI)

What a page says is taken from its HTML, piece by piece: every heading, paragraph, item, cell,
field, label and block of code. A CommonMark parser reads the twin. A piece is there if its letters
are.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pyromark

from octavo.builder.folder_build import build_folder

_CONTENT = "mdx-content"
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_BLOCKS = frozenset(
    """address article aside blockquote button caption center dd details div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr label legend li main nav ol option
    p pre section
    select summary table tbody td tfoot th thead tr ul br""".split()
)
_CODE_TAGS = frozenset({"pre", "code", "kbd", "samp"})
_UNSEEN_TAGS = frozenset({"svg", "script", "style", "math", "template", "iframe", "video", "audio"})
UNSEEN = frozenset(
    """needs-script visually-hidden when-open when-closed heading-link step-mark footnote-mark
    footnote-back math example-more card-cta-arrow diagram later view-switch endpoint-foot
    footnote-reference tooltip-cta prompt-actions prompt-details switch-bar""".split()
)
"""What only a browser needs: buttons, numbers that Markdown writes itself, links to the rest."""
_OWN_PIECES = frozenset({"field-pill", "field-name", "tooltip-bubble", "color-name", "color-value",
                         "method-pill", "endpoint-path", "accordion-title", "accordion-description",
                         "tree-name", "status", "switch-label"})  # fmt: skip
_OWN_WORDS = frozenset(
    {"Details", "Diagram source", "Read the prompt", "Footnotes", "child attributes"}
)
_NOT_LETTERS = re.compile(r"[\W_]+")


@dataclass
class Pieces:
    """The pieces of a page with their kinds, its blocks of code, and its links."""

    texts: list[tuple[str, str]] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    """Addresses, with the texts that lead there."""
    addresses: list[str] = field(default_factory=list)
    """Those of pictures, videos and frames."""
    names: list[str] = field(default_factory=list)
    """What these are called."""
    prose: list[str] = field(default_factory=list)
    """The texts again, without code in their lines, and without fields."""


class _Reader(HTMLParser):
    """Collects pieces; with `whole`, of everything, else only of the content of a page."""

    def __init__(self, *, whole: bool, unseen: frozenset[str]) -> None:
        super().__init__()
        self.pieces = Pieces()
        self._unseen_classes = unseen
        self._link: tuple[str, list[str]] | None = None
        self._open: list[tuple[str, bool, bool]] = []
        self._unseen = 0
        self._inside = 1 if whole else 0
        self._kinds = ["p"]
        self._text: list[str] = []
        self._prose: list[str] = []
        self._is_code = 0
        self._is_prose = True
        self._side: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        classes = frozenset((attributes.get("class") or "").split())
        is_content = _CONTENT in classes or "page-title" in (attributes.get("id") or "")
        is_hidden = attributes.get("aria-hidden") == "true"
        is_unseen = is_hidden or tag in _UNSEEN_TAGS or bool(classes & self._unseen_classes)
        self._side = attributes.get("data-side") or self._side
        only = attributes.get("data-only")  # a field that the other side alone sees
        is_unseen = is_unseen or bool(only and self._side and only != self._side)
        if tag in _BLOCKS or classes & _OWN_PIECES or "math" in classes:
            self._end_piece()
        if tag == "img" and self._inside and not self._unseen and attributes.get("alt"):
            self.pieces.texts.append(("img", attributes["alt"] or ""))
        if self._inside:
            self._keep_addresses(tag, attributes)
        if tag in _VOID:
            return
        self._open.append((tag, is_unseen, is_content))
        self._kinds.append(
            "field" if classes & _OWN_PIECES else tag if self._is_kind(tag) else self._kinds[-1]
        )
        self._unseen += is_unseen
        self._inside += is_content
        self._is_code += tag == "pre"
        self._is_prose = self._is_prose and tag not in _CODE_TAGS

    def _is_kind(self, tag: str) -> bool:
        """Tell whether the content of an element is of its kind: paragraphs in cells are cells."""
        return tag in _BLOCKS and not (tag in ("p", "div") and self._kinds[-1] in ("td", "th"))

    def _keep_addresses(self, tag: str, attributes: dict[str, str | None]) -> None:
        if tag == "a" and attributes.get("href"):
            self._link = (attributes["href"] or "", [])
        elif address := attributes.get("src"):
            self.pieces.addresses.append(address)
            self.pieces.names.append(attributes.get("title") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._link:
            href, texts = self._link
            self.pieces.links.append((href, "".join(texts)))
            self._link = None
        while self._open and tag not in _VOID:
            name, is_unseen, is_content = self._open.pop()
            if name in _BLOCKS or self._kinds[-1] == "field":
                self._end_piece()
            self._kinds.pop()
            self._is_code -= name == "pre"
            self._is_prose = not any(each in _CODE_TAGS for each, _, _ in self._open)
            self._unseen -= is_unseen
            self._inside -= is_content
            if name == tag:
                return

    def handle_data(self, data: str) -> None:
        if self._inside and not self._unseen:
            self._text.append(data)
            self._prose.append(data if self._is_prose else "")
            if self._link:
                self._link[1].append(data)

    def _end_piece(self) -> None:
        text = "".join(self._text)
        if self._kinds[-1] != "field":
            self.pieces.prose.append("".join(self._prose))
        self._text, self._prose = [], []
        if self._is_code:
            if text.strip():
                self.pieces.codes.append(text)
        elif text.strip():
            self.pieces.texts.append((self._kinds[-1], text))


def read_page(html: str) -> Pieces:
    """Return what a page says, from its HTML."""
    return read_html(html, whole=False)


def read_html(html: str, *, whole: bool = True, unseen: frozenset[str] = UNSEEN) -> Pieces:
    """Return the pieces of HTML; what has a class of those that are `unseen` is left out."""
    reader = _Reader(whole=whole, unseen=unseen)
    reader.feed(html)
    reader.close()
    return reader.pieces


def read_twin(markdown: str) -> Pieces:
    """Return what a twin says, as a parser of Markdown reads it."""
    options = pyromark.Options
    html = pyromark.html(
        markdown,
        options=options.ENABLE_TABLES
        | options.ENABLE_STRIKETHROUGH
        | options.ENABLE_FOOTNOTES
        | options.ENABLE_TASKLISTS,
    )
    return read_html(html)


@dataclass
class Comparison:
    """How many pieces of each kind there are, how many are in twins, and which are not."""

    all: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    lost: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, name: str, page: Pieces, twin: Pieces, source: str) -> None:
        """Compare a page with its twin."""
        words = keep_letters(
            " ".join(text for _, text in twin.texts) + " ".join(twin.codes)
        ) + keep_letters(source)
        codes = {_squeeze(code) for code in twin.codes}
        all_code = "\n".join(codes)
        for kind, text in page.texts:
            if " ".join(text.split()) in _OWN_WORDS:
                continue
            self._count(name, kind, text, is_found=keep_letters(text) in words)
        for code in page.codes:
            bare = _squeeze(code)
            is_found = bare in codes or bare in all_code or keep_letters(code) in words
            self._count(name, "pre", code, is_found=is_found)

    def _count(self, name: str, kind: str, text: str, *, is_found: bool) -> None:
        self.all[kind] += 1
        self.found[kind] += is_found
        if not is_found:
            self.lost.append((name, kind, " ".join(text.split())))

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {self.found[kind]:,}" for kind in sorted(self.all))
        return f"{self.found.total():,} of {self.all.total():,} ({kinds})"


def keep_letters(text: str) -> str:
    """Return the letters and digits of a text, which are the same however it is marked up."""
    return _NOT_LETTERS.sub("", text).casefold()


def _squeeze(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))


def compare_site(output: Path, comparison: Comparison) -> int:
    """Compare all pages of a built site; return how many have a twin."""
    count = 0
    for path in sorted(output.rglob("index.html")):
        folder = path.parent
        twin = output / "index.md" if folder == output else folder.parent / f"{folder.name}.md"
        if twin.is_file():
            markdown = twin.read_text(encoding="utf-8")
            page = read_page(path.read_text(encoding="utf-8"))
            name = str(twin.relative_to(output))
            # Titles of code and addresses are only in the source.
            comparison.add(name, page, read_twin(markdown), _list_hidden(markdown))
            count += 1
    return count


def _list_hidden(markdown: str) -> str:
    """Return the text that a parser hides: the text after the marks of fences."""
    return " ".join(
        line.lstrip("`> 0123456789.-") for line in markdown.split("\n") if "```" in line
    )


def _copy_projects(place: Path, folder: Path) -> Iterator[Path]:
    """Yield projects made of what was named: folders with settings, or API documents."""
    if place.is_file():
        folder.mkdir()
        shutil.copy(place, folder / place.name)
        settings = {
            "name": place.stem,
            "colors": {"primary": "#0D9373"},
            "navigation": [],
            "openapi": place.name,
            "tabs": [{"name": "API", "url": "api", "openapi": place.name}],
        }
        (folder / "site.json").write_text(json.dumps(settings))
        yield folder
        return
    shutil.copytree(place, folder, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    if (folder / "mint.json").exists() and not (folder / "site.json").exists():
        (folder / "mint.json").rename(folder / "site.json")
    yield folder


def main(places: list[str]) -> int:
    """Compare the sites of all places."""
    if not places:
        sys.exit("Name projects or API documents, or set CORPUS for make.")
    total = Comparison()
    for place in places:
        own = Comparison()
        with tempfile.TemporaryDirectory() as temporary:
            for project in _copy_projects(Path(place), Path(temporary) / "project"):
                output = Path(temporary) / "out"
                build_folder(str(project), str(output))
                count = compare_site(output, own)
        print(f"{place}: {count} twins, {own}", flush=True)
        for name, kind, text in own.lost[:15]:
            print(f"    {name} <{kind}>: {text[:110]}")
        total.all += own.all
        total.found += own.found
        total.lost += own.lost
    print(f"all: {total}")
    return 1 if total.lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
