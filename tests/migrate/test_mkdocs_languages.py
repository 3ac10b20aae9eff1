"""Projects of MkDocs with the plugin `i18n`: pages in several languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.problems import Severity
from octavo_migrate.command import MigrateOptions, migrate_folder
from tests.project_folder import write_files

SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"
SETTINGS = """
site_name: Kettle
nav:
  - Home: index.md
  - Brewing: [brew/tea.md, brew/coffee.md, Forum: "https://forum.example.com"]
plugins:
  - i18n:
      docs_structure: STRUCTURE
      languages:
        - {locale: en, name: English, default: true}
        - locale: fr
          name: Français
          site_name: Bouilloire
          nav_translations: {Home: Accueil, Brewing: Infuser}
        - {locale: de, name: Deutsch, build: false}
"""
ENGLISH = "# Kettle\n\n[Tea](brew/tea.md) ![Pot](img/pot.svg)\n"
FRENCH = (
    "# Bouilloire\n\n[Thé](brew/tea.md) [Café](brew/coffee.md) ![Pot](img/pot.svg) "
    '<img src="../img/pot.svg" alt="Pot">\n'
)
BY_NAMES = {
    "docs/index.md": ENGLISH,
    "docs/index.fr.md": FRENCH,
    "docs/brew/tea.en.md": "# Tea\n",
    "docs/brew/tea.fr.md": "# Thé\n",
    "docs/brew/coffee.md": "# Coffee\n",
    "docs/img/pot.svg": SVG,
}
BY_FOLDERS = {
    "docs/en/index.md": ENGLISH.replace("img/", "../img/"),
    "docs/fr/index.md": FRENCH.replace("(img/", "(../img/"),
    "docs/en/brew/tea.md": "# Tea\n",
    "docs/fr/brew/tea.md": "# Thé\n",
    "docs/en/brew/coffee.md": "# Coffee\n",
    "docs/img/pot.svg": SVG,
}


def move(tmp_path: Path, structure: str) -> tuple[Path, dict[str, Any], str]:
    """Move the project, and build it: every link and picture has to be there."""
    pages = BY_FOLDERS if structure == "folder" else BY_NAMES
    settings = SETTINGS.replace("STRUCTURE", structure)
    old = write_files(tmp_path / "old", {"mkdocs.yml": settings, **pages})
    new = tmp_path / "new"
    report = migrate_folder(MigrateOptions(str(old), str(new)))
    assert report.output, report.problems
    built = build_folder(str(new), str(tmp_path / "site"))
    assert not [each for each in built.problems if each.severity is Severity.ERROR]
    assert not {"link-to-nothing", "image-missing"} & {each.code.value for each in built.problems}
    return new, json.loads((new / "site.json").read_text("utf-8")), report.text


@pytest.mark.parametrize("structure", ["suffix", "folder"])
def test_pages_of_languages_keep_their_addresses(tmp_path: Path, structure: str) -> None:
    new, settings, report = move(tmp_path, structure)
    assert settings["versions"] == [
        {"name": "English", "locale": "en"},
        {"name": "Français", "locale": "fr"},
    ]
    assert settings["navigation"] == [
        {"group": "", "pages": ["index"], "version": "English"},
        {
            "group": "Brewing",
            "pages": ["brew/tea", "brew/coffee", "links/forum"],
            "version": "English",
        },
        {"group": "", "pages": ["fr/index"], "version": "Français"},
        {"group": "Infuser", "pages": ["fr/brew/tea", "fr/links/forum"], "version": "Français"},
    ]
    assert "sidebarTitle: Accueil" in (new / "fr/index.md").read_text("utf-8")
    assert (new / "img/pot.svg").exists()
    assert "`site_name` of the language `fr`" in report


@pytest.mark.parametrize("structure", ["suffix", "folder"])
def test_links_lead_to_translations_or_to_originals(tmp_path: Path, structure: str) -> None:
    new, settings, _report = move(tmp_path, structure)
    text = (new / "fr/index.md").read_text("utf-8")
    assert "[Thé](brew/tea.md) [Café](/brew/coffee.md)" in text
    redirects = {each["source"]: each["destination"] for each in settings["redirects"]}
    assert redirects == {"/fr/brew/coffee": "/brew/coffee"}


def test_older_settings_have_names_by_codes(tmp_path: Path) -> None:
    settings = (
        "site_name: Kettle\nplugins:\n  - i18n:\n      default_language: en\n"
        "      languages: {en: English, fr: Français}\n"
    )
    pages = {"docs/index.md": "# Kettle\n", "docs/index.fr.md": "# Bouilloire\n"}
    old = write_files(tmp_path / "old", {"mkdocs.yml": settings, **pages})
    assert migrate_folder(MigrateOptions(str(old), str(tmp_path / "new"))).output
    written = json.loads((tmp_path / "new/site.json").read_text("utf-8"))
    assert [each["name"] for each in written["versions"]] == ["English", "Français"]
