"""A foreign site is moved without reading files outside its folder, unless allowed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from octavo.cli.entry import main
from tests.project_folder import write_files

pytestmark = pytest.mark.scorecard("SR-59")

SECRET = "PRIVATE-4711"
DOCUSAURUS = "module.exports = {title: 'A', presets: [['classic', {docs: {path: '%s'}}]]};"
MKDOCS = "site_name: A\nmarkdown_extensions: [pymdownx.snippets]\nplugins: [include-markdown]\n"

PROJECTS: dict[str, dict[str, Any]] = {
    "docs_dir": {"mkdocs.yml": "site_name: A\ndocs_dir: ../private\n"},
    "docs_dir far above": {"mkdocs.yml": "site_name: A\ndocs_dir: ../..\n"},
    "docs_dir from the root": {"mkdocs.yml": "site_name: A\ndocs_dir: {private}\n"},
    "docs_dir through a link": {"mkdocs.yml": "site_name: A\ndocs_dir: linked\n"},
    "INHERIT": {"mkdocs.yml": "INHERIT: ../private/base.yml\n", "docs/index.md": "A"},
    "snippets": {"mkdocs.yml": MKDOCS, "docs/index.md": '--8<-- "../private/notes.md"\n'},
    "base_path of snippets": {
        "mkdocs.yml": "site_name: A\nmarkdown_extensions:\n"
        "  - pymdownx.snippets: {base_path: [../private]}\n",
        "docs/index.md": '--8<-- "notes.md"\n',
    },
    "include-markdown": {
        "mkdocs.yml": MKDOCS,
        "docs/index.md": '{% include-markdown "../../private/notes.md" %}\n',
    },
    "docs.path": {"docusaurus.config.js": DOCUSAURUS % "../private"},
    "docs.path from the root": {"docusaurus.config.js": DOCUSAURUS % "{private}"},
    "docs.path through a link": {"docusaurus.config.js": DOCUSAURUS % "linked"},
    "an import of a page": {
        "docusaurus.config.js": DOCUSAURUS % "docs",
        "docs/page.md": "import Notes from '@site/../private/notes.md';\n\n<Notes />\n",
    },
    "an import of the settings": {
        "docusaurus.config.js": "const base = require('../private/base.js');\n"
        "module.exports = {title: base.title};",
        "docs/page.md": "A",
    },
}


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """A folder beside the one of the site, in a repository that holds both."""
    files = {
        ".git/HEAD": "",
        "private/notes.md": SECRET,
        "private/index.md": SECRET,
        "private/base.yml": f"site_name: {SECRET}\n",
        "private/base.js": f"module.exports = {{title: '{SECRET}'}};",
    }
    return write_files(tmp_path / "home", files) / "private"


def write_site(private: Path, name: str) -> Path:
    files = {
        source: text.replace("{private}", str(private)) for source, text in PROJECTS[name].items()
    }
    site = write_files(private.parent / "site", files)
    (site / "linked").symlink_to(private)
    return site


@pytest.mark.parametrize("name", PROJECTS)
def test_what_is_outside_the_folder_is_not_read(
    name: str, private: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site, new = write_site(private, name), tmp_path / "new"
    assert main(["migrate", str(site), "-o", str(new)]) == 1
    message = capsys.readouterr().err
    assert "takes files from outside its folder" in message
    assert os.path.dirname(private) in message
    assert "--allow-outside" in message
    assert SECRET not in message
    assert not new.exists()


@pytest.mark.parametrize("name", PROJECTS)
def test_what_is_outside_the_folder_is_read_when_it_is_allowed(
    name: str, private: Path, tmp_path: Path
) -> None:
    site, new = write_site(private, name), tmp_path / "new"
    assert main(["migrate", str(site), "-o", str(new), "--allow-outside"]) == 0
    texts = [path.read_bytes() for path in new.rglob("*") if path.is_file()]
    assert any(SECRET.encode() in text for text in texts)


def test_names_of_nothing_do_not_keep_a_site_from_being_moved(tmp_path: Path) -> None:
    files = {"mkdocs.yml": MKDOCS, "docs/index.md": '--8<-- "../../nothing.md"\n'}
    site = write_files(tmp_path / "site", files)
    assert main(["migrate", str(site), "-o", str(tmp_path / "new")]) == 0
