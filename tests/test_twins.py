"""Every page of the documentation and of the examples, compared with its Markdown twin."""

from __future__ import annotations

from pathlib import Path

import pytest

from octavo.builder.folder_build import build_folder
from scripts.compare_twins import Comparison, compare_site, read_page, read_twin

ROOT = Path(__file__).resolve().parent.parent
PROJECTS = ("docs", "examples/garden")


@pytest.mark.parametrize("project", PROJECTS)
def test_a_twin_says_all_that_its_page_says(project: str, tmp_path: Path) -> None:
    build_folder(str(ROOT / project), str(tmp_path / "out"))
    comparison = Comparison()
    assert compare_site(tmp_path / "out", comparison) > 40
    print(f"{project}: {comparison}")
    assert comparison.lost == []


def test_what_a_twin_has_lost_is_noticed() -> None:
    page = read_page(
        '<div class="mdx-content"><h2>Head</h2><p>First words</p><ul><li>item</li></ul>'
        "<table><tr><td>cell</td></tr></table><pre>code()</pre></div>"
    )
    comparison = Comparison()
    comparison.add("a.md", page, read_twin("## Head\n\n- item"), "")
    assert [text for _, _, text in comparison.lost] == ["First words", "cell", "code()"]
    assert str(comparison).startswith("2 of 5 ")
