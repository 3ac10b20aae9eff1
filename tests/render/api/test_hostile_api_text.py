"""Texts of API documents stay texts, wherever they stand and whatever they hold."""

from __future__ import annotations

import json
import os
import re
import time
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from octavo.outputs.build.folder import BuildReport, build_folder
from octavo.problems import Severity, render_text
from tests.patience import HANGS_AFTER
from tests.render.api.hostile_api_document import hostile_document

PAYLOADS = {
    "script": "</script><script>evil()</script>",
    "image": '"><img src=x onerror=evil()>',
    "element": "'\"><x-evil>",
    "attribute in quotes": '" data-evil="1',
    "attribute in single quotes": "' data-evil='1",
    "attribute without quotes": "x data-evil=1 onmouseover=evil()",
    "handler": "'onmouseover=evil() '",
    "end of everything": "</title></style></textarea></template></main><svg onload=evil()>",
    "comment": "--><!--><x-evil>",
    "address": "javascript:evil()",
    "address with a tab": "jav\tascript:evil()",
    "address in entities": "&#x6a;avascript:evil()",
    "address with a blank": " javascript:evil()",
    "address of data": "data:text/html,<script>evil()</script>",
    "address of another host": "//evil.example/x",
    "link": "[x](javascript:evil()) ![x](javascript:evil()) <javascript:evil()>",
    "template": "{{7919*7907}}${7919*7907}<%=7919*7907%>{7919*7907}{%raw%}",
    "component": '<Card title="x" href="javascript:evil()">{evil()}</Card>',
    "module": 'import x from "/etc/passwd"\n\nexport const y = evil()',
    "backticks": "`${evil()}`",
    "end of comment": "*/evil()/*",
    "shell": "'; rm -rf evil; '$(evil)`evil`",
    "front matter": "\n---\nopenapi: GET /evil\ntitle: evil\n---\n",
    "parent folder": "../../evil",
    "absolute path": "/etc/evil",
    "backslashes": "..\\..\\evil",
    "prototype": "__proto__",
    "line separator": "a\u2028b\u2029c",
    "bidirectional": "a\u202egnp.exe",
    "null": "a\0b",
    "controls": "a\x1b[31m\x07\x08b",
    "half a character": "a\ud800b",
    "end of data": "]]>&lt;x-evil&gt;<![CDATA[",
    "reserved name": "CON",
    "broken address": "http://[evil",
    "broken escapes": "%zz%00%2e%2e%2fevil%",
    "broken pointer": "#/~2/%ff/~",
    "dots": "..",
}
HARMLESS = "harmless"
PAGE_KEYS = (
    "title sidebarTitle description icon iconType tag mode url canonical version openapi"
    " openapi-schema api authMethod playground og:title og:image twitter:card robots keywords"
).split()

ADDRESSES = {"href", "src", "action", "formaction", "poster", "data", "srcset", "background"}
SAFE_SCHEME = re.compile(r"(https?|mailto|tel):", re.IGNORECASE)
ANY_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
ONCE = ("html", "head", "body", "main", "title", "h1")
# What a description may hold beside what our own pages are made of.
MARKDOWN = {
    "a": {"href", "title", "rel"},
    "img": {"src", "alt", "title", "width", "height"},
    **{name: set() for name in "wbr p em strong code ul ol li hr del blockquote pre br".split()},
}


class Elements(HTMLParser):
    """Collects the elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str]]] = []
        self.scripts: list[tuple[dict[str, str], str]] = []
        self.texts: list[str] = []
        self._script: dict[str, str] | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.found.append((tag, attributes))
        if tag == "script":
            self._script = attributes

    def handle_data(self, data: str) -> None:
        if self._script is None:
            self.texts.append(data)
        else:
            self.scripts.append((self._script, data))

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = None


def build(folder: Path, document: dict[str, Any]) -> tuple[Path, BuildReport]:
    """Build a site with pages made from the document, and two that the author wrote."""
    project = folder / "project"
    project.mkdir(parents=True)
    (project / "api.json").write_text(json.dumps(document))
    settings = {
        "name": "Site",
        "navigation": [{"group": "Start", "pages": ["index", "shape"]}],
        "tabs": [{"name": "API", "url": "reference", "openapi": "api.json"}],
    }
    (project / "site.json").write_text(json.dumps(settings))
    (project / "index.mdx").write_text("---\ntitle: Start\n---\n\nHello.\n")
    (project / "shape.mdx").write_text("---\ntitle: Shape\nopenapi-schema: Plain\n---\n")
    report = build_folder(str(project), str(folder / "site"))
    return folder / "site", report


def pages_of(site: Path) -> Iterator[tuple[str, Elements]]:
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site).as_posix(), Elements(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the pages are made of when no text means any harm."""
    site, report = build(tmp_path_factory.mktemp("harmless"), hostile_document(HARMLESS))
    assert report.output is not None
    elements: dict[str, set[str]] = {}
    scripts, styles, addresses = set(), set(), set()
    for _, page in pages_of(site):
        for tag, attributes in page.found:
            elements.setdefault(tag, set()).update(attributes)
            styles.add(attributes.get("style"))
            addresses |= {attributes[key] for key in attributes.keys() & ADDRESSES}
        scripts |= {text for attributes, text in page.scripts if not is_data(attributes)}
    for tag, names in MARKDOWN.items():
        elements.setdefault(tag, set()).update(names)
    return {
        "elements": elements,
        "scripts": scripts,
        "styles": styles,
        "addresses": addresses,
        "pages": report.pages,
    }


def is_data(attributes: dict[str, str]) -> bool:
    return attributes.get("type", "").endswith("json")


