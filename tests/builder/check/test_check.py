"""What a check tells: all that a build does, by the same code, and what only a check looks for."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.check.folder_check import CheckReport, check_folder
from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.builder.pages.page_build import BuiltContent, Contents
from octavo.problems import Code, Problem, Severity, sort_problems
from octavo.site.model import Page
from tests.builder.rich_project import write_rich_project
from tests.project_folder import write_files
from tests.recursive_schemas import build_doubling_chain, write_document

ONLY_CHECKS = {
    Code.IMAGE_ALT_MISSING,
    Code.CODE_BLOCK_INVALID,
    Code.PAGE_NOT_LISTED,
    Code.PAGE_TITLE_TWICE,
    Code.PAGE_DESCRIPTION_TWICE,
    Code.API_SUMMARY_MISSING,
    Code.API_DESCRIPTION_MISSING,
    Code.API_EXAMPLE_MISSING,
    Code.API_ERROR_MISSING,
    Code.API_EXAMPLE_INVALID,
    Code.API_MORE_PROBLEMS,
}
API = """openapi: 3.1.0
info: {title: A, version: "1"}
paths:
  /a:
    get:
      responses:
        "200":
          description: Fine
          content:
            application/json:
              schema: {$ref: '#/components/schemas/None'}
"""
BROKEN: Mapping[str, Any] = {
    "site.json": {
        "name": "Test",
        "logo": "/lost.svg",
        "colors": {"primary": "#eeeeee"},
        "navigation": [{"group": "A", "pages": ["index", "lost", "b"]}],
        "redirects": [{"source": "/old", "destination": "/nowhere"}],
        "tabs": [{"name": "API", "url": "api", "openapi": "openapi.yaml"}],
        "unknown": 1,
    },
    "index.mdx": "---\ntitle: Hello\n---\n\n[x](/nowhere) [y](/b#lost) [z](#lost) ![P](lost.png)\n",
    "b.mdx": "---\ntitle: B\nmode: strange\n---\n\n<Strange />\n\n<b>text\n\n{unknown}\n",
    "c.mdx": "import Part from '/snippets/lost.mdx'\n\n<Part />\n",
    "bad.mdx": b"\xff\xfe",
    "b/index.html": "<p>In the way of a page.</p>",
    "404.html": "<p>In the way of a page of the theme.</p>",
    "openapi.yaml": API,
}


def tell(report: CheckReport, *codes: Code) -> list[str]:
    """Return the problems of some codes, as `place: message`."""
    problems = sort_problems(report.problems)
    return [f"{each.location}: {each.message}" for each in problems if each.code in codes]


def check(root: Path, **options: Any) -> CheckReport:
    return check_folder(str(root), BuildOptions(**options))


def site(*pages: str, **others: Any) -> dict[str, Any]:
    return {"name": "Test", "navigation": [{"group": "A", "pages": list(pages)}], **others}


@pytest.mark.parametrize("kind", ["broken", "rich"])
def test_a_check_tells_all_that_a_build_does_and_only_what_checks_look_for_beyond(
    kind: str, tmp_path: Path
) -> None:
    root = tmp_path / "project"
    if kind == "rich":
        write_rich_project(root)
    else:
        write_files(root, BROKEN)
    built = set(build_folder(str(root), str(tmp_path / "out")).problems)
    checked = set(check(root).problems)
    assert built
    assert built - checked == set()
    assert {problem.code for problem in checked - built} <= ONLY_CHECKS
    if kind == "broken":
        assert len({problem.code for problem in built}) > 12
        taken = {each.location.source for each in built if each.code is Code.OUTPUT_TAKEN}
        assert taken == {"b/index.html", "404.html"}


def test_nothing_is_written_into_the_project(tmp_path: Path) -> None:
    root = write_files(tmp_path / "project", BROKEN)
    before = sorted(root.rglob("*"))
    check(root, cache_folder=str(tmp_path / "cache"))
    assert sorted(root.rglob("*")) == before


def settle(root: Path) -> None:
    """Make all files look as if they had not changed for a while."""
    past = time.time_ns() - 60_000_000_000
    for path in root.rglob("*"):
        os.utime(path, ns=(past, past))
    time.sleep(0.06)  # the time of the last change cannot be set: it must be old enough, too


def test_when_nothing_has_changed_no_page_is_rendered_and_all_is_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {name: text for name, text in BROKEN.items() if name != "bad.mdx"}
    root = write_files(tmp_path / "project", files)
    settle(root)
    rendered: list[str] = []
    build = Contents.build

    def note(self: Contents, page: Page) -> BuiltContent:
        rendered.append(page.source)
        return build(self, page)

    monkeypatch.setattr(Contents, "build", note)
    folder = str(tmp_path / "cache")
    first = check(root, cache_folder=folder)
    assert len(rendered) == 5
    second = check(root, cache_folder=folder)
    assert len(rendered) == 5
    assert set(second.problems) == set(first.problems)
    assert second.pages == first.pages == 5
    (root / "b.mdx").write_text("---\ntitle: B\n---\n\n![](/lost.png)\n")
    third = check(root, cache_folder=folder)
    assert rendered[5:] == ["b.mdx"]
    assert set(third.problems) == set(check(root).problems)
    assert tell(third, Code.IMAGE_ALT_MISSING)


def test_a_check_asks_git_for_no_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = tmp_path / "asked"
    git = tmp_path / "bin/git"
    git.parent.mkdir()
    git.write_text(f"#!/bin/sh\necho asked >>{asked}\nexit 1\n")
    git.chmod(0o755)
    settings = site("a", seo={"siteUrl": "https://a.test"})
    root = write_files(tmp_path / "project", {"site.json": settings, "a.mdx": "Text\n"})
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    monkeypatch.setenv("PATH", str(git.parent))
    for cache in (None, str(tmp_path / "cache")):
        check(root, cache_folder=cache)
    assert not asked.exists()
    build_folder(str(root), str(tmp_path / "out"))
    assert asked.exists()


def test_a_build_takes_nothing_from_a_check(tmp_path: Path) -> None:
    root = write_files(tmp_path / "project", {"site.json": site("a"), "a.mdx": "![](/lost.png)\n"})
    options = BuildOptions(cache_folder=str(tmp_path / "cache"))
    check_folder(str(root), options)
    report = build_folder(str(root), str(tmp_path / "out"), options)
    assert {problem.code for problem in report.problems} == {Code.IMAGE_MISSING}


def test_settings_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    root = write_files(tmp_path / "project", {"site.json": "{"})
    report = check(root)
    assert report.pages is None
    assert [problem.code for problem in report.problems] == [Code.SETTINGS_NOT_JSON]


def test_pages_that_no_navigation_leads_to_are_noted(tmp_path: Path) -> None:
    files = {
        "site.json": site("a", "away"),
        "index.mdx": "The start needs no entry.\n",
        "a.mdx": "A\n",
        "away.mdx": "---\ntitle: Away\nurl: https://other.example\n---\n",
        "secret.mdx": "---\nhidden: true\n---\n",
        "lost.mdx": "---\ndescription: L\ntitle: Lost\n---\n",
        "bare.mdx": "Text.\n",
    }
    report = check(write_files(tmp_path / "project", files))
    message = "this page is published, and in no navigation"
    assert tell(report, Code.PAGE_NOT_LISTED) == [
        f"bare.mdx:1:1: {message}",
        f"lost.mdx:3:8: {message}",
    ]


def test_titles_and_descriptions_that_pages_share_are_noted_once(tmp_path: Path) -> None:
    page = "---\ntitle: Same\ndescription: The very same.\n---\n"
    names = ["a", "b", "c", "d", "e"]
    files = {
        "site.json": site(*names, "f", versions=["v1", "v2"]),
        **{f"{name}.mdx": page for name in names},
        "f.mdx": '---\ntitle: Same\nversion: "v2"\n---\n',
    }
    report = check(write_files(tmp_path / "project", files))
    others = "`b.mdx`, `c.mdx`, `d.mdx` and 1 more"
    assert tell(report, Code.PAGE_TITLE_TWICE, Code.PAGE_DESCRIPTION_TWICE) == [
        f"a.mdx:2:8: the title `Same` is also that of {others}",
        f"a.mdx:3:14: the description `The very same.` is also that of {others}",
    ]


def test_pictures_without_a_description_are_told_where_they_stand(tmp_path: Path) -> None:
    page = """Text ![](p.png) and ![Orders](p.png).

