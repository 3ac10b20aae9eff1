"""Counts the letters of an API document's own texts, and how many of them a site shows and finds.

python tools/scripts/sweep_api_prose.py FILE-OR-FOLDER...

A line for each document has the letters of words in titles and descriptions of the API, its tags,
paths, operations and named schemas. It shows how many of these letters are on the page that they
belong to, or in a file that the page opens, and how many the search finds on that page. The sites
have pages for schemas. The command fails if anything is missing, and prints the first words.
"""

from __future__ import annotations

import html
import json
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from octavo.builder.folder_build import build_folder
from octavo.openapi.info import list_schemas, read_info
from octavo.openapi.operation.listing import find_path_item, list_path_item_parts, read_tags
from octavo.project.discover import load_project
from octavo.search.words import list_terms, split_words
from octavo.site.load import load_site
from octavo.site.model import OperationBinding, OverviewBinding, Page, SchemaBinding, Site
from octavo.site.urls import build_page_href, build_page_output
from scripts.sweep_api_documents import find_documents, write_project

NOT_TEXT = re.compile(
    r"<!--.*?-->|</?[A-Za-z][^<>]*>|(?<=\])\([^()\s]*(?:\s+\"[^\"]*\")?\)|^[ \t]*(?:```|~~~).*$"
    r"|https?://\S+|!\[[^\]]*\]|&#?\w+;|\\\S",
    re.DOTALL | re.MULTILINE,
)
WORD = re.compile(r"[^\W_]{2,}")
OPENED = re.compile(r'href="(/_octavo/api/[^"#]+)"')
MAIN = re.compile(r"<main\b.*?</main>", re.DOTALL)
INLINE = re.compile(r"</?(?:a|b|del|em|i|span|strong|sub|sup|wbr)\b[^>]*>")
TAG = re.compile(r"<[^>]*>")
APOSTROPHE = re.compile("['’ʼ]")
HIDDEN = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)
COLUMNS = (("document", 34), ("letters", 9), ("shown %", 8), ("found %", 8))


class Prose(NamedTuple):
    """A text of the document, and a page that has to say it."""

    url: str
    kind: str
    text: str


def main(arguments: list[str]) -> int:
    documents = [each for name in arguments for each in find_documents(Path(name))]
    if not documents:
        sys.exit("Name files or folders with API documents, or set DOCUMENTS for make.")
    print("  ".join(f"{title:>{width}}" for title, width in COLUMNS))
    failed = sum(not sweep(document) for document in documents)
    print(f"{len(documents)} documents, {failed} with letters that are missing")
    return 1 if failed else 0


def sweep(document: Path) -> bool:
    """Build a site of a document, and print its line; tell whether nothing is missing."""
    with tempfile.TemporaryDirectory() as folder:
        project, output = Path(folder) / "project", Path(folder) / "site"
        write_project(project, document)
        settings = json.loads((project / "site.json").read_text("utf-8"))
        settings["api"] = {"schemas": "pages"}
        (project / "site.json").write_text(json.dumps(settings), "utf-8")
        build_folder(str(project), str(output))
        site = load_site(load_project(str(project))[0]).site
        if site is None or not site.api_documents:
            print(f"{document.name}: there is no site")
            return False
        return count(document.name, list_prose(site), output)


