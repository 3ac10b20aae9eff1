"""Snippets: files of Markdown that take the place of a tag. None of this needs an engine."""

from __future__ import annotations

import time

import pytest

from octavo.content.headings import read_headings
from octavo.content.javascript.imports import find_imports
from tests.patience import HANGS_AFTER
from tests.snippet_pages import expand, problems, shown

IMPORT = "import Hello from '/snippets/hello.mdx'\n\n"


def show(page: str, **files: str) -> str:
    """Returns what a page shows; files are named by `_` for `/`, and are all snippets."""
    named = {f"snippets/{name}.mdx": text for name, text in files.items()}
    expanded = expand({"page.mdx": page, **named})
    assert expanded.request is None
    assert problems(expanded) == []
    return shown(expanded.document.nodes)


@pytest.mark.parametrize(
    ("page", "snippet", "html"),
    [
        ("<Hello />", "Text.", "<p>Text.</p>"),
        ('<Hello word="x" />', "{word} and {props.word}", "<p>x and x</p>"),
        ("<Hello word={5} />", "{word}", "5"),
        ("<Hello word />", "{word}{props.word}", ""),
        ("<Hello />", "a{word}b{props.word}c", "<p>abc</p>"),
        ('<Hello word="x" />', "---\ntitle: Gone\n---\n\n{word}", "x"),
        ('<Hello {...{word: "x"}} />', "{word}", "x"),
        ("<Hello list={['a', 'b']} />", "{list[1]}, {list.length}", "<p>b, 2</p>"),
        ("<Hello word='x' />", "<b title={word}>{word}</b>", "<b title='x'>x</b>"),
        ("<Hello word='x' />", "<b title={`a ${word}`} />", "<b title='a x'></b>"),
        ("<Hello />", "<b title={word} />", "<b></b>"),
        ("<Hello word='x' />", "<Card {...props} />", "<Card ...={'word': 'x'}></Card>"),
        ("<Hello>**inside**</Hello>", "<b>{children}</b>", "<b><strong>inside</strong></b>"),
        ("<Hello>\n\npara\n\n</Hello>", "{props.children}", "<p>para</p>"),
        ("<Hello />", "a{children}b", "<p>ab</p>"),
        ("before <Hello /> after", "in *between*", "<p>before in <em>between</em> after</p>"),
        ("- <Hello />", "one\n\ntwo", "<ul><li><p>one</p><p>two</p></li></ul>"),
        ("a [<Hello />](/b)", "link", "<p>a <a>link</a></p>"),
        ("<Card><Hello /></Card>", "x", "<Card><p>x</p></Card>"),
    ],
)  # fmt: skip
def test_a_snippet_takes_the_place_of_its_tag(page: str, snippet: str, html: str) -> None:
    assert show(IMPORT + page, hello=snippet) == html


def test_properties_are_filled_into_code_only_where_they_are_known() -> None:
    snippet = "```sh {file}\nrun {name} {props.name} {other} {count}\n```"
    page = IMPORT + '<Hello name="x" file="a.sh" count={2} />'
    assert show(page, hello=snippet) == "[a.sh|run x x {other} 2]"


def test_code_of_the_page_itself_is_never_touched() -> None:
    page = "export const name = 'x'\n\n```sh\n{name}\n```"
    assert show(page) == "[|{name}]"


def test_values_that_are_exported_can_be_used_and_imported() -> None:
    files = {
        "page.mdx": (
            "import { name, plan as p } from './data.mdx'\n\nexport const own = [1, 2]\n\n"
            "Is {name} {p.seats} {own.length} {missing}"
        ),
        "data.mdx": "export const name = 'Ada'\n\nexport const plan = { seats: 3 }\n",
    }
    expanded = expand(files)
    assert shown(expanded.document.nodes) == "<p>Is Ada 3 2 {missing}</p>"
    assert expanded.request is None


@pytest.mark.parametrize(
    "path",
    [
        "/snippets/a.mdx",
        "/snippets/a",
        "../snippets/a.mdx",
        "../snippets/a",
        "snippets/a.mdx",
        "./../snippets/a.mdx",
    ],
)
def test_paths_start_at_the_project_or_beside_the_file(path: str) -> None:
    files = {"guides/page.mdx": f"import A from '{path}'\n\n<A />", "snippets/a.mdx": "found"}
    assert shown(expand(files, "guides/page.mdx").document.nodes) == "<p>found</p>"


