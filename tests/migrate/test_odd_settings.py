"""Settings of MkDocs with odd values, under other names, and written as TOML."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.cli.entry import main
from octavo_migrate.mkdocs.read import load_mkdocs
from octavo_migrate.project_files import open_reach
from tests.effort import effort
from tests.migrate.test_mkdocs import move
from tests.project_folder import write_files

PAGES = {"docs/index.md": "# Home\n", "docs/a.md": "# A\n"}


@pytest.mark.parametrize(
    ("nav", "pages", "titles"),
    [
        ("  - ? !ENV [X, Start]\n    : index.md\n", ["index"], {"index": "Start"}),
        ("  - !ENV [X, Start]: index.md\n", ["index"], {"index": "Start"}),
        ("  - !ENV [X, Y, 'S: t']: index.md\n", ["index"], {"index": "S: t"}),
        ("  - !ENV X: index.md\n", ["index"], {}),
        ("  - !ENV\n      - X\n      - index.md\n  - a.md\n", ["index", "a"], {}),
        ("  - Start: !ENV [X,\n      index.md]\n  - a.md\n", ["index", "a"], {"index": "Start"}),
        ("  - [odd, key]: index.md\n  - a.md\n", ["index", "a"], {"index": "[odd, key]"}),
        ("  - !other Start: index.md\n", ["index"], {"index": "Start"}),
        ("  - !!python/tuple [a, b]: index.md\n", ["index"], {"index": "!!python/tuple [a, b]"}),
    ],
)
def test_tags_and_odd_keys_cost_their_value_alone(
    tmp_path: Path, nav: str, pages: list[str], titles: dict[str, str]
) -> None:
    new, settings, _ = move(tmp_path, {**PAGES, "mkdocs.yml": f"site_name: K\nnav:\n{nav}theme: x"})
    assert settings["navigation"] == [{"group": "", "pages": pages}]
    for name, title in titles.items():
        assert f"sidebarTitle: {title}" in (new / f"{name}.md").read_text().replace("'", "")


def test_values_after_a_tag_of_several_lines_keep_their_places(tmp_path: Path) -> None:
    text = "site_name: !ENV [A,\n  B,\n  Kettle]\nmade_up: 1\ncopyright: !odd x\n"
    _, settings, report = move(tmp_path, {**PAGES, "mkdocs.yml": text})
    assert settings["name"] == "Kettle"
    assert "`mkdocs.yml` at 4:10" in report
    assert "The tag `!odd` of the settings" in report


WHOLE: dict[str, Any] = {
    "site_name": "K",
    "site_url": "https://k.example.com",
    "docs_dir": "docs",
    "repo_url": "https://g.example.com/k",
    "edit_uri": "edit/a/b",
    "use_directory_urls": True,
    "copyright": "me",
    "nav": [{"Home": "index.md"}, {"More": [{"A": "a.md"}, "a.md"]}],
    "theme": {
        "name": "material",
        "logo": "a.svg",
        "favicon": "a.svg",
        "custom_dir": "x",
        "language": "en",
        "font": {"text": "Inter"},
        "icon": {"repo": "a", "logo": "b"},
        "features": ["navigation.tabs"],
        "palette": [{"scheme": "default", "primary": "teal", "toggle": {"icon": "a"}}],
    },
    "plugins": [
        "search",
        {"redirects": {"redirect_maps": {"old.md": "a.md"}}},
        {"blog": {"blog_dir": "b", "authors_file": "x"}},
        {"i18n": {"languages": [{"locale": "en", "default": True, "nav": []}]}},
        {"literate-nav": {"nav_file": "SUMMARY.md"}},
        {"mkdocstrings": {"handlers": {"python": {"paths": ["src"], "inventories": ["x"]}}}},
        {"exclude": {"glob": ["x"]}},
        {"made-up": {"a": 1}},
    ],
    "markdown_extensions": [
        "abbr",
        {"pymdownx.snippets": {"base_path": ["x"], "auto_append": ["x"]}},
        {"pymdownx.magiclink": {"repo_url_shorthand": True, "user": "a", "repo": "b"}},
    ],
    "extra": {
        "social": [{"icon": "a", "link": "https://x.example.com"}],
        "analytics": {"provider": "google", "property": "G", "feedback": {"title": "T"}},
        "alternate": [{"name": "a", "link": "b", "lang": "c"}],
    },
    "extra_css": ["a.css"],
    "extra_javascript": ["a.js"],
    "hooks": ["a.py"],
    "exclude_docs": "x",
}
ODD = (None, [[1]], 7, {"1": [2]}, "")[: effort(3, whole=5, scorecard=5)]


def _list_places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    children = value.items() if isinstance(value, dict) else enumerate(value)
    inner = [(*path, key) for key, _ in children]
    nested = (value[each[-1]] for each in inner)
    return inner + [
        place
        for own, each in zip(inner, nested, strict=True)
        if isinstance(each, (dict, list))
        for place in _list_places(each, own)
    ]


def test_an_odd_value_anywhere_refuses_nothing(tmp_path: Path) -> None:
    folder = write_files(tmp_path / "old", PAGES)
    refused = []
    for place in _list_places(WHOLE):
        for odd in ODD:
            settings = json.loads(json.dumps(WHOLE))
            inner = settings
            for key in place[:-1]:
                inner = inner[key]
            inner[place[-1]] = odd
            (folder / "mkdocs.yml").write_text(json.dumps(settings))
            try:
                site = load_mkdocs(str(folder), open_reach(str(folder)))
            except Exception as error:
                refused.append((place, odd, repr(error)))
                continue
            if site.problems:
                refused.append((place, odd, site.problems[0].message))
    assert refused == []


TOML = """
[project]
site_name = "Kettle"
nav = [{ "Home" = "index.md" }, "a.md"]
made_up = 1