def count(name: str, prose: Iterable[Prose], output: Path) -> bool:
    """Print how many letters of some texts the pages of a site show, and the search finds."""
    terms = read_terms(output)
    letters, lost = 0, {"shown": 0, "found": 0}
    examples: list[str] = []

    @cache
    def read_words(url: str) -> frozenset[str]:
        return frozenset(list_words(read_page(output, build_page_output(url))))

    for url, kind, markdown in prose:
        visible = read_words(url)
        text = NOT_TEXT.sub(" ", HIDDEN.sub(" ", markdown))
        findable = terms[build_page_href(url)]
        unfound = [word for word in split_words(text) if not is_term(word, findable)]
        lost["found"] += sum(map(len, unfound))
        examples += [f"    not found: {word} ({kind}, {url})" for word in unfound]
        for word in list_words(text):
            letters += len(word)
            if word not in visible:
                lost["shown"] += len(word)
                examples.append(f"    not shown: {word} ({kind}, {url})")
    shares = [f"{100 * (1 - lost[what] / max(letters, 1)):.3f}" for what in lost]
    cells = (name[-34:], f"{letters:,}", *shares)
    print("  ".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, COLUMNS, strict=True)))
    print("\n".join(examples[:10]), end="\n" * bool(examples), flush=True)
    return not examples


def list_prose(site: Site) -> Iterator[Prose]:
    """Return the texts of the first document of a site, each with its page."""
    (document,) = site.api_documents
    pages = [page for page in site.pages.values() if page.binding is not None]
    tags: dict[str | None, Page] = {}
    for page in pages:
        match page.binding:
            case OverviewBinding(_, _, tag):
                tags[tag.name if tag else None] = page
            case OperationBinding(_, entry):
                item = find_path_item(document, entry.key)
                parts = list_path_item_parts(document, item) if item else ()
                for kind, nodes in (("operation", (entry.node,)), ("path", parts)):
                    for node in nodes:
                        for key in ("summary", "description"):
                            yield Prose(page.url, kind, node.get_text(key) or "")
            case SchemaBinding(_, node):
                yield Prose(page.url, "schema", node.get_text("description") or "")
    has_page = {page.binding.name for page in pages if isinstance(page.binding, SchemaBinding)}
    assert has_page == list_schemas(document).keys(), "each schema has a page"
    info = read_info(document)
    for kind, text in (
        ("title", info.title),
        ("info", info.summary),
        ("info", info.description),
        *(("tag", each.description or "") for each in read_tags(document).values()),
    ):
        yield Prose(tags[None].url, kind, text if kind != "tag" else "")
    for each in read_tags(document).values():
        yield Prose(tags.get(each.name, tags[None]).url, "tag", each.description or "")


def read_page(output: Path, name: str) -> str:
    """Return the text of a page and of the files that it opens."""
    match = MAIN.search((output / name).read_text("utf-8"))
    page = match[0] if match else ""
    files = [page, *((output / path[1:]).read_text("utf-8") for path in OPENED.findall(page))]
    texts = (TAG.sub(" ", INLINE.sub("", HIDDEN.sub(" ", each))) for each in files)
    return html.unescape(" ".join(texts))


def list_words(text: str) -> Iterator[str]:
    return iter(WORD.findall(APOSTROPHE.sub("", text).lower()))


def is_term(word: str, terms: frozenset[str]) -> bool:
    """Tell whether the search finds a word; some are nothing that anybody types."""
    own = list_terms(word)
    return not own or any(term in terms for term in own)


def read_terms(output: Path) -> defaultdict[str, frozenset[str]]:
    """Return the terms of each page of an index, by the address of the page."""

    def load(name: str) -> list[list[object]] | list[dict[str, list[list[str]]]]:
        file = output / f"_octavo/search/{name}.json"
        return json.loads(file.read_text("utf-8"))  # type: ignore[no-any-return] # as it is written

    manifest = json.loads((output / "_octavo/search.json").read_text("utf-8"))
    heads = [page for name in manifest["lists"] for each in load(name) for page in each["pages"]]  # type: ignore[call-overload] # a list of pages
    of_page: defaultdict[int, set[str]] = defaultdict(set)
    for part in manifest["parts"]:
        for term, *steps in load(part):
            posting = 0
            for step in steps:
                posting += step  # type: ignore[operator] # a number
                of_page[posting >> 3].add(str(term))
    terms = {str(head[0]): frozenset(of_page[at]) for at, head in enumerate(heads)}
    return defaultdict(frozenset, terms)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
