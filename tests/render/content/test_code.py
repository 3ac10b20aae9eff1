"""Code blocks on a page: their colors can be read, and they ask for what they need."""

from __future__ import annotations

import re

import pytest

from octavo.render.assets.theme_files import load_theme_text
from octavo.render.content.components.code import FEW_LINES, SCRIPT
from octavo.render.content.highlight import KINDS
from octavo.render.styling.colors import READABLE, blend, compute_contrast, find_tone
from octavo.render.styling.surfaces import MODES, Surfaces, resolve_surfaces
from octavo.settings.models.site_settings import Settings
from tests.render.content.components.test_components import render
from tests.settings_data import made_of

CSS = load_theme_text("css", "components", "code.css")
PAIR = re.compile(r"--code-(\w+): light-dark\((#\w+|var\(--ink\)), (#\w+)\)")
THEMES = ("default", "venus", "quill", "prism")
PRIMARIES = ("#16a34a", "#facc15", "#7c3aed", "#00d5ff", "#e11d48", "#111111")
WITHOUT_COLOR = {"heading", "prompt", "output"}
SAME = dict(re.findall(r"--code-(\w+): var\(--code-(\w+)\)", CSS))


def read_sheet(theme: str) -> str:
    default = load_theme_text("css", "tokens.css")
    own = load_theme_text("css", "looks", f"theme-{theme}.css") if theme != "default" else ""
    return default + own


def colors_of(theme: str, surfaces: Surfaces, mode: int) -> dict[str, str]:
    """Return the colors of code by their names, on light or on dark code."""
    pairs = {name: colors for name, *colors in PAIR.findall(read_sheet(theme))}
    return {name: pair[mode].replace("var(--ink)", surfaces.ink) for name, pair in pairs.items()}


def grounds_of(theme: str, primary: str, surfaces: Surfaces, mode: int) -> list[str]:
    """Return the backgrounds of code in a theme."""
    name = ("light", "dark")[mode]
    value = re.findall(rf"--code-{name}: (.*);", read_sheet(theme))[-1]
    if tones := re.findall(r"oklch\(from var\(--primary\) ([\d.]+) min\(c, ([\d.]+)\)", value):
        return [find_tone(primary, float(light), float(most)) for light, most in tones]
    named = {"var(--page)": surfaces.page, "var(--panel)": surfaces.grounds[-2]}
    return [named.get(value, value)]


def test_every_kind_has_a_rule_and_every_colored_one_a_pair_of_colors() -> None:
    assert [kind for kind in KINDS if f".code-block .{kind} {{" not in CSS] == []
    pairs = {name for name, *_ in PAIR.findall(read_sheet("default"))}
    assert (pairs | SAME.keys()) - {"ink", "muted"} == set(KINDS.values()) - WITHOUT_COLOR
    assert set(SAME.values()) <= pairs


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("mode", [0, 1])
def test_colors_can_be_read_on_code_and_on_its_marked_lines(theme: str, mode: int) -> None:
    for primary in PRIMARIES:
        values = {"theme": theme} if theme != "default" else {}
        site = {"name": "T", "navigation": [], "colors": {"primary": primary}, **values}
        surfaces = resolve_surfaces(made_of(Settings, site), MODES[mode])
        colors = colors_of(theme, surfaces, mode)
        assert len(colors) == 10
        for ground in grounds_of(theme, primary, surfaces, mode):
            marked = [blend(surfaces.mark, ground, 0.06)]
            changed = [blend(colors[name], ground, 0.07) for name in ("inserted", "deleted")]
            for name, color in colors.items():
                least = min(compute_contrast(color, each) for each in (ground, *marked, *changed))
                assert least >= READABLE, (primary, name, least)


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