<Frame>
  <img src="/p.png" />
  <img src="/p.png" alt="" />
  <img src="/p.png" aria-hidden="true" />
  <img src="/p.png" role="presentation" />
  <img src="/p.png" {...{alt: "x"}} />
</Frame>

<Part />
"""
    files = {
        "site.json": site("a"),
        "a.mdx": "import Part from '/snippets/part.mdx'\n\n" + page,
        "snippets/part.mdx": "![](/p.png)\n",
        "p.png": "x",
    }
    report = check(write_files(tmp_path / "project", files))
    places = [told.partition(": ")[0] for told in tell(report, Code.IMAGE_ALT_MISSING)]
    assert places == ["a.mdx:3:6", "a.mdx:6:3", "snippets/part.mdx:1:1"]


def test_code_blocks_that_cannot_be_read_are_told_at_the_line_of_the_mistake(
    tmp_path: Path,
) -> None:
    page = """
```json
{
  "a": 1,
}
```

- In a list:

  ```yaml title="x"
  a: b: c
  ```

```jsonc
{ /* fine */ }
```
"""
    files = {"site.json": site("a"), "a.mdx": page}
    report = check(write_files(tmp_path / "project", files))
    told = tell(report, Code.CODE_BLOCK_INVALID)
    assert told[0] == "a.mdx:4:9: this code block is no JSON: there is a comma after the last entry"
    assert told[1].startswith("a.mdx:11:7: this code block is no YAML: ")
    assert len(told) == 2


def test_what_readers_miss_of_operations_is_noted(tmp_path: Path) -> None:
    document = """openapi: 3.1.0
