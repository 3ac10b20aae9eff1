"""What `MIGRATION.md` says is true: of plugins, of features, and of components that are code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo_migrate.command import MigrateOptions, migrate_folder
from octavo_migrate.mkdocs.settings import TABLES
from tests.migrate.test_docusaurus_keys import move
from tests.project_folder import write_files


class Moved:
    """A project that was moved and built."""

    def __init__(self, tmp_path: Path, settings: str, files: dict[str, Any]) -> None:
        usual = {"docs/index.md": "# Home\n\nSee [two](two.md).\n", "docs/two.md": "# Two\n\na\n"}
        if "docusaurus.config.js" not in files:
            usual["mkdocs.yml"] = "site_name: K\nsite_url: https://k.example\n" + settings
        old = write_files(tmp_path / "old", {**usual, **files})
        report = migrate_folder(MigrateOptions(str(old), str(tmp_path / "new")))
        assert report.output, report.problems
        self.text = report.text
        self.new, self.site = tmp_path / "new", tmp_path / "site"
        self.warnings = [
            each.code
            for each in build_folder(str(self.new), str(self.site)).problems
            if each.severity in ("error", "warning")
        ]
        self.settings = json.loads((self.new / "site.json").read_text())

    def read(self, name: str = "index.html") -> str:
        """Return a file of the built site."""
        return (self.site / name).read_text()


CODE = {"docs/index.md": "# Home\n\n```python\nx = 1\n```\n"}
TABS = {"docs/index.md": '# Home\n\n=== "A"\n\n    a\n\n=== "B"\n\n    b\n'}
EXTENSIONS = "markdown_extensions: [pymdownx.tabbed, attr_list, md_in_html]\n"
Check = Callable[[Moved], bool]
PLUGINS: dict[str, tuple[str, dict[str, Any], Check]] = {
    "autorefs": ("", {"docs/index.md": "# Home\n\n[x][two]\n"}, lambda m: (
        'href="/two/"' in m.read())),
    "awesome-nav": ("", {"docs/.nav.yml": "nav: [two.md, index.md]\n"}, lambda m: (
        m.settings["navigation"][0]["pages"] == ["two", "index"])),
    "awesome-pages": ("", {"docs/.pages": "nav: [two.md, index.md]\n"}, lambda m: (
        m.settings["navigation"][0]["pages"] == ["two", "index"])),
    "exclude": ("glob: [two.md]", {}, lambda m: not (m.site / "two/index.html").exists()),
    "git-revision-date": ("", {}, lambda m: m.settings["metadata"]["timestamp"] is True),
    "git-revision-date-localized": ("", {}, lambda m: m.settings["metadata"]["timestamp"] is True),
    "glightbox": ("", {"docs/index.md": "# Home\n\n![a](a.svg)\n", "docs/a.svg": (
        "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>")}, lambda m: (
        "zoom" in m.read())),
    "include-markdown": ("", {"docs/index.md": '# Home\n\n{% include-markdown "two.md" %}\n',
                              "docs/two.md": "taken in\n"}, lambda m: "taken in" in m.read()),
    "literate-nav": ("", {"docs/SUMMARY.md": "* [Deux](two.md)\n"}, lambda m: (
        m.settings["navigation"][0]["pages"] == ["two"])),
    "llmstxt": ("", {}, lambda m: all(map(m.read, ("llms.txt", "llms-full.txt")))),
    "macros": ("", {"docs/index.md": "# Home\n\n{{ word }}\n"}, lambda m: "spoken" in m.read()),
    "markdownextradata": ("", {"docs/index.md": "# Home\n\n{{ word }}\n"}, lambda m: (
        "spoken" in m.read())),
    "minify": ("", {}, lambda m: len(m.read()) < 20_000),
    "privacy": ("", {}, lambda m: 'src="http' not in m.read()),
    "redirects": ("redirect_maps: {old.md: two.md}", {}, lambda m: (
        {"source": "/old", "destination": "/two/"} in m.settings["redirects"])),
    "search": ("", {}, lambda m: any(m.site.rglob("*search*"))),
}  # fmt: skip
BY_OTHER_TESTS = {"mkdocstrings"}


def test_every_plugin_that_is_carried_over_has_a_proof() -> None:
    carried = {
        name for name, (outcome, _) in TABLES["plugins"].items() if outcome == "carried over"
    }
    assert carried == PLUGINS.keys() | BY_OTHER_TESTS


@pytest.mark.parametrize("name", PLUGINS)
def test_what_is_said_of_a_plugin_is_true(tmp_path: Path, name: str) -> None:
    options, files, check = PLUGINS[name]
    entry = f"{{{name}: {{{options}}}}}" if options else name
    moved = Moved(tmp_path, f"plugins: [{entry}]\nextra: {{word: spoken}}\n", files)
    assert f"the plugin `{name}`: {TABLES['plugins'][name][1]}" in moved.text
    assert check(moved)


FEATURES: dict[str, Check] = {
    "content.code.copy": lambda m: "copy" in m.read().lower(),
    "content.tabs.link": lambda m: "tabs" in m.read(),
    "navigation.footer": lambda m: 'class="pagination' in m.read(),
    "navigation.instant": lambda m: any(m.site.rglob("*.js")),
    "navigation.instant.prefetch": lambda m: any(m.site.rglob("*.js")),
    "navigation.instant.progress": lambda m: any(m.site.rglob("*.js")),
    "navigation.prune": lambda m: "sidebar" in m.read(),
    "navigation.sections": lambda m: "sidebar" in m.read(),
    "navigation.tabs.sticky": lambda m: any(
        "sticky" in p.read_text() for p in m.site.rglob("*.css")
    ),
    "search.highlight": lambda m: any("highlight" in p.read_text() for p in m.site.rglob("*.js")),
    "search.suggest": lambda m: any("search" in p.name for p in m.site.rglob("*.js")),
    "toc.follow": lambda m: any("toc" in p.read_text() for p in m.site.rglob("*.js")),
    "content.action.edit": lambda m: m.settings["feedback"] == {"suggestEdit": True},
    "navigation.path": lambda m: m.settings["eyebrow"] == {"display": "breadcrumbs"},
    "navigation.tabs": lambda m: [tab["name"] for tab in m.settings["tabs"]] == ["More"],
}


def test_what_is_said_of_features_is_true(tmp_path: Path) -> None:
    features = TABLES["features"].items()
    carried = {name for name, (outcome, _) in features if outcome == "carried over"}
    assert carried == FEATURES.keys()
    theme = f"theme: {{name: material, features: {json.dumps(sorted(carried))}}}\n"
    nav = "nav: [index.md, three.md, {More: [two.md]}]\n"
    nav += "repo_url: https://github.com/a/b\nedit_uri: edit/c/d\n"
    page = CODE["docs/index.md"] + TABS["docs/index.md"].removeprefix("# Home\n")
    moved = Moved(
        tmp_path, theme + nav + EXTENSIONS, {"docs/index.md": page, "docs/three.md": "# 3\n"}
    )
    assert [name for name, check in FEATURES.items() if not check(moved)] == []


def test_a_list_of_what_to_do_ends_the_report(tmp_path: Path) -> None:
    moved = Moved(tmp_path, "", {})
    steps = moved.text.partition("## The switch")[2]
    for words in ("octavo check", "`mkdocs.yml`", "octavo build", "To go back", ".octavoignore"):
        assert words in steps
    assert set(moved.warnings) == set()


COMPONENT = "export default function Own({title, color, children}) { return <b>{children}</b>; }\n"
PAGE = """# Start

import Own from './_own.jsx';

<Own title="Shown" color="red" onClick={go}>

Inside *text*.

</Own>

A line <Own size={3}>inside</Own> of text, and <Own title="Alone" />.
"""


def test_a_component_that_is_code_leaves_its_text_and_names_its_attributes(tmp_path: Path) -> None:
    new, listed = move(tmp_path, {"docs/page.mdx": PAGE, "docs/_own.jsx": COMPONENT})
    page = (new / "docs/page.mdx").read_text()
    assert "Own" not in page
    for text in ("**Shown**", "Inside *text*.", "A line inside of text, and **Alone**"):
        assert text in page
    assert "Attributes of the component `Own`: `color`, `onClick`" in listed
    assert "Attributes of the component `Own`: `size`" in listed
    problems = build_folder(str(new), str(tmp_path / "site")).problems
    assert [each.code for each in problems if each.severity in ("error", "warning")] == []
