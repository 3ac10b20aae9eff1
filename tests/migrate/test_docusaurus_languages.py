"""Projects of Docusaurus in several languages: what was translated, and what was not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from octavo.builder.folder_build import build_folder
from octavo.problems import Severity
from octavo_migrate.command import MigrateOptions, migrate_folder
from tests.project_folder import write_files

LANGUAGES = """{
  defaultLocale: 'en', locales: ['en', 'de', 'pt-BR'],
  localeConfigs: {en: {label: 'English'}, de: {label: 'Deutsch'}},
}"""
GERMAN = "i18n/de/docusaurus-plugin-content-docs/current"
PROJECT: dict[str, Any] = {
    "docusaurus.config.js": f"module.exports = {{title: 'Kettle', i18n: {LANGUAGES}}};",
    "sidebars.js": """module.exports = {guide: ['start', {
        type: 'category', label: 'Brewing', items: ['brew/tea', 'brew/coffee'],
        link: {type: 'generated-index'},
    }]};""",
    "docs/start.md": "# Start here\n\n[Tea](./brew/tea.md)\n",
    "docs/brew/tea.md": "# Tea\n\nBoil.\n",
    "docs/brew/coffee.md": "# Coffee\n\nGrind.\n",
    f"{GERMAN}/start.md": (
        "# Anfang\n\n[Tee](./brew/tea.md) [Kaffee](brew/coffee.md) [Tee](/docs/brew/tea) "
        "[Kaffee](/docs/brew/coffee) [Tee](@site/docs/brew/tea.md)\n"
    ),
    f"{GERMAN}/brew/tea.md": "# Tee\n\n![Kanne](./pot.svg)\n\nKochen.\n",
    f"{GERMAN}/brew/pot.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
    f"{GERMAN}.json": json.dumps({"sidebar.guide.category.Brewing": {"message": "Brühen"}}),
}


def move(tmp_path: Path, files: dict[str, Any]) -> tuple[Path, dict[str, Any], str]:
    """Move the project with some other files, and build it."""
    old = write_files(tmp_path / "old", {**PROJECT, **files})
    new = tmp_path / "new"
    report = migrate_folder(MigrateOptions(str(old), str(new)))
    assert report.output, report.problems
    built = build_folder(str(new), str(tmp_path / "site"))
    assert not [each for each in built.problems if each.severity is Severity.ERROR]
    assert "link-to-nothing" not in {each.code.value for each in built.problems}
    return new, json.loads((new / "site.json").read_text("utf-8")), report.text


def find_pages(settings: dict[str, Any], version: str) -> list[Any]:
    """Return the pages of all groups of a version."""
    groups = (each for each in settings["navigation"] if each.get("version") == version)
    return [page for group in groups for page in group["pages"]]


def test_a_translation_is_a_language_with_pages_at_its_old_addresses(tmp_path: Path) -> None:
    new, settings, report = move(tmp_path, {})
    assert settings["versions"] == [
        {"name": "English", "locale": "en"},
        {"name": "Deutsch", "locale": "de"},
    ]
    assert find_pages(settings, "English") == [
        "docs/start",
        "docs/category/brewing",
        "docs/brew/tea",
        "docs/brew/coffee",
    ]
    assert find_pages(settings, "Deutsch") == [
        "de/docs/start",
        "de/docs/category/brewing",
        "de/docs/brew/tea",
    ]
    assert settings["navigation"][-1]["group"] == "Brühen"
    assert (new / "de/docs/brew/pot.svg").exists()
    assert "Languages without pages: pt-BR" in report


def test_links_of_a_translation_lead_to_translations_or_to_originals(tmp_path: Path) -> None:
    new, _settings, _report = move(tmp_path, {})
    text = (new / "de/docs/start.md").read_text("utf-8")
    assert "[Tee](./brew/tea.md) [Kaffee](/docs/brew/coffee) [Tee](/de/docs/brew/tea) " in text
    assert "[Kaffee](/docs/brew/coffee) [Tee](/de/docs/brew/tea)\n" in text


def test_addresses_of_pages_that_are_not_translated_lead_to_the_originals(tmp_path: Path) -> None:
    _new, settings, _report = move(tmp_path, {})
    redirects = {each["source"]: each["destination"] for each in settings["redirects"]}
    assert redirects["/de/docs/brew/coffee"] == "/docs/brew/coffee"
    assert "/de/docs/brew/tea" not in redirects


def test_versions_in_several_languages_have_labels(tmp_path: Path) -> None:
    old_german = "i18n/de/docusaurus-plugin-content-docs/version-1.0"
    sidebars = '{"guide": ["start"]}'
    _new, settings, _report = move(
        tmp_path,
        {
            "versions.json": '["1.0"]',
            "versioned_docs/version-1.0/start.md": "# Start\n",
            "versioned_docs/version-1.0/brew/tea.md": "# Tea\n",
            "versioned_docs/version-1.0/brew/coffee.md": "# Coffee\n",
            "versioned_sidebars/version-1.0-sidebars.json": sidebars,
            f"{old_german}/start.md": "# Anfang\n",
        },
    )
    assert settings["versions"] == [
        {"name": "1.0", "locale": "en", "default": True},
        {"name": "Next", "locale": "en"},
        {"name": "de 1.0", "label": "1.0", "locale": "de", "default": True},
        {"name": "de Next", "label": "Next", "locale": "de"},
    ]
    assert find_pages(settings, "de 1.0") == ["de/docs/start"]
    assert find_pages(settings, "de Next")[0] == "de/docs/next/start"


def test_posts_and_other_pages_have_translations_too(tmp_path: Path) -> None:
    new, settings, _report = move(
        tmp_path,
        {
            "blog/authors.yml": "ann: {name: Ann}\n",
            "blog/2024-01-02-new.md": "---\nauthors: ann\n---\n# New\n",
            "i18n/de/docusaurus-plugin-content-blog/2024-01-02-new.md": (
                "---\nauthors: ann\n---\n# Neu\n"
            ),
            "src/pages/about.md": "# About\n",
            "i18n/de/docusaurus-plugin-content-pages/about.md": "# Über\n",
            "i18n/de/docusaurus-theme-classic/navbar.json": json.dumps(
                {"item.label.Blog": {"message": "Neues"}}
            ),
        },
    )
    assert "Ann" in (new / "de/blog/2024/01/02/new.md").read_text("utf-8")
    assert find_pages(settings, "Deutsch")[-3:] == ["de/blog", "de/blog/2024/01/02/new", "de/about"]
    assert find_pages(settings, "English")[-1] == "about"
    assert {"name": "Neues", "url": "de/blog"} in settings["tabs"]
    assert {"name": "Documentation", "url": "docs/start"} in settings["tabs"]


def test_folders_name_the_languages_where_settings_are_code(tmp_path: Path) -> None:
    config = "module.exports = {title: 'Kettle', i18n: {locales: list(), defaultLocale: 'en'}};"
    _new, settings, _report = move(tmp_path, {"docusaurus.config.js": config})
    assert [each["locale"] for each in settings["versions"]] == ["en", "de"]


def test_a_site_in_one_language_says_which(tmp_path: Path) -> None:
    config = "module.exports = {title: 'Kettle', i18n: {locales: ['fr'], defaultLocale: 'fr'}};"
    _new, settings, _report = move(tmp_path, {"docusaurus.config.js": config})
    assert settings["language"] == "fr"
    assert "versions" not in settings
