"""Guides work as they say, end with what to do when they do not, and lead on."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from octavo.builder.folder_build import build_folder
from octavo.scaffold.starter.new_folder import start_project
from tests.runnable_pages import follow_blocks, list_blocks

DOCS = Path(__file__).parents[1] / "docs"
GUIDE_FOLDERS = {"start", "write", "design", "api", "publish", "grow"}
PAGES = sorted(page for page in DOCS.rglob("*.mdx") if "snippets" not in page.parts)
GUIDES = sorted(page for page in PAGES if page.parent.name in GUIDE_FOLDERS)
RUNNABLE = [
    page for page in (*GUIDES, DOCS / "quickstart.mdx") if any(b.role for b in list_blocks(page))
]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What readers of guides have: projects, a built site, an API document, a site of MkDocs."""
    folder = tmp_path_factory.mktemp("desk")
    for name in ("docs", "my-docs"):
        assert start_project(str(folder / name), None).problems == ()
    build_folder(str(folder / "my-docs"), str(folder / "public"))
    shutil.copy(folder / "docs" / "openapi.yaml", folder)
    old = folder / "old-docs" / "docs"
    old.mkdir(parents=True)
    (old.parent / "mkdocs.yml").write_text("site_name: Kettle\n")
    (old / "index.md").write_text("# Kettle\n\n!!! note\n\n    Rinse it first.\n")
    return folder


def list_new() -> list[object]:
    """Return guides for pytest: one whose kinds of steps earlier ones have is marked."""
    kinds: set[str] = set()
    table: list[object] = []
    for page in RUNNABLE:
        roles = {block.role for block in list_blocks(page)}
        marks = [pytest.mark.whole] if roles <= kinds else []
        table.append(pytest.param(page, marks=marks, id=page.stem))
        kinds |= roles
    return table


@pytest.mark.parametrize("page", list_new())
def test_what_a_guide_tells_to_do_works(page: Path, desk: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(desk, tmp_path / "desk")
    assert follow_blocks(list_blocks(page), folder) >= 1


def test_guides_are_run_where_they_can_be() -> None:
    assert len(RUNNABLE) >= 17


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_a_guide_opens_with_what_you_get_and_shows_it(page: Path) -> None:
    body = page.read_text().split("---\n", 2)[2]
    opening = re.sub(r"(?ms)^(```+).*?^\1$", "```", body).split("\n## ")[0]
    shown = r"^(```|\||!\[|<[A-Z])"
    parts = [part for part in opening.split("\n\n") if part.strip()]
    assert [part for part in parts if re.match(r"\s*(\[|`|\*\*)?[A-Z]", part)], "it says nothing"
    assert re.search(shown, opening, re.MULTILINE), (
        "a picture, a component, code or a table is missing"
    )


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_a_guide_ends_with_what_to_do_when_it_fails(page: Path) -> None:
    *_, last = re.split(r"^## ", page.read_text(), flags=re.MULTILINE)
    assert last.startswith("When "), last.splitlines()[0]
    assert re.search(r"^(\| |- \*\*)", last, re.MULTILINE), "it names nothing that fails"


def _find_next_steps(page: Path) -> list[str]:
    """Return what a page leads to: the related pages of its front matter, or links at its end."""
    _, front_matter, text = page.read_text().split("---\n", 2)
    if related := re.search(r"^related: \[(.+)\]$", front_matter, re.MULTILINE):
        return related[1].split(", ")
    end = text[text.rfind("\n## Next") :] if "\n## Next" in text else text[text.rfind("<Card") :]
    return re.findall(r'\]\(/([^)]+)\)|href="/([^"]+)"', end)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_says_what_it_is_about_and_where_to_go_on(page: Path) -> None:
    front_matter = page.read_text().split("---\n", 2)[1]
    assert re.search(r"^description: \S.{15,}", front_matter, re.MULTILINE)
    assert _find_next_steps(page)


def test_every_page_of_the_docs_is_listed() -> None:
    listed = json.dumps(json.loads((DOCS / "site.json").read_text())["navigation"])
    names = [page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES]
    assert [name for name in names if f'"{name}"' not in listed] == []
