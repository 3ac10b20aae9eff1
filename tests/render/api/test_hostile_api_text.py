"""Texts of API documents stay texts, wherever they stand and whatever they hold."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from string import ascii_letters
from typing import Any

import pytest

from octavo.builder.folder_build import BuildReport, build_folder
from octavo.problems import Severity, render_text
from tests.patience import HANGS_AFTER
from tests.render.api.foreign_parts import Allowed, Parts, allow, check_page, read_parts
from tests.render.api.hostile_api_document import hostile_document
from tests.whole import first_of_each

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


def pages_of(site: Path) -> Iterator[tuple[str, Parts]]:
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site).as_posix(), read_parts(path.read_text("utf-8"))


def find_kind(name: str) -> str:
    """Return what a text could be taken for."""
    kinds = {"link": "[", "markup": "<", "attribute": "'\"", "entities": "&", "code": "{}`*"}
    kinds |= {"address": ":", "path": "/\\.", "name": ascii_letters}
    signs = (kind for kind, signs in kinds.items() if set(signs) & set(PAYLOADS[name]))
    return "control" if not PAYLOADS[name].isprintable() else next(signs, "")


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> tuple[Allowed, int]:
    """What pages are made of when no text means any harm, and how many there are."""
    site, report = build(tmp_path_factory.mktemp("harmless"), hostile_document(HARMLESS))
    assert report.output is not None
    return allow(page for _, page in pages_of(site)), report.pages


@pytest.mark.scorecard("SR-10")
@pytest.mark.parametrize("name", first_of_each(PAYLOADS, find_kind))
def test_a_text_stays_a_text(name: str, tmp_path: Path, harmless: tuple[Allowed, int]) -> None:
    site, report = build(tmp_path / "here", hostile_document(PAYLOADS[name]))

    assert report.pages == harmless[1]
    check_site(tmp_path, site, report, harmless[0])


@pytest.mark.scorecard("SR-10")
def test_settings_of_pages_in_a_document_are_texts_too(
    tmp_path: Path, harmless: tuple[Allowed, int]
) -> None:
    document = hostile_document(HARMLESS)
    for name, text in PAYLOADS.items():
        settings = dict.fromkeys([*PAGE_KEYS, text], text)
        extension = {"href": text, "content": text, "metadata": settings}
        document["paths"][f"/{name}"] = {"get": {"responses": {}, "x-mint": extension}}
    site, report = build(tmp_path / "here", document)

    assert report.pages == harmless[1] + len(PAYLOADS)
    check_site(tmp_path, site, report, harmless[0])


def check_site(folder: Path, site: Path, report: BuildReport, allowed: Allowed) -> None:
    assert report.output is not None
    assert [problem for problem in report.problems if problem.severity is Severity.ERROR] == []
    for url, page in pages_of(site):
        check_page(url, page, allowed)
    check_files(folder, site)
    check_other_pages(site)
    told = "".join(render_text(problem, lambda *_: None) for problem in report.problems)
    assert all(character.isprintable() or character == "\n" for character in told)


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
    page = read_parts((site / "index.html").read_text("utf-8"))
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


@pytest.mark.whole
def test_long_texts_take_no_time(tmp_path: Path) -> None:
    started = time.process_time()
    _, report = build(tmp_path, hostile_document("a" * 20_000))

    assert report.output is not None
    assert time.process_time() - started < HANGS_AFTER


@pytest.mark.parametrize(
    "text", first_of_each(["a" * 2**20, "<" * 2**17, "[" * 2**17, "*a " * 2**16])
)
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