info: {title: A, version: "1"}
paths:
  /bare:
    get:
      responses:
        "200":
          description: Fine
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Bare'}
  /full:
    get:
      summary: Get
      description: Everything.
      responses:
        "200":
          description: Fine
          content:
            application/json:
              schema: {type: array, items: {$ref: '#/components/schemas/Full'}}
        "204":
          description: Done
          content: {application/json: {schema: {type: object}}}
        default: {description: Not fine}
  /hidden:
    get:
      x-hidden: true
      responses: {"200": {description: Fine}}
components:
  schemas:
    Bare:
      type: object
      properties: {id: {type: string}, next: {$ref: '#/components/schemas/Bare'}}
    Full: {type: object, properties: {id: {type: string, example: "12"}}}
"""
    tabs = [{"name": "API", "url": "api", "openapi": "openapi.yaml"}]
    files = {"site.json": site("a", tabs=tabs), "a.mdx": "A\n", "openapi.yaml": document}
    report = check(write_files(tmp_path / "project", files))
    notes = [each for each in report.problems if each.code in ONLY_CHECKS]
    assert {each.severity for each in notes} == {Severity.INFO}
    assert sorted((each.code.value, str(each.location)) for each in notes) == [
        ("api-description-missing", "openapi.yaml:5:5"),
        ("api-error-missing", "openapi.yaml:5:5"),
        ("api-example-missing", "openapi.yaml:5:5"),
        ("api-summary-missing", "openapi.yaml:5:5"),
    ]


def test_values_of_a_document_that_do_not_follow_their_schemas_are_told(tmp_path: Path) -> None:
    document = """openapi: 3.1.0
info: {title: A, version: "1"}
paths:
  /a:
    post:
      parameters:
        - {name: size, in: query, schema: {type: integer, maximum: 5, default: 9}}
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Item'}
            examples:
              good: {value: {name: x, kind: "{{kind}}"}}
              bad: {value: {kind: z}}
      responses:
        "200":
          description: Fine
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Item'}
              example: {id: 1, name: x, kind: a}