def test_snippets_resolve_their_own_imports_beside_themselves() -> None:
    files = {
        "page.mdx": "import A from '/parts/a.mdx'\n\n<A name='x' />",
        "parts/a.mdx": "import B from './deep/b.mdx'\n\n<B label={name} />",
        "parts/deep/b.mdx": "import C from '../c.md'\n\nIs {label} <C />",
        "parts/c.md": "end",
    }
    expanded = expand(files)
    assert shown(expanded.document.nodes) == "<p>Is x end</p>"
    assert expanded.dependencies == ("parts/a.mdx", "parts/deep/b.mdx", "parts/c.md")


@pytest.mark.parametrize("folder", ["snippets", "_snippets"])
@pytest.mark.parametrize("name", ["a.mdx", "a", "/a.mdx"])
def test_the_snippet_tag_includes_a_file_by_name(folder: str, name: str) -> None:
    files = {"page.mdx": f'<Snippet file="{name}" word="x" />', f"{folder}/a.mdx": "Got {word}."}
    assert shown(expand(files).document.nodes) == "<p>Got x.</p>"


def test_headings_of_a_snippet_are_headings_of_the_page() -> None:
    page = IMPORT + "## First\n\n<Hello word='x' />\n\n<Hello word='x' />\n"
    expanded = expand({"page.mdx": page, "snippets/hello.mdx": "## Part {word}"})
    headings = read_headings(expanded.document.nodes)
    assert [(each.id, each.top) for each in headings] == [
        ("first", True),
        ("part-x", True),
        ("part-x-2", True),
    ]


def test_places_inside_a_snippet_are_told_with_its_own_file() -> None:
    files = {
        "page.mdx": "import A from '/a.mdx'\n\n<A />\n\n<Nothing />",
        "a.mdx": "text\n\n<Unknown />\n\n<b>not closed",
    }
    document = expand(files).document
    by_name = {node.name: node for node in document.nodes if hasattr(node, "name")}
    assert document.origins.get(by_name["Unknown"]) == "a.mdx"
    assert document.origins.get(by_name["Nothing"]) is None
    assert [str(each.location) for each in document.problems] == ["a.mdx:5:1"]


def test_footnotes_of_a_snippet_come_along() -> None:
    files = {"page.mdx": "import A from '/a.mdx'\n\n<A />", "a.mdx": "x[^1]\n\n[^1]: note"}
    assert shown(expand(files).document.footnotes["1"]) == "<p>note</p>"


# --- what goes wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("import A from '/no.mdx'\n\nx <A /> y", "page.mdx:1:1 snippet-missing"),
        ("text\n\nimport A from './no'\n\nx <A /> y", "page.mdx:3:1 snippet-missing"),
        ("import A from '../../no.mdx'\n\nx <A /> y", "page.mdx:1:1 snippet-missing"),
        ("import A from 'lodash'\n\nx <A /> y", "page.mdx:1:1 snippet-not-importable"),
        ("import '/theme.css'\n\nx  y", "page.mdx:1:1 snippet-not-importable"),
        ("import { nmae } from '/a.mdx'\n\nx {nmae} y", "page.mdx:1:1 snippet-no-export"),
        ("x <Snippet file='no.mdx' /> y", "page.mdx:1:3 snippet-missing"),
        ("x <Snippet /> y", "page.mdx:1:3 snippet-missing"),
    ],
)
def test_what_cannot_be_imported_is_told_and_leaves_a_gap(page: str, problem: str) -> None:
    expanded = expand({"page.mdx": page, "a.mdx": "export const name = 1"})
    assert problems(expanded) == [problem]
    assert shown(expanded.document.nodes).startswith(("<p>x ", "<p>text</p><p>x "))


def test_react_needs_no_import_and_may_have_one() -> None:
    page = "import React, { useState } from 'react'\n\ntext"
    expanded = expand({"page.mdx": page})
    assert problems(expanded) == []


def test_a_misspelt_export_is_told_with_the_nearest_name() -> None:
    files = {"page.mdx": "import { pln } from '/a.mdx'", "a.mdx": "export const plan = 1"}
    assert expand(files).document.problems[0].hint == "Did you mean `plan`?"


@pytest.mark.parametrize("length", [1, 2, 3])
def test_files_that_import_each_other_in_a_circle_are_told_at_the_import(length: int) -> None:
    files = {
        f"{n}.mdx": f"text {n}\n\nimport Next from '/{(n + 1) % length}.mdx'\n\n<Next />"
        for n in range(length)
    }
    expanded = expand(files, "0.mdx")
    assert problems(expanded) == [f"{length - 1}.mdx:3:1 snippet-cycle"]
    assert shown(expanded.document.nodes) == "".join(f"<p>text {n}</p>" for n in range(length))


def test_the_snippet_tag_cannot_go_in_a_circle_either() -> None:
    files = {"page.mdx": "<Snippet file='a' />", "snippets/a.mdx": "a\n\n<Snippet file='a' />"}
    expanded = expand(files)
    assert problems(expanded) == ["snippets/a.mdx:3:1 snippet-cycle"]


