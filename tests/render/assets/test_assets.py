"""The folder of the theme's files changes with what they are made of."""

from __future__ import annotations

import re

import pytest

from octavo.render.assets import theme_files as assets
from octavo.render.assets.theme_files import Assets, compact_script, load_scripts


def test_the_folder_changes_with_styles_and_fragments() -> None:
    folders = {
        Assets(styles, fragments).folder
        for styles in ("", "a {}", "b {}")
        for fragments in ({}, {"n.html": "x"}, {"n.html": "y"}, {"m.html": "x"})
    }
    assert len(folders) == 12
    assert Assets("a {}", {"n.html": "x"}).folder == Assets("a {}", {"n.html": "x"}).folder


def test_the_folder_changes_with_the_theme_and_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def make() -> str:
        assets._compute_theme_digest.cache_clear()
        assets._load_scripts.cache_clear()
        return Assets("", {}).folder

    before = make()
    assert make() == before
    with monkeypatch.context() as patch:
        patch.setattr(assets, "__version__", "0")
        assert make() != before
    with monkeypatch.context() as patch:
        patch.setattr(assets, "SCRIPTS_OF_ALL_PAGES", {})
        assert make() != before
    for name in ("_STYLES", "_NOT_SERVED"):
        with monkeypatch.context() as patch:
            patch.setattr(assets, name, getattr(assets, name)[:-1])
            assert make() != before
    assert make() == before


def test_the_name_is_known_before_the_files_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Assets("x {}", {"n.html": "<p>"})
    with monkeypatch.context() as patch:
        patch.setattr(assets, "compact_styles", None)
        assert made.find_output("site.css") == f"{made.folder}/site.css"
    assert made.contents["site.css"].endswith(b"x{}")
    assert made.contents["n.html"] == b"<p>"
    first = made.contents
    assert made.contents is first


@pytest.mark.parametrize(
    ("script", "compact"),
    [
        ("const { a, b } = c(d, e);", "let{a,b}=c(d,e);"),
        ("f(schema.const, { const: 1 }, 'const a');", "f(schema.const,{const:1},'const a');"),
        ('if (a === "b = c") return { d: "( e )" };', 'if(a==="b = c")return{d:"( e )"};'),
        ("a = `x ${ b ? `y = ${c}` : '{ }' } z`;", "a=`x ${ b ? `y = ${c}` : '{ }' } z`;"),
        (
            "a = b.replace(/[\"'`] = (?: c )/g, d / 2 / e);",
            "a=b.replace(/[\"'`] = (?: c )/g,d / 2 / e);",
        ),
        ("if (a) {\nb();\n}\nc(\n)\n.d();\n", "if(a){b()}c().d();"),
        ("if (a)\nb = [\nc, d ];\nelse\ne();\n", "if(a)b=[\nc,d];else\ne();"),
        ("return a ? !b : c && d;", "return a?!b:c&&d;"),
        ("a + +b - -c + d - e / f", "a + +b - -c+d-e / f"),
        ("a = b === undefined ? true : { true: false };", "a=b===void 0?!0:{true:!1};"),
        ("a.true(isTrue, undefinedNames, falseOf);", "a.true(isTrue,undefinedNames,falseOf);"),
        ('a += 1;\n  case "b":\n  return `c`;', 'a+=1;case"b":\nreturn`c`;'),
        (r"""'it\'s = ' + "\" = " """, r"""'it\'s = '+"\" = " """),
    ],
)
def test_scripts_are_sent_without_blanks_that_browsers_do_not_need(
    script: str, compact: str
) -> None:
    assert compact_script(script) == compact


def test_no_block_ends_with_a_loop_that_does_nothing() -> None:
    # Its semicolon is all that it has, and the last one of a block is left out.
    head = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
    for name, script in load_scripts("").items():
        assert not re.search(rf"\b(?:for|while) {head};\n\s*\}}", script), name


def test_nothing_in_quotes_loses_its_blanks() -> None:
    # The rest between the found texts is code, and has no quotes.
    for name, script in load_scripts("").items():
        code = assets._SCRIPT_TEXT.split(assets.strip_comments(script))[::2]
        assert [part for part in code if re.search("[\"'`]", part)] == [], name
