"""The styles and scripts of components: where they are, and how they are sent."""

from __future__ import annotations

import gzip
import re
from importlib.resources import files
from pathlib import Path

import pytest

from octavo.render.assets.theme_files import Assets, compact_styles
from octavo.render.content.components import COMPONENTS

THEME = Path(str(files("octavo.theme")))
STYLES = sorted((THEME / "css" / "components").rglob("*.css"))
SCRIPTS = sorted(
    file.name for file in (THEME / "js" / "components").iterdir() if file.name.endswith(".js")
)


@pytest.mark.parametrize(
    ("css", "compact"),
    [
        ("a {\n  b: c;\n}\n", "a{b:c}"),
        ("/* a */ b, c > d { e: f g, h }", "b,c > d{e:f g,h}"),
        ('a::before { content: " ( " }', 'a::before{content:" ( "}'),
        ("a :hover { b: c }", "a :hover{b:c}"),
        ("a { b: 0.5px -0.25em 10.5% 0; }", "a{b:.5px -.25em 10.5% 0}"),
        ("@media (width >= 40rem) { a { b: c } }", "@media (width >= 40rem){a{b:c}}"),
        ("a { --b: 'x  /* y */' }", "a{--b:'x  /* y */'}"),
    ],
)
def test_styles_are_sent_without_what_browsers_do_not_need(css: str, compact: str) -> None:
    assert compact_styles(css) == compact


def test_all_styles_of_components_are_in_a_style_sheet_and_in_their_layer() -> None:
    contents = Assets("", {}).contents
    for file in STYLES:
        text = file.read_text("utf-8")
        assert text.startswith("@layer octavo."), file
        wanted = {"reference.css", "api.css"} if file.parent.name == "reference" else {"site.css"}
        compact = compact_styles(text).strip().encode()
        assert {name for name, data in contents.items() if compact in data} == wanted, file


def test_the_styles_that_scripts_load_are_in_no_other_sheet() -> None:
    contents = Assets("", {}, is_spoken=True).contents
    for name, own in {"search-results.css": b".search-hit{", "playground.css": b".play-"}.items():
        assert {each for each, data in contents.items() if own in data and ".css" in each} == {
            name,
            f"spoken/{name}",
        }


def test_every_class_in_a_style_sheet_is_one_that_something_has() -> None:
    """Some are put together: of `callout-` and a kind."""
    kinds = {".py", ".html", ".js", ".json"}
    sources = [file for file in THEME.parent.rglob("*") if file.suffix in kinds]
    texts = "\n".join(file.read_text("utf-8") for file in sources)
    words = set(re.findall(r"[\w-]+", texts))
    beginnings = tuple(set(re.findall(r"([a-z][\w-]*-)\$?\{", texts)))
    sheets = [*(THEME / "css").rglob("*.css")]
    assert len(sheets) > 20
    for file in sheets:
        css = re.sub(r'/\*.*?\*/|"[^"]*"', "", file.read_text("utf-8"), flags=re.DOTALL)
        selectors = " ".join(re.findall(r"([^{};]*)\{", css))
        names = set(re.findall(r"[.#]([a-zA-Z][\w-]*)", selectors)) - words
        assert {name for name in names if not name.startswith(beginnings)} == set(), file


SIDES = re.compile(r"(?<![\w-])(?:padding|margin|inset): ([^;{}]+)")
VALUE = re.compile(r"(?:[^\s()]|\([^()]*(?:\([^()]*\)[^()]*)*\))+")


@pytest.mark.parametrize("file", sorted(THEME.rglob("*.css")), ids=lambda file: str(file.name))
def test_sides_that_differ_are_told_by_where_a_line_begins(file: Path) -> None:
    """Pages that are read from right to left would have their left and right the wrong way."""
    differing = [
        found[0]
        for found in SIDES.finditer(file.read_text("utf-8"))
        if len(values := VALUE.findall(found[1])) == 4 and values[1] != values[3]
    ]
    assert differing == []


def test_scripts_of_components_are_modules_of_their_own() -> None:
    contents = Assets("", {}).contents
    assert {f"components/{name}" for name in SCRIPTS} <= contents.keys()


def test_every_class_of_a_component_that_authors_style_is_kept() -> None:
    sources = "".join(
        file.read_text("utf-8")
        for file in Path(str(files("octavo.render.content.components"))).rglob("*.py")
    )
    stable = (
        "accordion callout card card-group columns expandable field frame icon step steps tab tabs "
        "update tooltip code-block code-group"
    )
    written = set(re.findall(r"[a-z-]+", sources))
    assert set(stable.split()) <= written
    assert len(COMPONENTS) > 40


def test_styles_of_api_pages_are_a_sheet_of_their_own() -> None:
    contents = Assets("", {}).contents
    assert b".endpoint-path" in contents["api.css"]
    assert b".endpoint-path" not in contents["site.css"]
    assert len(gzip.compress(contents["api.css"])) < 5_000
    assert contents["api.css"].count(b"@layer octavo.components{") == contents["api.css"].count(
        b"@layer"
    )
