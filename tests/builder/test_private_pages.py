"""The published site contains no part of a page that is not public, in any form, by any builder."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import brotli
import pytest

from octavo import asgi_app
from octavo.builder.check.folder_check import check_folder
from octavo.builder.folder_build import BuildOptions, BuildReport, build_folder
from octavo.builder.host_files import HOSTS
from octavo.cli.entry import main
from octavo.problems import Code, Problem, Severity
from tests.project_folder import write_files
from tests.site_search import find_addresses
from tests.test_asgi import call

pytestmark = pytest.mark.scorecard("SR-52")

PUBLIC = "---\ntitle: Welcome\n---\n\n# Welcome\n\nEverybody reads this.\n"
API = {
    "openapi": "3.1.0",
    "info": {"title": "Zoo", "version": "1"},
    "servers": [{"url": "https://api.example.com"}],
    "paths": {
        "/cats": {"get": {"operationId": "listCats", "summary": "List cats", "responses": {}}},
        "/zqx7apipath": {
            "get": {
                "operationId": "zqx7apioperation",
                "summary": "zqx7apisummary",
                "description": "zqx7apidescription",
                "responses": {"200": {"description": "zqx7apiresponse"}},
            }
        },
    },
}
OWN_API = {
    "openapi": "3.1.0",
    "info": {"title": "zqx7owntitle", "version": "1"},
    "paths": {"/zqx7ownpath": {"get": {"summary": "zqx7ownsummary", "responses": {}}}},
}
MARKS = {
    "draft": "draft: true",
    "dated": "publishDate: 2999-01-01",
    "dated2": 'publish_date: "2999-01-01T10:00:00Z"',
    "private": "private: true",
    "public": "public: false",
    "groups": "groups: [staff]",
    "groups2": "groups:\n  - staff",
    "quoted": 'draft: "yes"',
    "unclear": "draft: perhaps",
    "empty": "private:",
    "other": "isPublic: no",
    "jekyll": "published: false",
    "status": "status: draft",
    "twice": "draft: true\ndraft: false",
    "broken": 'summary: "never closed\ndraft: true',
    "tight": "draft:true",
    "misspelled": "drfat: true",
    "misspelled2": "publc: false",
    "over": "expiryDate: 2020-01-01",
    "over2": "unpublishDate: 2020-01-01T10:00:00Z",
    "obsidian": "publish: false",
}
"""Front matter of pages, by names that are a part of theirs."""


def build_secret_page(name: str, mark: str) -> str:
    """Return a page with a unique word in each of its parts."""
    word = f"zqx7{name}"
    return (
        f"---\ntitle: {word}title\n{mark}\ndescription: {word}description\n"
        f"sidebarTitle: {word}sidebar\nkeywords: [{word}keyword]\ntag: {word}tag\n"
        f"'og:title': {word}meta\nrss: true\n---\n\n"
        f"# {word}heading\n\nA {word}body. [{word}link](/index#{word}fragment)\n\n"
        f"```python\n{word}code = 1\n```\n\n<Card title='{word}card' href='/index'>x</Card>\n\n"
        f"<Update label='2026-01-01'>{word}update</Update>\n\n"
        f"```mermaid\ngraph TD; {word}a-->b\n```\n"
    )


WHOLE_PAGES = {
    "toml": "+++\ntitle = 'zqx7tomltitle'\ndraft = true\n+++\n\nzqx7tomlbody\n",
    "json": '{"title": "zqx7jsontitle", "draft": true}\n\nzqx7jsonbody\n',
    "unclosed": "---\ntitle: zqx7unclosedtitle\ndraft: true\n\n# zqx7unclosedheading\n",
    "late": "\n\n---\ntitle: zqx7latetitle\nprivate: true\n---\n\nzqx7latebody\n",
    "comment": "{/* mine */}\n---\ntitle: zqx7commenttitle\ndraft: true\n---\n\nzqx7commentbody\n",
    "html": "<!-- mine -->\n---\ntitle: zqx7htmltitle\npublic: false\n---\n\nzqx7htmlbody\n",
    "bound": "---\nopenapi: GET /zqx7apipath\ndraft: true\n---\n\nzqx7boundbody\n",
    "own": "---\nopenapi: own.json GET /zqx7ownpath\nprivate: true\n---\n\nzqx7ownbody\n",
}


def write_leaky_project(root: Path) -> Path:
    """Write a project with secrets wherever an author may put them; all begin with `zqx7`."""
    files: dict[str, Any] = {
        "index.mdx": PUBLIC,
        "shown.mdx": "---\ntitle: Shown\nrelated: [zqx7draft]\n---\n\n## More\n\nText.\n",
        "openapi.json": API,
        "own.json": OWN_API,
        "tabbed.json": {**API, "info": {"title": "zqx7tabbeddocument", "version": "1"}},
        "snippets/zqx7snippet.mdx": "zqx7snippettext",
    }
    files |= {f"zqx7{name}.mdx": build_secret_page(name, mark) for name, mark in MARKS.items()}
    files |= {f"zqx7{name}.mdx": text for name, text in WHOLE_PAGES.items()}
    for place in (
        "group",
        "deep",
        "zqx7tab/one",
        "named",
        "zqx7anchor/one",
        "versioned",
        "inversion",
    ):
        name = place.replace("/", "").replace("zqx7", "")
        version = "version: zqx7version\n" if place == "versioned" else ""
        source = f"{place if '/' in place else f'zqx7{place}'}.mdx"
        files[source] = build_secret_page(name, f"{version}icon: star")
    files["zqx7group.mdx"] += "import S from '/snippets/zqx7snippet.mdx'\n\n<S />\n"
    secrets = [name.removesuffix(".mdx") for name in files if name.startswith("zqx7")]
    files["site.json"] = {
        "name": "Zoo",
        "seo": {"siteUrl": "https://docs.example.com", "indexHiddenPages": True},
        "feedback": {"thumbsRating": True},
        "api": {"downloads": "operations"},
        "versions": ["v1", {"name": "zqx7version", "private": True}],
        "tabs": [
            {"name": "Cats", "url": "cats", "openapi": "openapi.json"},
            {"name": "zqx7tab", "url": "zqx7tab", "groups": ["staff"], "openapi": "tabbed.json"},
        ],
        "anchors": [{"name": "zqx7anchor", "url": "zqx7anchor", "draft": True}],
        "navigation": [
            {"group": "Start", "pages": ["index", "shown", *secrets]},
            {"group": "zqx7groupname", "public": False, "pages": ["zqx7group", {
                "group": "zqx7deepname", "pages": ["zqx7deep"]}]},
            {"group": "zqx7namedgroup", "tab": "zqx7tab", "pages": ["zqx7named"]},
            {"group": "zqx7versiongroup", "version": "zqx7version", "pages": ["zqx7inversion"]},
        ],
        "redirects": [{"source": "/old", "destination": "/zqx7draft"}],
    }  # fmt: skip
    return write_files(root, files)


def collect_bytes(folder: Path) -> dict[str, bytes]:
    """Return the names of all files, with what they hold, also packed."""
    contents = {}
    for path in folder.rglob("*"):
        data = path.read_bytes() if path.is_file() else b""
        if path.suffix == ".gz":
            data = gzip.decompress(data)
        elif path.suffix == ".br":
            data = brotli.decompress(data)
        contents[str(path.relative_to(folder))] = data
    return contents


def find_secrets(folder: Path) -> set[str]:
    """Return the files whose names or contents have a secret."""
    contents = collect_bytes(folder)
    return {name for name, data in contents.items() if b"zqx7" in name.encode() + data.lower()}


def build(root: Path, **options: Any) -> BuildReport:
    return build_folder(str(root / "project"), str(root / "out"), BuildOptions(**options))


def find_problems(report: BuildReport, code: Code) -> list[Problem]:
    return [problem for problem in report.problems if problem.code is code]


def test_no_byte_of_a_page_that_is_not_public_is_published(tmp_path: Path) -> None:
    write_leaky_project(tmp_path / "project")
    report = build(tmp_path, compress=True, host_files=frozenset(HOSTS))
    assert report.pages == 4  # two pages, the API, and the operation that no draft shows
    assert find_secrets(tmp_path / "out") == set()
    beside = [path for path in tmp_path.iterdir() if path.name not in ("out", "project")]
    assert beside, "the files of hosts"
    for folder in beside:
        assert find_secrets(folder) == set()
    # The search can fail: without marks, all of it is there.
    assert find_secrets(tmp_path / "project")


def test_what_was_published_before_is_gone(tmp_path: Path) -> None:
    root = tmp_path / "project"
    pages = {"index.mdx": PUBLIC, "a.mdx": "---\ntitle: A\n---\n\n## zqx7before\n"}
    write_files(root, {**pages, "site.json": {"name": "S", "navigation": [
        {"group": "G", "pages": ["index", "a"]}]}})  # fmt: skip
    cache = {"cache_folder": str(tmp_path / "cache"), "compress": True}
    build(tmp_path, **cache)
    assert find_secrets(tmp_path / "out")
    (root / "a.mdx").write_text("---\ntitle: A\ndraft: true\n---\n\n## zqx7before\n")
    report = build(tmp_path, **cache)
    assert [problem.code for problem in report.problems] == [Code.PAGE_DRAFT]
    assert find_secrets(tmp_path / "out") == set()
    assert find_addresses(tmp_path / "out", "zqx7before") == []
    (root / "a.mdx").write_text("---\ntitle: A\n---\n\n## zqx7before\n")
    build(tmp_path, **cache)
    assert find_secrets(tmp_path / "out")
    # The last line of a page whose settings are never closed.
    (root / "a.mdx").write_text("---\ntitle: A\n\n## zqx7before\n")
    build(tmp_path, **cache)
    assert find_secrets(tmp_path / "out")
    (root / "a.mdx").write_text("---\ntitle: A\ndraft: true\n\n## zqx7before\n")
    build(tmp_path, **cache)
    assert find_secrets(tmp_path / "out") == set()


def test_a_page_becomes_public_when_its_day_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path / "project", {
        "index.mdx": PUBLIC,
        "a.mdx": "---\ntitle: A\npublishDate: 2026-12-01\n---\n\nzqx7dated\n",
        "site.json": {"name": "S", "navigation": [{"group": "G", "pages": ["index", "a"]}]},
    })  # fmt: skip
    cache = {"cache_folder": str(tmp_path / "cache")}

    def build_at(day: int) -> BuildReport:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(1_796_083_200 + day * 86_400 - 1))
        return build(tmp_path, **cache)

    for _ in range(2):  # 30 November 2026, with and without a record
        assert build_at(0).pages == 1
        assert find_secrets(tmp_path / "out") == set()
    assert build_at(-3).pages == 1
    for _ in range(2):
        report = build_at(1)
        assert (report.pages, report.problems) == (2, ())
        assert find_secrets(tmp_path / "out")
    assert build_at(5).pages == 2
    assert build_at(0).pages == 1  # the clock of a build may go back
    assert find_secrets(tmp_path / "out") == set()


@pytest.mark.parametrize("way", ["page", "group"])
def test_others_cannot_show_a_page_that_is_not_public(tmp_path: Path, way: str) -> None:
    root = tmp_path / "project"
    text = "---\ntitle: A\n---\n\nzqx7imported\n"
    group: dict[str, Any] = {"group": "G", "pages": ["a"]}

    def write(mark: Mapping[str, Any], page: str = text) -> None:
        navigation = [{"group": "S", "pages": ["index"]}, {**group, **mark}]
        write_files(root, {
            "index.mdx": "---\ntitle: I\n---\n\nimport A from '/a.mdx'\n\n<A />\n",
            "a.mdx": page,
            "site.json": {"name": "S", "navigation": navigation},
        })  # fmt: skip

    cache = {"cache_folder": str(tmp_path / "cache")}
    write({})
    build(tmp_path, **cache)
    assert "index.html" in find_secrets(tmp_path / "out")
    if way == "group":
        write({"draft": True})
    else:
        write({}, text.replace("title: A", "title: A\ndraft: true"))
    report = build(tmp_path, **cache)
    assert find_secrets(tmp_path / "out") == set()
    (missing,) = find_problems(report, Code.SNIPPET_MISSING)
    assert missing.message == "the page `/a.mdx` is not published; the page shows nothing for it"


def test_a_document_that_others_only_might_mean_is_held_back(tmp_path: Path) -> None:
    """A public page names no document, so all documents in the project are searched."""
    write_files(tmp_path / "project", {
        "site.json": {
            "name": "S", "navigation": [{"group": "G", "pages": ["index", "cats"]}],
            "tabs": [{"name": "Staff", "url": "staff", "openapi": "own.json", "private": True}],
        },
        "index.mdx": PUBLIC,
        "cats.mdx": "---\ntitle: Cats\nopenapi: GET /cats\n---\n",
        "openapi.json": {**API, "paths": {"/cats": API["paths"]["/cats"]}},  # type: ignore[index]
        "own.json": OWN_API,
    })  # fmt: skip
    report = build(tmp_path)
    assert report.pages == 2
    assert find_secrets(tmp_path / "out") == set()


def list_files(out: Path) -> set[str]:
    return {path.relative_to(out).as_posix() for path in out.rglob("*.png")}


def test_files_that_only_such_pages_name_are_not_published(tmp_path: Path) -> None:
    names = (
        *(
            "draft",
            "both",
            "nobody",
            "own/x y(1)",
            "snippet",
            "front",
            "static/s",
            "made/1",
            "style",
        ),
        *("setting", "imported", "code"),
    )
    root = write_files(tmp_path / "project", {
        "site.json": {
            "name": "S", "favicon": "/setting.png",
            "navigation": [{"group": "G", "pages": ["index", "a"]}],
        },
        "index.mdx": (
            "---\ntitle: I\n---\nimport M from '/snippets/m.jsx'\n\n![b](/both.png)\n\n<M />\n"
        ),
        "a.mdx": (
            "---\ntitle: A\ndraft: true\n'og:image': /front.png\n---\n"
            "import P from './own/snippets/p.mdx'\n\n![a](draft.png) ![b](both.png) <P />\n"
            "![s](/static/s.png) ![m](/made/1.png) ![c](/style.png) ![f](setting.png)\n"
            '<img src="own/x y(1).png" /> ![i](imported.png) ![c](/code.png)\n'
        ),
        "own/snippets/p.mdx": "<img src='/snippet.png' />\n",
        "snippets/m.jsx": (
            "export default function M() { const n = 1;\n"
            "  return <><img src={`/made/${n}.png`} /><img src={'/imported.png'} /></>; }\n"
        ),
        "extra.css": "main { background: url(style.png) }\n",
        "extra.js": "const picture = '/code.png';\n",
    })  # fmt: skip
    for name in names:
        path = root / f"{name}.png"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"GIF89a")
    report = build(tmp_path)
    held = {"draft.png", "own/x y(1).png", "snippet.png", "front.png"}
    assert list_files(tmp_path / "out") == {f"{name}.png" for name in names} - held
    (note,) = find_problems(report, Code.FILES_NOT_PUBLISHED)
    assert note.severity is Severity.INFO
    assert note.message == (
        "4 files are not published, because only pages name them that are not published, either: "
        "`draft.png`, `front.png`, `snippet.png`, `own/x y(1).png`"
    )
    app = asgi_app(str(root))
    assert [call(app, f"/{name}").status for name in sorted(held)] == [404, 404, 404, 404]
    assert call(app, "/both.png").status == call(app, "/nobody.png").status == 200
    text = (root / "a.mdx").read_text()
    (root / "a.mdx").write_text(text.replace("draft: true", "draft: false"))
    build(tmp_path)
    assert list_files(tmp_path / "out") == {f"{name}.png" for name in names}
    (root / "a.mdx").write_text(text)
    build(tmp_path)
    assert list_files(tmp_path / "out") == {f"{name}.png" for name in names} - held
    index = root / "index.mdx"
    index.write_text(f"{index.read_text()}\n![d](/draft.png)\n")
    build(tmp_path)
    assert "draft.png" in list_files(tmp_path / "out")
    index.write_text(
        index.read_text().replace("![b](/both.png)", "").replace("![d](/draft.png)", "")
    )
    build(tmp_path)
    assert not {"both.png", "draft.png"} & list_files(tmp_path / "out"), "no public page names them"


def test_the_author_is_told_once_of_drafts_and_of_each_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_files(tmp_path / "project", {
        "index.mdx": f"{PUBLIC}\n[one](/a) and [two](b.mdx#x)\n",
        "a.mdx": "---\ntitle: A\ndraft: true\n---\n",
        "b.mdx": "---\ntitle: B\ngroups: [staff]\n---\n",
        "c.mdx": "---\ntitle: C\npublishDate: 2999-01-01\n---\n",
        "d.mdx": "---\ntitle: D\npublishDate: soon\n---\n",
        "site.json": {"name": "S", "navigation": [
            {"group": "G", "pages": ["index", "a", "b", "c", "d"]},
            {"group": "H", "private": True, "pages": ["missing"]},
        ]},
    })  # fmt: skip
    report = build(tmp_path)
    (note,) = find_problems(report, Code.PAGE_DRAFT)
    assert note.severity is Severity.INFO
    assert note.message == (
        "2 drafts (`a.mdx`, `d.mdx`) and 1 page with a later date (`c.mdx` until 2999-01-01) "
        "are not published"
    )
    errors = find_problems(report, Code.PAGE_PRIVATE)
    assert [(e.severity, e.location.source, e.location.line) for e in errors] == [
        (Severity.ERROR, "site.json", 16),
        (Severity.ERROR, "b.mdx", 3),
    ]
    assert "nothing protects it yet, so it is not published" in errors[1].message
    (unclear,) = find_problems(report, Code.PAGE_SETTING_WRONG_VALUE)
    assert unclear.message == (
        '`publishDate` must be a day such as 2026-12-01, not "soon"; the page is not published'
    )
    links = find_problems(report, Code.LINK_TO_NOTHING)
    assert [link.hint for link in links] == [
        "That page is a draft, or its time has not come or is over: it is not published.",
        "That page is not for everybody, so it is not published.",
    ]
    (missing,) = find_problems(report, Code.PAGE_MISSING)
    assert missing.location.line == 18
    checked = check_folder(str(root), BuildOptions())
    told = {(p.code, p.message, p.location) for p in report.problems}
    assert told <= {(p.code, p.message, p.location) for p in checked.problems}
    out = str(tmp_path / "out2")
    assert main(["build", str(root), "-o", out]) == 1
    assert main(["check", str(root)]) == 1
    (root / "b.mdx").write_text("---\ntitle: B\ndraft: true\n---\n")
    site = json.loads((root / "site.json").read_text())
    site["navigation"].pop()
    (root / "site.json").write_text(json.dumps(site))
    (root / "index.mdx").write_text(PUBLIC)
    assert main(["build", str(root), "-o", out]) == 0
    capsys.readouterr()


def test_an_operation_of_a_draft_is_not_shown_elsewhere_by_itself(tmp_path: Path) -> None:
    root = tmp_path / "project"
    page = "---\nopenapi: GET /zqx7apipath\n---\n"
    files = {
        "index.mdx": PUBLIC,
        "openapi.json": API,
        "cats/secret.mdx": page.replace("\n---\n", "\ndraft: true\n---\n"),
        "site.json": {
            "name": "S",
            "tabs": [{"name": "Cats", "url": "cats", "openapi": "openapi.json"}],
            "navigation": [{"group": "G", "pages": ["index"]}],
        },
    }
    write_files(root, files)
    assert build(tmp_path).pages == 3
    assert find_secrets(tmp_path / "out") == set()
    # A page that says so shows it, and then it is in the document that readers get.
    write_files(root, {"other.mdx": page})
    assert build(tmp_path).pages == 4
    assert "other/index.html" in find_secrets(tmp_path / "out")
    assert "openapi.json" in find_secrets(tmp_path / "out")
