"""Only logos that are harmless are drawn."""

from __future__ import annotations

import io
from pathlib import Path

import imagesize
import pytest

from octavo.render.pictures.logo import HEIGHT, WIDTH, draw_svg, is_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def svg(body: str, attributes: str = 'viewBox="0 0 200 40"') -> bytes:
    return f"{HEAD} {attributes}>{body}</svg>".encode()


def test_a_logo_of_shapes_is_drawn_in_its_proportions() -> None:
    picture = draw_svg(svg('<rect width="200" height="40" fill="#123456"/>'))
    assert picture is not None
    assert imagesize.get(io.BytesIO(picture)) == (2 * 300, 2 * HEIGHT)


def test_a_wide_logo_keeps_to_its_room() -> None:
    picture = draw_svg(svg('<rect width="9" height="9"/>', 'width="3000px" height="100"'))
    assert picture is not None
    assert imagesize.get(io.BytesIO(picture))[0] == 2 * WIDTH


def test_a_logo_of_our_own_documentation_is_drawn() -> None:
    assert draw_svg(Path("docs/logo/light.svg").read_bytes())


REUSE = "".join(
    f'<g id="a{n}"><use href="#a{n - 1}"/><use href="#a{n - 1}"/></g>' for n in range(1, 40)
)


@pytest.mark.parametrize(
    "data",
    [
        svg('<image href="/etc/passwd" width="9" height="9"/>'),
        svg('<image xlink:href="data:image/png;base64,AAAA"/>'),
        svg('<use href="other.svg#a"/>'),
        svg('<use xlink:href="file:///etc/passwd"/>'),
        svg("<style>@import url(x.css);</style>"),
        svg('<rect width="9" height="9" style="fill:url(http://example.com/#a)"/>'),
        svg("<text>Acme</text>"),
        svg("<foreignObject/>"),
        svg('<s:image xmlns:s="http://www.w3.org/2000/svg" href="x.png"/>'),
        svg("<filter id='f'><feTurbulence numOctaves='999'/></filter>"),
        svg('<rect width="1" height="1"/>' * 5_000),
        svg(f'<rect id="a0" width="1" height="1"/>{REUSE}'),
        svg("", 'width="100000" height="1"'),
        svg("", 'width="0" height="1"'),
        svg("", 'width="100%" height="100%"'),
        svg("<rect>"),
        b"\xff\xfe" + svg(""),
        b'<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>' + svg("<title>&b;</title>"),
        svg("<!-- " + "x" * 600_000 + " -->"),
        b"",
    ],
)  # fmt: skip
def test_what_could_harm_or_would_lack_its_text_is_not_drawn(data: bytes) -> None:
    assert draw_svg(data) is None


def test_other_pictures_are_not_taken_for_svg() -> None:
    assert is_svg(svg(""))
    assert not is_svg(b"\x89PNG\r\n")