[project.theme]
variant = "classic"

[[project.theme.palette]]
primary = "teal"

[project.markdown_extensions.admonition]
[project.markdown_extensions.pymdownx.made_up]
"""


def test_toml_says_what_yaml_says(tmp_path: Path) -> None:
    page = "# Home\n\n!!! note\n\n    Hello.\n"
    files = {**PAGES, "docs/index.md": page, "zensical.toml": TOML}
    new, settings, report = move(tmp_path, files)
    assert (settings["name"], settings["colors"]) == (
        "Kettle",
        {"primary": "#007b6e", "light": "#009485"},
    )
    assert "<Note title=" in (new / "index.md").read_text()
    assert "the theme `material`" not in report
    assert "`made_up`" in report
    assert "the extension `pymdownx.made_up`" in report
    assert "`zensical.toml` at 5:1" in report


def test_toml_without_extensions_has_the_usual_ones(tmp_path: Path) -> None:
    page = "# Home\n\n??? note\n\n    ==Hello==.\n"
    settings = '[project]\nsite_name = "K"\n'
    new, _, _ = move(tmp_path, {"docs/index.md": page, "zensical.toml": settings})
    assert "<mark>Hello</mark>" in (new / "index.md").read_text()


def test_toml_that_cannot_be_read_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_files(tmp_path / "old", {**PAGES, "zensical.toml": "[project\n"})
    assert main(["migrate", str(folder)]) == 1
    assert "zensical.toml" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["properdocs.yml", "properdocs.yaml"])
def test_other_names_of_settings(tmp_path: Path, name: str) -> None:
    _, settings, report = move(tmp_path, {**PAGES, name: "site_name: Kettle\n"})
    assert settings["name"] == "Kettle"
    assert f"Moved from `{name}`" in report


@pytest.mark.parametrize(
    ("config", "files"),
    [
        ("online.yml", {"online.yml": "INHERIT: base.yml\n", "base.yml": "site_name: K"}),
        ("own.toml", {"own.toml": '[project]\nsite_name = "K"\n', "mkdocs.yml": "site_name: no"}),
        ("inner/own.yml", {"inner/own.yml": "site_name: K\ndocs_dir: ../docs\n"}),
        ("own.config.js", {"own.config.js": "module.exports = { title: 'K' };\n"}),
    ],
)
def test_config_names_the_settings(tmp_path: Path, config: str, files: dict[str, Any]) -> None:
    old, new = write_files(tmp_path / "old", {**PAGES, **files}), tmp_path / "new"
    assert main(["migrate", str(old), "-o", str(new), "--config", config]) == 0
    assert json.loads((new / "site.json").read_text())["name"] == "K"


def test_config_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_files(tmp_path / "old", {**PAGES, "mkdocs.yml": "site_name: K"})
    assert main(["migrate", str(folder), "--config", "gone.yml"]) == 1
    assert "gone.yml" in capsys.readouterr().err
