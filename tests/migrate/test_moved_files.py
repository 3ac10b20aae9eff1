"""What sources whose pages move rely on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.cli.entry import main
from octavo.problems import Code, Severity
from octavo.project.discover import load_project
from octavo_migrate.command import MigrateOptions, migrate_folder
from octavo_migrate.mkdocs.context import Context
from octavo_migrate.mkdocs.pages import convert_page
from octavo_migrate.moved_folder import refuse_in_place, write_moved_files
from octavo_migrate.moved_site import MovedFile, MovedSite
from octavo_migrate.plan import list_redirects, plan_files, render_report
from tests.migrate.test_migrate import commit, load_tree
from tests.project.test_secrets import KEY
from tests.project_folder import write_files


def build_site(root: Path, **more: Any) -> MovedSite:
    """Return a site of one page, whose address changes from `/old` to `/new`."""
    project, _ = load_project(str(root))
    page = MovedFile("new.mdx", project.files["old.md"], b"# Page\n", is_page=True)
    settings = {"name": "A", "navigation": [{"group": "", "pages": ["new"]}]}
    return MovedSite(project.root, (page,), settings, {"/old": "/new"}, **more)


def test_pages_whose_address_changes_have_redirects(tmp_path: Path) -> None:
    site = build_site(write_files(tmp_path, {"old.md": "# Page\n"}))
    files = {file.path: file.data or b"" for file in plan_files(site)}
    assert json.loads(files["site.json"])["redirects"] == [
        {"source": "/old", "destination": "/new"}
    ]
    assert "| `/old` | `/new` |" in render_report(site, "x", list_redirects(site))


def test_a_redirect_of_the_author_and_a_page_win(tmp_path: Path) -> None:
    site = build_site(write_files(tmp_path, {"old.md": "# Page\n"}))
    own = [{"source": "/old", "destination": "/elsewhere"}]
    written = MovedSite(
        site.root, site.files, {**(site.settings or {}), "redirects": own}, site.redirects
    )
    assert list_redirects(written) == {}
    page = MovedFile("old.mdx", is_page=True)
    assert list_redirects(MovedSite("", (page,), {}, {"/old": "/new", "/x": "/x"})) == {}


def test_in_place_a_page_moves_and_nothing_else_is_removed(tmp_path: Path) -> None:
    root = write_files(tmp_path, {"old.md": "# Page\n", "other.txt": "mine"})
    commit(root)
    files = plan_files(build_site(root))
    assert refuse_in_place(str(root), str(root), files) is None
    assert write_moved_files(str(root), files, str(root), in_place=True) is None
    assert sorted(load_tree(root)) == [".octavoignore", "new.mdx", "other.txt", "site.json"]


def test_in_place_a_file_that_is_in_the_way_stays(tmp_path: Path) -> None:
    root = write_files(tmp_path, {"old.md": "# Page\n", "new.mdx": "# Mine\n"})
    commit(root)
    problem = refuse_in_place(str(root), str(root), plan_files(build_site(root)))
    assert problem is not None
    assert problem.code is Code.MIGRATION_IN_THE_WAY
    assert problem.location.source == str(root / "new.mdx")


def test_in_place_a_page_that_changes_is_replaced_and_the_old_settings_stay(tmp_path: Path) -> None:
    settings = {"name": "A", "navigation": {"pages": ["a", "b"]}, "variables": {"v": "2"}}
    pages = {"a.mdx": "# A {{v}}\n", "b.mdx": "# B\n"}
    root = write_files(tmp_path / "docs", {"docs.json": settings, **pages})
    commit(root)
    before = load_tree(root)
    assert main(["migrate", str(root), "--in-place"]) == 0
    after = load_tree(root)
    assert after["a.mdx"] == b"# A 2\n"
    assert {name: after[name] for name in ("b.mdx", "docs.json")} == {
        name: before[name] for name in ("b.mdx", "docs.json")
    }


@pytest.mark.scorecard("SR-50")
def test_migrate_does_not_copy_secrets_without_a_word(tmp_path: Path) -> None:
    old = tmp_path / "old"
    write_files(
        old,
        {
            "mkdocs.yml": "site_name: T\n",
            "docs/index.md": "# T\n",
            "docs/photo.png": KEY,
            "docs/tls.pem": "x",
            "docs/model.onnx": "1",
        },
    )
    report = migrate_folder(MigrateOptions(str(old), str(tmp_path / "new")))
    names = {path.name for path in (tmp_path / "new").rglob("*")}
    assert "model.onnx" in names
    assert names.isdisjoint({"photo.png", "tls.pem"})
    lost = [str(problem.location) for problem in report.problems]
    assert lost == ["tls.pem", "photo.png"]
    assert report.lost == 2
    assert "`photo.png`" in report.text
    assert "`model.onnx`" in report.text


def test_a_page_that_cannot_be_moved_is_copied_and_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    convert = convert_page

    def fail(text: str, context: Context, *more: str | None) -> str:
        if context.source == "index.md":
            raise RuntimeError("out of cheese")
        return convert(text, context, *more)

    monkeypatch.setattr("octavo_migrate.mkdocs.read.convert_page", fail)
    settings = "site_name: Old\nnav:\n  - index.md\n  - other.md\n"
    pages = {"docs/index.md": "# Start\n\n!!! note\n\n    Text.\n", "docs/other.md": "# Other\n"}
    old, new = write_files(tmp_path / "old", {"mkdocs.yml": settings, **pages}), tmp_path / "new"
    report = migrate_folder(MigrateOptions(str(old), str(new)))
    [fault] = [each for each in report.problems if each.code is Code.INTERNAL_ERROR]
    assert (fault.severity, fault.location.source) == (Severity.ERROR, "index.md")
    assert fault.hint
    assert (new / "index.md").read_text() == (old / "docs/index.md").read_text()
    assert "title: Other" in (new / "other.md").read_text()
    assert fault.message.partition(":")[0] in (new / "MIGRATION.md").read_text()
