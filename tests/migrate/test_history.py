"""Pages keep the days on which they were last changed."""

from __future__ import annotations

import json
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo_migrate.command import MigrateOptions, migrate_folder
from tests.project_folder import write_files

FILES: dict[str, Any] = {
    "docs/index.md": "---\ndescription: A\n---\n# Home\n",
    "docs/a.md": b"\xef\xbb\xbfA\r\n\r\nb\r\n",
    "docs/own.md": "---\nlastUpdatedDate: 2001-01-01\n---\n\nA\n",
}
DATED = {
    "mkdocs.yml": (
        "site_name: K\nsite_url: https://k.example\nplugins: [git-revision-date-localized]\n"
    ),
    "docusaurus.config.js": (
        "module.exports = {title: 'K', url: 'https://k.example', "
        "presets: [['classic', {docs: {showLastUpdateTime: true}}]]};"
    ),
}


def commit(folder: Path, day: str) -> None:
    when = f"{day}T10:00:00+00:00"
    who = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    environment = {**os.environ, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    for command in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "a"]):
        subprocess.run(["git", *command], cwd=folder, check=True, env=environment)


def move(tmp_path: Path, settings: dict[str, str], folder: str = "") -> Path:
    old = tmp_path / "old"
    write_files(old / folder, {**FILES, **settings})
    commit(old, "2021-03-04")
    write_files(old / folder, {"docs/a.md": "A\n\nb\n\nc\n"})
    commit(old, "2022-05-06")
    report = migrate_folder(MigrateOptions(str(old / folder), str(tmp_path / "new")))
    assert report.output
    return tmp_path / "new"


@pytest.mark.parametrize("name", DATED)
@pytest.mark.parametrize("folder", ["", "website"])
def test_pages_show_the_days_of_the_old_history(tmp_path: Path, name: str, folder: str) -> None:
    new = move(tmp_path, {name: DATED[name]}, folder)
    commit(new, "2026-01-02")
    build_folder(str(new), str(tmp_path / "site"))
    pages = {path.stem: path for path in new.rglob("*.md")}
    home = pages.get("index") or pages["docs"]
    assert 'lastUpdatedDate: "2021-03-04"' in home.read_text()
    assert 'lastUpdatedDate: "2022-05-06"' in pages["a"].read_text()
    assert pages["own"].read_text().count("lastUpdatedDate") == 1
    assert "2026" not in (tmp_path / "site/sitemap.xml").read_text()
    assert "`lastUpdatedDate`" in (new / "MIGRATION.md").read_text()


def test_a_mark_at_the_start_and_line_ends_stay(tmp_path: Path) -> None:
    old = write_files(tmp_path / "old", {**FILES, "mkdocs.yml": DATED["mkdocs.yml"]})
    commit(old, "2021-03-04")
    migrate_folder(MigrateOptions(str(old), str(tmp_path / "new")))
    start = b'\xef\xbb\xbf---\nlastUpdatedDate: "2021-03-04"\n---\n\nA\r\n'
    assert (tmp_path / "new/a.md").read_bytes().startswith(start)


def test_files_have_the_days_where_pages_do_not_say_them(tmp_path: Path) -> None:
    new = move(tmp_path, {"mkdocs.yml": "site_name: K\nsite_url: https://k.example\n"})
    assert "lastUpdatedDate" not in (new / "a.md").read_text()
    day = datetime.fromtimestamp((new / "a.md").stat().st_mtime, UTC).date()
    assert str(day) == "2022-05-06"
    build_folder(str(new), str(tmp_path / "site"))
    assert "<lastmod>2022-05-06" in (tmp_path / "site/sitemap.xml").read_text()


def test_without_a_history_nothing_is_said(tmp_path: Path) -> None:
    old = write_files(tmp_path / "old", {**FILES, "mkdocs.yml": DATED["mkdocs.yml"]})
    migrate_folder(MigrateOptions(str(old), str(tmp_path / "new")))
    assert "lastUpdatedDate" not in (tmp_path / "new/a.md").read_text()
    settings = json.loads((tmp_path / "new/site.json").read_text())
    assert settings["metadata"]["timestamp"] is True
