"""Whatever happens to the files of a project, and however fast: the preview ends up as a build."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from octavo.builder.folder_build import build_folder
from tests.effort import effort
from tests.patience import HANGS_AFTER
from tests.previews import Answer, running_preview

OPERATIONS = 500


def write_settings(root: Path, chance: random.Random) -> None:
    pages = sorted(
        path.relative_to(root).with_suffix("").as_posix() for path in root.glob("p*/*.mdx")
    )
    listed = [page for page in pages if chance.random() < 0.8] or ["index"]
    navigation = [{"group": f"Group {chance.randrange(9)}", "pages": listed}]
    (root / "site.json").write_text(json.dumps({"name": "Storm", "navigation": navigation}))


def write_page(path: Path, chance: random.Random) -> None:
    path.parent.mkdir(exist_ok=True)
    use = f'import Part from "/snippets/{chance.randrange(5)}.mdx"\n\n<Part />\n\n'
    parts = [
        f"---\ntitle: Title {chance.randrange(1000)}\n---\n\n" if chance.random() < 0.7 else "",
        use if chance.random() < 0.5 else "",
        f"![Dot](/images/{chance.randrange(5)}.svg)\n\n",
        f"## Heading {chance.randrange(1000)}\n\nText {chance.random()}.\n",
    ]
    path.write_text("".join(parts))


def write_other(root: Path, chance: random.Random) -> None:
    number = chance.randrange(5)
    if chance.random() < 0.5:
        (root / f"snippets/{number}.mdx").write_text(f"Snippet {chance.random()}.\n")
    else:
        size = chance.randrange(1, 99)
        text = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}"></svg>'
        (root / f"images/{number}.svg").write_text(text)


def change_something(root: Path, chance: random.Random) -> None:
    pages = sorted(root.glob("p*/*.mdx"))
    new = root / f"p{chance.randrange(6)}" / f"{chance.randrange(40)}.mdx"
    kind = chance.choices(["write", "delete", "rename", "other", "settings"], [50, 15, 15, 15, 5])[
        0
    ]
    if kind == "write":
        write_page(new, chance)
    elif kind == "delete" and pages:
        chance.choice(pages).unlink()
    elif kind == "rename" and pages:
        new.parent.mkdir(exist_ok=True)
        chance.choice(pages).rename(new)
    elif kind == "settings":
        write_settings(root, chance)
    else:
        write_other(root, chance)


def make_project(root: Path, chance: random.Random) -> None:
    (root / "snippets").mkdir(parents=True)
    (root / "images").mkdir()
    (root / "index.mdx").write_text("Home.\n")
    for number in range(60):
        write_page(root / f"p{number % 6}/{number // 2}.mdx", chance)
    for _ in range(20):
        write_other(root, chance)
    write_settings(root, chance)


def pages_that_differ(get: Callable[[str], Answer], output: Path) -> list[str]:
    """Return the pages that a preview gives in another way than a build."""
    pages = [*output.rglob("index.html"), output / "_octavo/search.json"]
    paths = {path.relative_to(output).as_posix().removesuffix("index.html"): path for path in pages}
    return [
        name
        for name, path in paths.items()
        if b'http-equiv="refresh"' not in path.read_bytes()
        and get(f"/{name}").page != path.read_bytes()
    ]


@pytest.mark.scorecard("SR-36")
@pytest.mark.parametrize("seed", range(effort(1, scorecard=2)))
def test_a_storm_of_changes_ends_as_a_clean_build(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    root = tmp_path / "project"
    make_project(root, chance)
    with running_preview(root) as preview:
        slowest = 0.0
        stopped = threading.Event()

        def visit() -> None:
            nonlocal slowest
            while not stopped.is_set():
                started = time.monotonic()
                assert preview.get("/").status == 200
                slowest = max(slowest, time.monotonic() - started)

        visitor = threading.Thread(target=visit)
        visitor.start()
        for _ in range(OPERATIONS):
            change_something(root, chance)
            if chance.random() < 0.1:
                time.sleep(0.01)
        build_folder(str(root), str(tmp_path / "out"))
        preview.wait_until(
            lambda: pages_that_differ(preview.get, tmp_path / "out") == [], HANGS_AFTER
        )
        stopped.set()
        visitor.join()
        assert preview.version < OPERATIONS / 2  # changes are looked at together
        assert slowest < HANGS_AFTER
        removed = [
            f"/p{n % 6}/{n}/" for n in range(60) if not (root / f"p{n % 6}/{n}.mdx").exists()
        ]
        preview.wait_until(lambda: {preview.get(path).status for path in removed} == {404})


@pytest.mark.whole
@pytest.mark.scorecard("SR-36")
def test_a_branch_switch_of_500_files_ends_as_a_clean_build(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    names = [f"page-{number}" for number in range(500)]
    settings = {"name": "Switch", "navigation": [{"group": "All", "pages": names}]}
    (root / "site.json").write_text(json.dumps(settings))
    for name in names:
        (root / f"{name}.mdx").write_text(f"# {name} on main\n")
    with running_preview(root) as preview:
        for branch in ("topic", "main"):
            for name in names:
                (root / f"{name}.mdx").unlink()
                (root / f"{name}.mdx").write_text(f"# {name} on {branch}\n\nIt differs.\n")
        build_folder(str(root), str(tmp_path / "out"))
        preview.wait_until(
            lambda: pages_that_differ(preview.get, tmp_path / "out") == [], HANGS_AFTER
        )
        assert any("files changed" in line for line in preview.lines)
        assert preview.version < len(names) / 2  # changes are handled together