@pytest.mark.scorecard("SR-10")
@pytest.mark.parametrize("name", PAYLOADS)
def test_a_text_stays_a_text(name: str, tmp_path: Path, harmless: dict[str, Any]) -> None:
    site, report = build(tmp_path / "here", hostile_document(PAYLOADS[name]))

    assert report.pages == harmless["pages"]
    check_site(tmp_path, site, report, harmless)


@pytest.mark.scorecard("SR-10")
def test_settings_of_pages_in_a_document_are_texts_too(
    tmp_path: Path, harmless: dict[str, Any]
) -> None:
    document = hostile_document(HARMLESS)
    for name, text in PAYLOADS.items():
        settings = dict.fromkeys([*PAGE_KEYS, text], text)
        extension = {"href": text, "content": text, "metadata": settings}
        document["paths"][f"/{name}"] = {"get": {"responses": {}, "x-mint": extension}}
    site, report = build(tmp_path / "here", document)

    assert report.pages == harmless["pages"] + len(PAYLOADS)
    check_site(tmp_path, site, report, harmless)


def check_site(folder: Path, site: Path, report: BuildReport, harmless: dict[str, Any]) -> None:
    assert report.output is not None
    assert [problem for problem in report.problems if problem.severity is Severity.ERROR] == []
    for url, page in pages_of(site):
        check_page(url, page, harmless)
    check_files(folder, site)
    check_other_pages(site)
    told = "".join(render_text(problem, lambda *_: None) for problem in report.problems)
    assert all(character.isprintable() or character == "\n" for character in told)


def check_page(url: str, page: Elements, harmless: dict[str, Any]) -> None:
    counts = Counter(tag for tag, _ in page.found)
    for tag in ONCE:
        assert counts[tag] <= 1, f"{url}: {counts[tag]} of <{tag}>"
    for tag, attributes in page.found:
        assert tag in harmless["elements"], f"{url}: <{tag}> {attributes}"
        new = attributes.keys() - harmless["elements"][tag]
        assert not new, f"{url}: <{tag}> has {new}"
        assert attributes.get("style") in harmless["styles"], url
        for key in attributes.keys() & ADDRESSES:
            if attributes[key] not in harmless["addresses"]:
                check_address(url, tag, attributes[key])
    ids = Counter(attributes["id"] for _, attributes in page.found if "id" in attributes)
    assert [id_ for id_, count in ids.items() if count > 1] == [], url
    assert not any(re.search(r"\s", id_) for id_ in ids), url
    for attributes, text in page.scripts:
        if is_data(attributes):
            json.loads(text)
        else:
            assert text in harmless["scripts"], f"{url}: {text[:80]}"
    assert "62615533" not in "".join(page.texts), f"{url}: an expression was evaluated"


def check_address(url: str, tag: str, address: str) -> None:
    """Browsers pass over controls and blanks in an address."""
    read = re.sub(r"[\x00-\x20]", "", address)
    assert SAFE_SCHEME.match(read) or not ANY_SCHEME.match(read), f"{url}: <{tag}> to {address!r}"
    if tag != "img":
        assert not read.startswith(("//", "/\\", "\\")), f"{url}: <{tag}> to {address!r}"


def check_files(folder: Path, site: Path) -> None:
    """Nothing was written outside the site, and no name is one that some system refuses."""
    assert sorted(os.listdir(folder)) == ["here"]
    assert sorted(os.listdir(folder / "here")) == ["project", "site"]
    assert sorted(os.listdir(folder / "here" / "project")) == [
        "api.json",
        "index.mdx",
        "shape.mdx",
        "site.json",
    ]
    for path in site.rglob("*"):
        assert not path.is_symlink()
        assert path.name.isprintable(), path.name
        assert not re.search(r'[<>:"|?*\\\x00-\x1f]', path.name), path.name
        if path.suffix == ".json":
            json.loads(path.read_text("utf-8"))


def check_other_pages(site: Path) -> None:
    """The author's own pages and navigation are as they were written."""
    page = Elements((site / "index.html").read_text("utf-8"))
    words = " ".join(" ".join(page.texts).split())

    assert "Hello." in words
    assert "Start" in words
    assert "Shape" in words
    assert "GET /evil" not in words


@pytest.mark.scorecard("SR-10")
def test_names_and_values_are_shown_as_they_are(tmp_path: Path) -> None:
    text = PAYLOADS["image"]
    site, _ = build(tmp_path, hostile_document(text))
    shown = "".join(
        "".join(page.texts) for url, page in pages_of(site) if url.startswith("reference/")
    )

    assert shown.count(text) > 50


def test_long_texts_take_no_time(tmp_path: Path) -> None:
    started = time.process_time()
    _, report = build(tmp_path, hostile_document("a" * 20_000))

    assert report.output is not None
    assert time.process_time() - started < HANGS_AFTER


@pytest.mark.parametrize("text", ["a" * 2**20, "<" * 2**17, "[" * 2**17, "*a " * 2**16])
def test_an_immense_text_takes_no_time(text: str, tmp_path: Path) -> None:
    document = hostile_document(HARMLESS)
    document["info"]["description"] = text
    operation = document["paths"]["/plain"]["post"]
    operation |= {"summary": text, "description": text, "operationId": text}
    operation["parameters"] = [{"name": text, "in": "query", "description": text}]
    document["components"]["schemas"]["Plain"] = {"enum": [text], "description": text}
    started = time.process_time()
    _, report = build(tmp_path, document)

    assert report.output is not None
    assert time.process_time() - started < HANGS_AFTER
