"""What a content page of the example costs its reader, without a browser."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from octavo.builder.folder_build import build_folder
from octavo.render.assets.joined_scripts import resolve_module

EXAMPLE = Path(__file__).parents[2] / "examples" / "garden"
PAGE = "guides/write-a-watering-plan"
# Bytes, as `make quality` holds them against what a browser loads; and files.
MOST_OF_SCRIPTS = 10_000
MOST_OF_STYLES = 15_000  # 800 of them name the fonts of the theme
MOST_SCRIPTS = 8


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("garden") / "site"
    assert build_folder(str(EXAMPLE), str(folder)).output
    return folder


def weigh(site: Path, names: Iterable[str]) -> int:
    return sum(len(gzip.compress((site / name).read_bytes(), 9, mtime=0)) for name in names)


def find_modules(site: Path, names: list[str]) -> Iterator[str]:
    """Return scripts and all that they import, each once."""
    for name in (queue := list(names)):
        imports = re.findall(r'from"([^"]+)"', (site / name).read_text("utf-8"))
        targets = (resolve_module(name, target) for target in imports)
        queue += [target for target in dict.fromkeys(targets) if target not in queue]
        yield name


def test_the_scripts_of_a_content_page_keep_their_budget(site: Path) -> None:
    html = (site / PAGE / "index.html").read_text("utf-8")
    modules = [*find_modules(site, re.findall(r'type="module" src="/([^"]+)"', html))]
    assert len(modules) <= MOST_SCRIPTS, modules
    assert 5_000 < weigh(site, modules) <= MOST_OF_SCRIPTS


def test_the_styles_of_a_content_page_keep_their_budget(site: Path) -> None:
    html = (site / PAGE / "index.html").read_text("utf-8")
    shown = re.sub("<noscript>.*?</noscript>", "", html)
    sheets = re.findall(r'rel="stylesheet" href="/([^"]+)"', shown)
    assert len(sheets) == 1
    assert 5_000 < weigh(site, sheets) <= MOST_OF_STYLES
