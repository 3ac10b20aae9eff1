"""HTML for feeds and other programs: nothing in it runs, and addresses are whole."""

from __future__ import annotations

import pytest

from octavo.render.listings.plain_html import clean_html

PAGE = "https://docs.example.com/guides/"


@pytest.mark.parametrize(
    ("html", "clean"),
    [
        ('<a href="javascript:alert(1)">a</a>', "<a>a</a>"),
        ('<a href="data:text/html,x">a</a>', "<a>a</a>"),
        ('<a href="../b" onclick="x()" style="top:0">a</a>', f'<a href="{PAGE[:-7]}b">a</a>'),
        ('<img src="a.png" onerror="x()" alt="">', f'<img src="{PAGE}a.png" alt="">'),
        ("a<script>alert(1)</script>b", "ab"),
        ("a<style>p {}</style><button>Copy</button><iframe src=x>i</iframe>b", "ab"),
        ("<custom>a</custom>", "a"),
    ],
)
def test_only_text_and_pictures_are_left(html: str, clean: str) -> None:
    assert clean_html(html, PAGE) == clean
