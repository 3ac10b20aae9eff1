"""The colors of pictures, told only where every one is known."""

from __future__ import annotations

import pytest

from octavo.project.svg_colors import read_svg_colors


@pytest.mark.parametrize(
    ("inner", "colors"),
    [
        ('<path d="M0 0"/>', {"#000000"}),
        ('<path fill="#FFF" d="M0 0"/><rect fill="white"/>', {"#fff", "#ffffff"}),
        (
            '<g fill="#123456"><path/><g><circle fill="none" stroke="#fff"/></g></g>',
            {"#123456", "#fff"},
        ),
        ('<path style="fill: #111; stroke:none"/>', {"#111"}),
        ('<g fill="#fff"></g><path/>', {"#000000"}),
        ('<defs><path fill="url(#a)"/></defs><path fill="#222"/>', {"#222"}),
        ("<title>Logo > all</title><text fill='#333'>a</text>", {"#333"}),
    ],
)
def test_plain_colors_are_known(inner: str, colors: set[str]) -> None:
    assert read_svg_colors(
        f'<?xml version="1.0"?><svg viewBox="0 0 1 1">{inner}</svg>'
    ) == frozenset(colors)


@pytest.mark.parametrize(
    "inner",
    [
        "",
        "<style>path{fill:red}</style><path/>",
        '<path class="a"/>',
        '<path fill="currentColor"/>',
        '<path fill="rgb(0 0 0)"/>',
        '<path fill="url(#gradient)"/>',
        '<linearGradient/><path fill="#000"/>',
        '<image href="x.png"/>',
        '<path fill="#000" opacity="0.5"/>',
        '<path style="fill:#000;opacity:.5"/>',
        '<use href="#a"/>',
        "<script>1</script><path/>",
    ],
)
def test_what_is_not_plain_is_not_known(inner: str) -> None:
    assert read_svg_colors(f"<svg>{inner}</svg>") is None


@pytest.mark.parametrize("unit", ["<", "<g ", '<g a="', "<g>", "</g>", "<!--", "<path fill='"])
def test_hostile_pictures_are_read_in_linear_time(unit: str) -> None:
    """Without that, this would take hours."""
    assert read_svg_colors(unit * (1_000_000 // len(unit))) is None
