"""Code blocks on a page: their colors can be read, and they ask for what they need."""

from __future__ import annotations

import re

import pytest

from octavo.render.assets.theme_files import load_theme_text
from octavo.render.content.components.code import FEW_LINES, SCRIPT
from octavo.render.content.highlight import KINDS
from octavo.render.styling.colors import READABLE, blend, compute_contrast
from tests.render.content.components.test_components import render

CSS = load_theme_text("css", "components", "code.css")
TOKENS = load_theme_text("css", "tokens.css")
PAIRS = {
    name: (light, dark)
    for name, light, dark in re.findall(r"--code-(\w+): light-dark\((#\w+), (#\w+)\)", CSS)
}
WITHOUT_COLOR = {"heading", "prompt", "output"}
# Dark code has the hue of the author's page, and at most this lightness.
(LIGHTEST,) = map(float, re.findall(r"--code-dark: oklch\(from .* clamp\(.*, ([\d.]+)\)", TOKENS))
LIGHTNESS = {"#ffffff": 1, "#00ff00": 0.866, "#ffff00": 0.968, "#00ffff": 0.905, "#ff00ff": 0.702}
DARK_PAGES = [blend(hue, "#000000", LIGHTEST / of_hue) for hue, of_hue in LIGHTNESS.items()]
DARK_TEXTS = re.findall(r"--code-(?:ink|muted): (#\w{6})", TOKENS)
LIGHT_PAGES = [blend("#000000", page, 0.03) for page in ("#ffffff", "#fdf6e3", "#f4f4f5")]
DARK_ACCENTS = ("#f59a7f", "#4ade80", "#ffffff")
LIGHT_ACCENTS = ("#a8341f", "#166534", "#1e3a8a", "#000000")


def surfaces(pages: list[str], accents: tuple[str, ...], mode: int) -> list[str]:
    """Return what code stands on: the block, and its marked, added and removed lines."""
    changes = [PAIRS[name][mode] for name in ("inserted", "deleted")]
    return [
        *pages,
        *(blend(accent, page, 0.07) for page in pages for accent in accents),
        *(blend(change, page, 0.08) for page in pages for change in changes),
    ]


def test_every_kind_has_a_rule_and_every_colored_one_a_pair_of_colors() -> None:
    assert [kind for kind in KINDS if f".code-block .{kind} {{" not in CSS] == []
    assert PAIRS.keys() == set(KINDS.values()) - WITHOUT_COLOR


@pytest.mark.parametrize("name", sorted(PAIRS))
def test_colors_can_be_read_on_dark_code(name: str) -> None:
    for surface in surfaces(DARK_PAGES, DARK_ACCENTS, 1):
        assert compute_contrast(PAIRS[name][1], surface) >= READABLE, surface


@pytest.mark.parametrize("name", sorted(PAIRS))
def test_colors_can_be_read_on_light_code(name: str) -> None:
    for surface in surfaces(LIGHT_PAGES, LIGHT_ACCENTS, 0):
        assert compute_contrast(PAIRS[name][0], surface) >= READABLE, surface


def test_titles_numbers_and_lines_out_of_focus_can_be_read() -> None:
    assert len(DARK_TEXTS) == 2
    for text in DARK_TEXTS:
        for surface in surfaces(DARK_PAGES, DARK_ACCENTS, 1):
            assert compute_contrast(text, surface) >= READABLE


def test_a_page_loads_the_script_of_code_only_where_it_has_code() -> None:
    assert render("Text with `code`").scripts == frozenset()
    assert render("```\na\n```").scripts == {SCRIPT}
    assert render("<CodeGroup>\n```\na\n```\n</CodeGroup>").scripts == {SCRIPT}


def test_only_long_blocks_are_collapsed() -> None:
    short = "\n".join("a" * FEW_LINES)
    assert "Expand" not in render(f"```txt expandable\n{short}\n```").html
    long = render(f"```txt expandable\n{short}\na\n```").html
    assert 'class="code-block is-collapsed"' in long
    assert 'aria-expanded="false">Expand</button>' in long


def test_an_unknown_icon_is_told_at_the_fence() -> None:
    content = render('Text\n\n```js a.js icon="no-such-icon-at-all"\na\n```')
    (problem,) = content.problems
    assert problem.code == "icon-unknown"
    assert problem.location.line == 3


def test_panels_of_all_groups_have_ids_of_their_own() -> None:
    group = "<CodeGroup>\n```txt A\na\n```\n```txt A\nb\n```\n</CodeGroup>\n\n"
    ids = re.findall(r' id="([^"]+)"', render("## Code\n\n" + group * 2).html)
    assert len(ids) == 9
    assert len(set(ids)) == 9


def test_hostile_words_in_a_fence_stay_text() -> None:
    evil = "\"><script>alert(1)</script>'"
    fence = f"```{evil} {evil} title='{evil}' icon={evil}\n{evil}\n```"
    for page in (fence, f"<CodeGroup>\n{fence}\n{fence}\n</CodeGroup>"):
        assert "<script" not in render(page).html


def test_marked_lines_beyond_the_code_are_ignored() -> None:
    html = render("```txt {2-999999999}\na\nb\n```").html
    assert html.count('class="line mark"') == 1