def test_a_hundred_snippets_may_include_each_other_in_a_row() -> None:
    files = {
        f"{n}.mdx": f"import Next from '/{n + 1}.mdx'\n\n<Next word={{word}} />" for n in range(100)
    }
    page = "import First from '/1.mdx'\n\n<First word='x' />"
    expanded = expand({**files, "page.mdx": page, "100.mdx": "end {word}"})
    assert problems(expanded) == []
    assert shown(expanded.document.nodes) == "<p>end x</p>"


def test_a_longer_row_ends_with_a_problem() -> None:
    files = {f"{n}.mdx": f"import Next from '/{n + 1}.mdx'\n\n<Next />" for n in range(400)}
    expanded = expand({**files, "400.mdx": "end"}, "0.mdx")
    assert [each.code.value for each in expanded.document.problems] == ["snippet-too-much"]


def test_tags_and_snippets_that_nest_too_deep_together_end_with_a_problem() -> None:
    wrap = "<div>\n" * 60 + "<Next />\n" + "</div>\n" * 60
    files = {f"{n}.mdx": f"import Next from '/{n + 1}.mdx'\n\n{wrap}" for n in range(5)}
    expanded = expand({**files, "5.mdx": "end"}, "0.mdx")
    assert [each.code.value for each in expanded.document.problems] == ["snippet-too-much"]


def test_snippets_that_double_at_each_level_end_with_a_problem_and_soon() -> None:
    files = {
        f"{n}.mdx": f"import Next from '/{n + 1}.mdx'\n\n<Next />\n\n<Next />" for n in range(20)
    }
    start = time.process_time()
    expanded = expand({**files, "20.mdx": "end"}, "0.mdx")
    assert [each.code.value for each in expanded.document.problems] == ["snippet-too-much"]
    assert time.process_time() - start < HANGS_AFTER


def test_children_that_double_at_each_level_end_with_a_problem() -> None:
    files = {
        f"{n}.mdx": f"import N from '/{n + 1}.mdx'\n\n<N>\n{{children}}\n{{children}}\n</N>"
        for n in range(1, 30)
    }
    page = "import Next from '/1.mdx'\n\n<Next>x</Next>"
    expanded = expand({**files, "30.mdx": "{children}", "page.mdx": page})
    assert [each.code.value for each in expanded.document.problems] == ["snippet-too-much"]


def test_module_code_that_cannot_be_read_is_told_at_its_place() -> None:
    page = "export const A = () => (\n  <b>\n);\n\ntext <A>inside</A>"
    expanded = expand({"page.mdx": page})
    assert problems(expanded) == ["page.mdx:2:3 javascript-syntax"]
    assert shown(expanded.document.nodes) == "<p>text inside</p>"


def test_files_that_pages_import_are_found_without_parsing() -> None:
    text = (
        "---\na: b\n---\nimport A from './part.mdx'\nimport {\n b } from '/guides/c'\n\nimport x."
    )
    found = find_imports(text, "guides/page.mdx")
    assert {"guides/part.mdx", "guides/c.mdx"} <= found
    assert find_imports("nothing to see", "page.mdx") == set()


@pytest.mark.parametrize("part", ["import a\n", "import {\n", "import a from\n", "import a, {\n"])
def test_imports_are_found_in_time_that_grows_with_the_text(part: str) -> None:
    start = time.process_time()
    assert find_imports(part * 100_000, "page.mdx") == set()
    assert time.process_time() - start < HANGS_AFTER


def test_a_page_with_very_many_expressions_ends_with_a_problem() -> None:
    start = time.process_time()
    expanded = expand({"page.mdx": "text " + "{f(1)} " * 20_000})
    assert expanded.request is not None
    assert len(expanded.request.jobs) < 6_000
    assert [each.code.value for each in expanded.document.problems] == ["snippet-too-much"]
    assert time.process_time() - start < HANGS_AFTER


def test_limits_that_are_reached_all_at_once_are_a_problem_and_no_crash() -> None:
    files = {f"snippets/{n}.mdx": f"<Snippet file='{n + 1}' />" for n in range(99)}
    chain = {f"{n}.mdx": f"import N from '/{n + 1}.mdx'\n\n<N />" for n in range(99)}
    deep = "<div>\n" * 90 + "<Snippet file='0' />\n" + "</div>\n" * 90
    last = {"snippets/99.mdx": "import N from '/0.mdx'\n\n<N />", "99.mdx": "end"}
    expanded = expand({"page.mdx": deep, **files, **chain, **last})
    assert {each.code.value for each in expanded.document.problems} <= {"snippet-too-much"}