components:
  schemas:
    Item:
      type: object
      required: [id, name]
      properties:
        id: {type: integer, readOnly: true}
        name: {type: string, maxLength: 3, example: too long}
        kind: {type: string, enum: [a, 5, {b: c}]}
      example: {name: x}
webhooks:
  made:
    post:
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Item'}
            example: {name: x}
"""
    tabs = [{"name": "API", "url": "api", "openapi": "openapi.yaml"}]
    files = {"site.json": site("a", tabs=tabs), "a.mdx": "A\n", "openapi.yaml": document}
    report = check(write_files(tmp_path / "project", files))
    wrong = "does not follow its schema:"
    of_body = '`name` is missing; `kind` must be one of a, 5, {"b":"c"}'
    assert tell(report, Code.API_EXAMPLE_INVALID) == [
        f"openapi.yaml:7:80: the default {wrong} it must be at most 5",
        f"openapi.yaml:14:28: the example {wrong} {of_body}",
        f"openapi.yaml:29:53: the example {wrong} it must have at most 3 characters",
        "openapi.yaml:30:40: a value of `enum` is a number, but the schema asks for a text",
        "openapi.yaml:30:43: a value of `enum` is a mapping, but the schema asks for a text",
        f"openapi.yaml:39:22: the example {wrong} `id` is missing",
    ]


def test_every_finding_of_a_check_alone_has_a_line_a_column_and_a_hint(tmp_path: Path) -> None:
    files = {**BROKEN, "d.mdx": "---\ntitle: B\n---\n\n![](x.png)\n\n```json\n[1,]\n```\n"}
    root = write_files(tmp_path / "project", files)

    def is_whole(problem: Problem) -> bool:
        place = problem.location
        return bool(place.source and place.line and place.column and problem.hint)

    found = [each for each in check(root).problems if each.code in ONLY_CHECKS]
    assert len({each.code for each in found}) > 5
    assert [each for each in found if not is_whole(each)] == []


def test_values_with_too_many_combinations_are_noted_once(tmp_path: Path) -> None:
    document = write_document([build_doubling_chain("oneOf", 60)])
    body = document["paths"]["/S0/request"]["post"]["requestBody"]["content"]
    body["application/json"]["examples"] = {"a": {"value": {"a": 1}}, "b": {"value": {"b": 1}}}
    tabs = [{"name": "API", "url": "api", "openapi": "openapi.json"}]
    files = {"site.json": site("a", tabs=tabs), "a.mdx": "A\n", "openapi.json": document}
    report = check(write_files(tmp_path / "project", files))
    (note,) = [each for each in report.problems if each.code is Code.API_EXAMPLE_INVALID]
    assert "has too many combinations to compare" in note.message
    assert note.severity is Severity.INFO


def test_a_redirect_to_a_place_that_its_page_lacks_is_told(tmp_path: Path) -> None:
    redirects = [
        {"source": "/old", "destination": "/a#no-such-part"},
        {"source": "/older", "destination": "/a/#the-part"},
        {"source": "/oldest", "destination": "https://example.com/#x"},
        {"source": "/any/:name", "destination": "/a#:name"},
    ]
    settings = {"name": "S", "navigation": [{"group": "G", "pages": ["a"]}], "redirects": redirects}
    files = {"site.json": settings, "a.mdx": "## The part\n"}
    root = write_files(tmp_path / "project", files)
    (told,) = tell(check(root), Code.REDIRECT_TO_NOTHING)
    assert "`/old` is redirected to `/a#no-such-part`: that page has no heading or id" in told
    assert told.startswith("site.json:")
    cache = BuildOptions(cache_folder=str(tmp_path / "cache"))
    for _ in range(2):
        (root / "a.mdx").touch()
        report = build_folder(str(root), str(tmp_path / "out"), cache)
        assert [p.code for p in report.problems].count(Code.REDIRECT_TO_NOTHING) == 1
