"""A page loads the fonts that it shows, and no others."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

# Each test has a new page: Chromium counts fonts that an earlier one has loaded.
pytestmark = pytest.mark.browser

FIRST_VIEW = 60_000
"""The most bytes of fonts before a page has code or slanted text."""
TEXTS = {
    "plain": "---\ntitle: Plain\ndescription: What it is.\n---\n\n## First\n\n**Text** → text.\n",
    "code": "---\ntitle: Code\n---\n\nText, `inline` and:\n\n```sh\nls\n```\n",
    "slanted": "---\ntitle: Slanted\n---\n\nText that is *slanted*.\n",
    "polish": "---\ntitle: Polish\n---\n\nZażółć gęślą jaźń.\n",
}
TEXT_FONTS = {
    "default": ["geist-latin"],
    "venus": ["figtree-latin"],
    "quill": ["hanken-grotesk-latin", "newsreader-latin"],
    "prism": ["ibm-plex-mono-latin", "ibm-plex-sans-latin"],
}
CODE_FONTS = {
    "default": "geist-mono-latin",
    "venus": "jetbrains-mono-latin",
    "quill": "source-code-pro-latin",
    "prism": "ibm-plex-mono-latin",  # its other weight
}


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory, serve_project: Callable[[Path], str]) -> Any:
    """The address of a site in a theme, built when it is asked for."""
    addresses: dict[str, str] = {}

    def find(theme: str) -> str:
        if theme not in addresses:
            root = tmp_path_factory.mktemp(theme)
            for name, text in TEXTS.items():
                (root / f"{name}.mdx").write_text(text)
            choice = {} if theme == "default" else {"theme": theme}
            navigation = [{"group": "All", "pages": list(TEXTS)}]
            settings = {"name": "Garden", "navigation": navigation, **choice}
            (root / "site.json").write_text(json.dumps(settings))
            addresses[theme] = serve_project(root)
        return addresses[theme]

    return find


def load(page: Page, address: str) -> tuple[list[str], int]:
    """Return the fonts that a page loads, without their digests, and their bytes."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    fonts = page.evaluate(
        """performance.getEntriesByType("resource").filter(({name}) => name.endsWith(".woff2"))
        .map(({name, encodedBodySize}) => [name, encodedBodySize])"""
    )
    names = [re.sub(r".*/|\.\w{12}\.woff2$", "", url) for url, _ in fonts]
    return sorted(names), sum(size for _, size in fonts)


@pytest.mark.parametrize("theme", TEXT_FONTS)
def test_the_first_view_takes_few_bytes_of_fonts(page: Page, sites: Any, theme: str) -> None:
    names, size = load(page, f"{sites(theme)}/plain/")
    assert names == TEXT_FONTS[theme]
    assert 15_000 < size <= FIRST_VIEW


@pytest.mark.parametrize("theme", TEXT_FONTS)
def test_code_adds_one_file(page: Page, sites: Any, theme: str) -> None:
    names, _ = load(page, f"{sites(theme)}/code/")
    assert names == sorted([*TEXT_FONTS[theme], CODE_FONTS[theme]])


def text_font(theme: str) -> str:
    return next(name for name in reversed(TEXT_FONTS[theme]) if "mono" not in name)


@pytest.mark.parametrize("theme", TEXT_FONTS)
def test_slanted_text_adds_one_file(page: Page, sites: Any, theme: str) -> None:
    names, _ = load(page, f"{sites(theme)}/slanted/")
    assert names == sorted([*TEXT_FONTS[theme], f"{text_font(theme)}-italic"])


@pytest.mark.parametrize("theme", ["venus", "quill"])
def test_letters_of_other_languages_add_one_file(page: Page, sites: Any, theme: str) -> None:
    names, _ = load(page, f"{sites(theme)}/polish/")
    assert names == sorted([*TEXT_FONTS[theme], f"{text_font(theme)}-ext"])
