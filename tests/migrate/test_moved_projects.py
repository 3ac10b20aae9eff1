"""The proof of moves: it reads old pages by itself, and notices what a new page has lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from octavo.problems import Code, Location, Problem, Severity
from octavo.values import replace
from octavo_migrate.command import MigrateOptions, migrate_folder
from scripts.docusaurus_settings import tell_settings
from scripts.migrate_projects import BuiltPage, OldPage, compare_pages, main, move
from scripts.move_results import Result
from scripts.moved_warnings import OldProject
from scripts.old_pages import (
    Piece,
    build_mkdocs_reader,
    read_mdx,
    read_mkdocs,
    scan_docusaurus,
    scan_with_pieces,
)
from tests.project_folder import write_files

PAGE = """---
title: Page
---

## Part one

Some **bold** words and a [guide](./other.md), see [there](https://there.example/a).

| Head | More |
|---|---|
| cell `one` | two |

```js
call(1) // now
```

![alt](./img/pic.png)
"""
PIECES = {
    ("heading", "part one"),
    ("text", "some bold words and a guide see there"),
    ("link text", "guide"),
    ("link", "https there example a"),
    ("cell", "head"),
    ("cell", "cell one"),
    ("picture", "pic png"),
    ("code", "call 1 now"),
}


def show(piece: Piece) -> tuple[str, str]:
    words = " ".join(re.findall(r"[a-z0-9]+", piece.text.lower()))
    return piece.kind.removesuffix(" lines"), words


def test_each_reader_sees_what_a_page_says(tmp_path: Path) -> None:
    reader = build_mkdocs_reader(tmp_path, {"markdown_extensions": ["tables"]})
    for pieces in (read_mdx(PAGE), scan_docusaurus(PAGE), read_mkdocs(reader, PAGE)):
        assert {show(piece) for piece in pieces} >= PIECES


def test_boxes_are_read_in_the_kinds_that_settings_name(tmp_path: Path) -> None:
    name = "pymdownx.blocks.admonition"
    reader = build_mkdocs_reader(tmp_path, {"markdown_extensions": {name: {"types": ["check"]}}})
    pieces = [show(each) for each in read_mkdocs(reader, "/// check | **Own** title\nText\n///\n")]
    assert pieces == [("text", "own title"), ("text", "text")]
    notes = [show(each) for each in scan_docusaurus("> [!NOTE]\n> Text\n")]
    assert notes == [("text", "text")]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("\ufeff---\ntitle: A\n---\n\nText\n", [Piece("text", "\nText\n")]),
        ("<!--\n```\ncode\n```\n-->\n\nText\n", [Piece("text", "Text\n")]),
        ("import {\n\n  A,\n} from 'a'\n\nText\n", [Piece("text", "Text\n")]),
        ("<A b={{c: {d: {e: [1]}}}} />\n\nText\n", [Piece("text", "Text\n")]),
        ("<A b={'{ '} c>\n{(d) => `\n- ${d} {`}\n</A>\n\nText\n", [Piece("text", "Text\n")]),
        ("Call `a{` now\n", [Piece("text", "Call a{ now\n")]),
        ("A\\<B, c\\>\n", [Piece("text", "A\\<B, c\\>\n")]),
        ("1. One\n\n   ```\n   a\n\n2. Two\n", [Piece("code", "a"), Piece("text", "One")]),
    ],
)
def test_a_scan_sees_where_text_starts_and_ends(text: str, pieces: list[Piece]) -> None:
    def strip(piece: Piece) -> tuple[str, str]:
        return piece.kind, piece.text.strip()

    scanned = list(map(strip, scan_docusaurus(text)))
    assert scanned[: len(pieces)] == list(map(strip, pieces))
    assert len(scanned) <= len(pieces) + 1


def test_titles_of_components_and_of_code_are_pieces(tmp_path: Path) -> None:
    text = '<Card title="Look" href="https://a.example">Text</Card>\n'
    for pieces in (list(read_mdx(text)), list(scan_docusaurus(text))):
        assert Piece("title", "Look") in pieces
        assert Piece("link", "https://a.example") in pieces
    code = '```js title="a.js"\n1\n```\n'
    reader = build_mkdocs_reader(tmp_path, {})
    assert Piece("title", "a.js") in list(scan_docusaurus(code))
    assert Piece("title", "a.js") in list(read_mkdocs(reader, code))


BUILT = (
    '<div class="mdx-content"><h2>Part one</h2><p>Some words, a <a href="/g">guide</a> and '
    '<a href="https://there.example/a">there</a> '
    '<a href="https://there.example/c&amp;#x5F;d">now</a></p><table><tr><td>cell</td></tr></table>'
    '<pre>call( 1 )</pre><img src="/img/pic.png"></div>'
)


@pytest.mark.parametrize(
    ("piece", "is_there"),
    [
        (Piece("heading", "Part one"), True),
        (Piece("heading", "Some words"), False),
        (Piece("text", "some *words*"), True),
        (Piece("text", "other words"), False),
        (Piece("cell", "cell"), True),
        (Piece("cell", "words"), False),
        (Piece("code", "call(1)"), True),
        (Piece("code", "call[1]"), False),
        (Piece("code lines", "some"), False),
        (Piece("link", "https://there.example/a"), True),
        (Piece("link", "https://there.example/b"), False),
        (Piece("link", "https://there.example/c_d"), True),
        (Piece("link text", "guide"), True),
        (Piece("link text", "words"), False),
        (Piece("picture", "pic.png"), True),
        (Piece("picture", "other.png"), False),
    ],
)
def test_a_piece_is_there_only_where_it_belongs(piece: Piece, is_there: bool) -> None:
    assert BuiltPage(BUILT).has(piece) is is_there


def test_a_prompt_is_read_as_text_to_be_copied() -> None:
    page = (
        '<Prompt description="Ask">\n## Do it\n\nSee [there](https://there.example/a).\n</Prompt>'
    )
    assert {show(piece) for piece in read_mdx(page)} == {
        ("title", "do it"),
        ("title", "see there"),
        ("title", "https there example a"),
    }


def test_links_in_titles_are_links() -> None:
    page = '<Frame caption="See [there](https://there.example/a)">\n\nText\n\n</Frame>'
    assert [show(piece) for piece in read_mdx(page)] == [
        ("title", "see there"),
        ("link", "https there example a"),
        ("text", "text"),
    ]


def test_cells_without_a_column_are_not_shown() -> None:
    table = "| A | B |\n|---|---|\n| c | d | gone |\n"
    no_table = "| N |\n| --- | --- |\n| k |\n"
    text = f"{table}\n{no_table}\nText | more\n\n| A |\n--- ---|-\n| b |\n"
    assert [show(piece) for piece in scan_docusaurus(text)] == [
        ("text", ""),
        *[("cell", each) for each in "abcd"],
        ("text", "n"),
        ("text", "k"),
        ("text", "text more"),
        ("text", "a"),
        ("text", "b"),
    ]


def test_code_that_shows_a_fence_keeps_its_options(tmp_path: Path) -> None:
    page = '```` md title="Outer"\n``` title="inner"\nx\n```\n````\n'
    pieces = read_mkdocs(build_mkdocs_reader(tmp_path, {}), page)
    assert [show(piece) for piece in pieces] == [("title", "outer"), ("code", "title inner x")]


def test_tags_that_html_does_not_have_cut_a_text(tmp_path: Path) -> None:
    reader = build_mkdocs_reader(tmp_path, {})
    page = "One <VERSION> *two* <b>three</b>:1:clipboard:\n\n| A |\n|---|\n| b |\n"
    assert [show(piece) for piece in read_mkdocs(reader, page) if show(piece)[1]] == [
        ("text", "one"),
        ("text", "two three 1"),
        ("cell", "a"),
        ("cell", "b"),
    ]


def test_a_line_left_of_its_fence_may_be_text() -> None:
    page = "- Item\n\n  ```diff\n  a\n- b(1)\n  ```\n"
    assert {show(piece) for piece in scan_docusaurus(page)} == {
        ("text", "item"),
        ("code", "a"),
        ("text", "b 1"),
    }


def test_options_of_a_reference_are_no_code(tmp_path: Path) -> None:
    page = "# ::: pkg.mod\n    options:\n        members: false\n\nText\n"
    pieces = read_mkdocs(build_mkdocs_reader(tmp_path, {}), page)
    assert [show(piece) for piece in pieces] == [("text", "text")]


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("<p>:::note</p>", 1),
        ("<p>!!! note</p>", 1),
        ("<p>a [b](https://c.d)</p>", 1),
        ("<p>&lt;Tabs&gt;</p>", 1),
        ("<p><code>:::note</code> and ::: in a line</p>", 0),
        ("<pre>:::note\n!!! tip</pre>", 0),
    ],
)
def test_marks_that_readers_see_are_losses(text: str, marks: int) -> None:
    page = BuiltPage(f'<div class="mdx-content">\n{text}</div>')
    assert len(list(page.list_marks())) == marks


def test_a_project_is_moved_built_and_compared(tmp_path: Path) -> None:
    files = {
        "docusaurus.config.js": "module.exports = {presets: [['classic', {}]]};",
        "docs/whole.md": PAGE,
        "docs/other.md": "import Type from './_type.md';\n\n<Type name='List<Item>' />\n",
        "docs/_type.md": "Of the type {props.name}.\n",
        "docs/img/pic.png": b"",
        "docs/lost.md": "import Chart from '@site/src/chart';\n\n"
        'A <Chart title="Gone">x</Chart>.\n',
        "src/chart.js": "export default () => null;",
    }
    old = write_files(tmp_path / "old", files)
    result = move(old, tmp_path)
    assert (result.kind, result.pages, result.whole) == ("docusaurus", 3, 2)
    assert result.losses == ["docs/lost.md: title: 'Gone'"]
    assert result.unnamed == []
    assert any("The component `Chart`" in each for each in result.listed)


def test_what_leads_nowhere_is_listed_and_names_no_other_loss(tmp_path: Path) -> None:
    page = "# Page\n\n[There](./gone.md) and ![pic](./gone.png).\n"
    old = write_files(
        tmp_path / "old",
        {
            "docusaurus.config.js": "module.exports = {presets: [['classic', {}]]};",
            "docs/page.md": page,
        },
    )
    report = migrate_folder(MigrateOptions(str(old), str(tmp_path / "new")))
    assert "- Links that lead nowhere" in report.text
    assert "- Pictures whose file is missing.\n  - `docs/page.md` at" in report.text
    site = write_files(tmp_path / "site", {"docs/page/index.html": "<p>Nothing</p>"})
    result = Result("a")
    pages = [OldPage("docs/page.md", old / "docs/page.md", scan_docusaurus, "/docs/page")]
    compare_pages(pages, report.text, site, result)
    assert result.unnamed == result.losses != []


def test_a_run_that_was_stopped_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = write_files(
        tmp_path / "old",
        {
            f"{name}/{file}": content
            for name in ("a", "b")
            for file, content in {
                "docs.json": {"name": "K", "navigation": {"pages": ["index"]}},
                "index.mdx": "---\ntitle: Hello\n---\n\n[Gone](/gone)\n",
            }.items()
        },
    )
    results = tmp_path / "kept" / "results.jsonl"
    monkeypatch.setenv("RESULTS", str(results))
    monkeypatch.setattr("scripts.migrate_projects.find_state", lambda: "one-state")
    assert main([str(old / "a")]) == 0
    first = results.read_text()
    assert main([str(old)]) == 0
    lines = results.read_text().splitlines()
    assert len(lines) == 2  # that of the first run is not written again
    assert lines[0] == first.strip()
    out = capsys.readouterr().out
    assert (
        "so far, 2 projects: all (docs): 2 pages, 2 whole (100.00 %); 0 errors; warnings: " in out
    )
    assert "link-to-nothing 2" in out
    results.write_text(first.replace("one-state", "another"))
    assert main([str(old / "a")]) == 0
    assert len(results.read_text().splitlines()) == 2


def test_what_a_page_takes_in_counts(tmp_path: Path) -> None:
    write_files(tmp_path, {"docs/_part.md": "A piece.\n", "docs/_other.md": "Not shown.\n"})
    page = "import Part from './\\_part.md';\nimport Other from '/docs/_other.md';\n\n<Part />\n"
    pieces = scan_with_pieces(tmp_path, (), tmp_path / "docs/page.md", page)
    assert [piece.text.strip() for piece in pieces] == ["A piece."]


def test_pages_of_folders_that_settings_name_have_to_be_there(tmp_path: Path) -> None:
    folder = "['plugin-content-docs', {id: 'more', path: 'more', routeBasePath: 'more'}]"
    old = write_files(
        tmp_path / "old",
        {
            "docusaurus.config.js": "const more = require('./more')();\n"
            "module.exports = {title: 'A', url: 'https://a.b', plugins: [more],"
            " presets: [['classic', {}]]};\n",
            "more.js": f"module.exports = () => change({folder});\n",
            "docs/a.md": "# A\n",
            "more/b.md": "# B\n",
        },
    )
    result = move(old, tmp_path)
    assert result.pages == 2
    assert result.losses == ["more/b.md: the page"]
    assert result.unnamed == []


def test_a_row_ends_with_its_line() -> None:
    page = "| A |\n|---|\n| b |\n</details>\n<details>\n<summary>More</summary>\n"
    kinds = {piece.text.strip(): piece.kind for piece in scan_docusaurus(page)}
    assert kinds == {"A": "cell", "b": "cell", "More": "text"}


def test_code_in_a_line_may_hold_ticks() -> None:
    pieces = list(scan_docusaurus("Call `` a(`x`) `` (see [`b`](./b.md)).\n"))
    texts = [each.text.strip() for each in pieces if each.kind == "text"]
    assert texts == ["Call  a(`x`)  (see b)."]


def test_what_is_folded_in_a_cell_is_text() -> None:
    page = "| A |\n|---|\n| b <details><summary>More</summary><div>c<br/>d</div></details> |\n"
    kinds = {piece.text.strip(): piece.kind for piece in scan_docusaurus(page)}
    assert kinds == {"A": "cell", "b": "cell", "More": "text", "c": "text", "d": "text"}


def test_names_of_emoji_are_no_words() -> None:
    texts = [
        piece.text.strip() for piece in scan_docusaurus("Well done! :clap: Go on at 10:30:00.")
    ]
    assert [text.strip(": ") for text in texts] == ["Well done!", "Go on at 10:30:00."]


def test_comments_of_mkdocs_are_not_read_even_after_spaces(tmp_path: Path) -> None:
    reader = build_mkdocs_reader(tmp_path, {"markdown_extensions": ["pymdownx.tabbed"]})
    comment = "    <!-- gone\n\n    ```py\n    gone()\n    ```\n    -->\n"
    page = f"Text\n\n{comment}\n```js\n a <!--\nkept\n```\n"
    shown = [show(piece) for piece in read_mkdocs(reader, page) if show(piece)[1]]
    assert shown == [("text", "text"), ("code", "a kept")]


def test_warnings_of_the_author_are_told_from_others(tmp_path: Path) -> None:
    text = "[a](none.md) [b](#none) [c](#here-x) [e](#herex) [d](tow.md)"
    pages = {"docs/index.md": f"# Home\n\n{text}\n", "docs/deep/tow.md": "# Two\n"}
    old = write_files(tmp_path / "old", pages)
    new = write_files(tmp_path / "new", {"index.md": f"{pages['docs/index.md']}## Here: x\n"})
    project = OldProject(old, new, [("/", "index.md")])
    files = {"none.md": False, "tow.md": True}
    problems = [
        Problem(Code.LINK_TO_NOTHING, f"the link to `{each}` leads nowhere", Location("index.md"))
        for each in files
    ]
    parts = {"none": False, "here-x": True, "herex": False}
    problems += [
        Problem(Code.LINK_TO_NO_HEADING, f"the link to `#{each}`", Location("index.md", 3, 1))
        for each in parts
    ]
    problems = [replace(each, severity=Severity.WARNING) for each in problems]
    ours = list(project.list_of_ours(problems))
    assert [name for name in (*files, *parts) if any(f"{name}`" in each for each in ours)] == [
        "tow.md",
        "here-x",
    ]


def test_the_settings_of_docusaurus_that_can_be_read_are_told(tmp_path: Path) -> None:
    config = (
        "import {a} from 'a';\nexport default {title: 'T', themeConfig: {navbar: {title: a}}};\n"
    )
    write_files(tmp_path, {"docusaurus.config.js": config})
    line, total = tell_settings([tmp_path])
    assert line.endswith("title read, bar NOT READ, footer missing")
    assert total == "1 settings; read, or not there: title 1, bar 0, footer 1"
