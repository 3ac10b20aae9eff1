"""A moved project builds with exit 0, and without a warning that its author did not cause."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from tests.migrate.test_docusaurus_keys import move
from tests.migrate.test_told_truth import Moved

MKDOCS: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "a link to the heading that became the title": (
        "",
        {"docs/index.md": "# My home\n\n[a](#my-home) [b](two.md#my-other)\n",
         "docs/two.md": "# My other\n"},
        ['href="#page-title"', 'href="/two/"'],
    ),
    "a reference to it": (
        "plugins: [autorefs]\n",
        {"docs/index.md": "# Home\n\nSee [it][my-other].\n", "docs/two.md": "# My other\n"},
        ['href="/two/"'],
    ),
    "the id of a heading with signs between its words": (
        "",
        {"docs/index.md": "# Home\n\n[a](#caret-tilde)\n\n## Caret & Tilde\n"},
        ['id="caret-tilde"'],
    ),
    "a link to a footnote": (
        "markdown_extensions: [footnotes]\n",
        {"docs/index.md": "# Home\n\n[a](#fn:y) z[^x] z[^y]\n\n[^y]: Y\n[^x]: X\n"},
        ['href="#footnote-2"'],
    ),
    "whole addresses below the path of the site": (
        "",
        {"docs/index.md": "# Home\n\n[a](/base/two/#b) [s](/base/sitemap.xml)\n",
         "mkdocs.yml": "site_name: K\nsite_url: https://k.example/base/\n",
         "docs/two.md": "# Two\n\n## b\n"},
        ['/two/#b"', '/sitemap.xml"'],
    ),
    "a fence in code that is moved far in": (
        "",
        {"docs/index.md": "# Home\n\n```yaml\na: |\n    ```sh\n    ```\n    {{ if .A }}\n```\n"},
        ["{{ if .A }}"],
    ),
    "front matter that is no YAML": (
        "",
        {"docs/index.md": "---\ntitle: Kept\nauthors:\n- a\n  b:\n- @c\n---\n\nText.\n"},
        ["Kept", "Text."],
    ),
    "statements of Jinja": (
        "plugins: [macros]\n",
        {"docs/index.md": "# Home\n\n{% if a %}\nIf.\n{% for x in a -%}\n"
                          '<a href="{{ x.url }}">{{ x }}</a>\n{% endfor %}\n{% endif %}\nEnd.\n'},
        ["If.", "End."],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MKDOCS)
def test_a_project_of_mkdocs_builds_quietly(tmp_path: Path, name: str) -> None:
    settings, files, shown = MKDOCS[name]
    moved = Moved(tmp_path, settings, files)
    assert moved.warnings == []
    page = moved.read()
    assert [text for text in shown if text not in page] == []
    assert "{%" not in page


def test_front_matter_that_is_no_yaml_is_named(tmp_path: Path) -> None:
    settings, files, _ = MKDOCS["front matter that is no YAML"]
    assert "this front matter is no YAML" in Moved(tmp_path, settings, files).text


CLICK = {
    "docs/cli.md": "# CLI\n\n::: mkdocs-click\n    :module: a\n    :command: b\n",
    "docs/index.md": "# Home\n\n[run](cli.md#k-run) [icon](img/favicon.ico)\n",
}
HOOKS = {
    "docs/set.md": "# Set\n\n#### <!-- md:setting config.dir -->\n",
    "docs/index.md": "# Home\n\nA [dir][d], [more](made/all.md).\n\n  [d]: set.md#config.dir\n",
    "hooks.py": "write('made/all.md')\n",
}
OLD_SITES: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "the help of commands, and files of the theme": (
        "markdown_extensions: [mkdocs-click]\n",
        CLICK,
        ["https://k.example/cli/#k-run", "https://k.example/img/favicon.ico"],
    ),
    "what hooks and scripts make": (
        "hooks: [hooks.py]\n",
        HOOKS,
        ["https://k.example/set/#config.dir", "https://k.example/made/all/"],
    ),
    "other versions": (
        "plugins: [mike]\n",
        {"docs/index.md": "# Home\n\n[dev](/dev/two/)\n"},
        ["https://k.example/dev/two/"],
    ),
}


@pytest.mark.parametrize("name", OLD_SITES)
def test_links_to_what_only_the_old_site_has_lead_there(tmp_path: Path, name: str) -> None:
    settings, files, links = OLD_SITES[name]
    moved = Moved(tmp_path, settings, files)
    assert moved.warnings == []
    assert [link for link in links if f'href="{link}"' not in moved.read()] == []
    listed = moved.text.partition("Links to what only the old site has lead to ")[2]
    assert listed.startswith("`https://k.example`.")
    assert "`index.md` at 5:" in listed


def test_a_link_of_the_author_to_nothing_stays_a_warning(tmp_path: Path) -> None:
    moved = Moved(tmp_path, "", {"docs/index.md": "# Home\n\n[a](none.md) [b](two.md#none)\n"})
    assert sorted(moved.warnings) == ["link-to-no-heading", "link-to-nothing"]


CONFIG = (
    "module.exports = {title: 'Kettle', url: 'https://k.example', baseUrl: '/b/',"
    "presets: [['classic', {}]], %s};"
)
DOCUSAURUS: dict[str, tuple[str, dict[str, str], list[str]]] = {
    "pages of a plugin, where links that lead nowhere are refused": (
        "plugins: ['docusaurus-plugin-own']",
        {"docs/start.md": "# A\n\n[x](/docs/own/x#y) <Link to='/docs/own/z'>z</Link>\n"},
        ["https://k.example/b/docs/own/x#y", "https://k.example/b/docs/own/z"],
    ),
    "pages of a plugin that says where they are": (
        "onBrokenLinks: 'warn', plugins: [['plugin-own', {outDir: 'docs/own'}], 'plugin-typedoc']",
        {"docs/start.md": "# A\n\n[x](./own/x.md), [t](/docs/api/t)\n"},
        ["https://k.example/b/docs/own/x", "https://k.example/b/docs/api/t"],
    ),
    "pages that are code, and lists of a blog": (
        "onBrokenLinks: 'warn'",
        {"docs/start.md": "# A\n\n[x](/show) [t](/blog/tags/a)\n",
         "src/pages/show.tsx": "export default () => 1;\n"},
        ["https://k.example/b/show", "https://k.example/b/blog/tags/a"],
    ),
    "several imports in a line": (
        "onBrokenLinks: 'warn'",
        {"docs/start.md": "# A\n\nimport Tabs from '@theme/Tabs'; import TabItem from "
                          "'@theme/TabItem'; import own from '@site/own.js';\n\n"
                          "<Tabs values={own.values}>\n<TabItem value='a'>\n\nIn.\n\n</TabItem>\n"
                          "</Tabs>\n",
         "own.js": "export default {values: [{label: 'First', value: 'a'}]};\n"},
        ["First", "In."],
    ),
    "code that cannot run here": (
        "onBrokenLinks: 'warn'",
        {"docs/start.md": "# A\n\nimport {useLocation} from '@docusaurus/router';\n\n"
                          "export function Own() {\n  return <b>{useLocation().a}</b>;\n}\n\n"
                          "At <Own /> and {1 + missing.value}, "
                          "<b title={missing.title}>bold</b>.\n\n"
                          "<CodeBlock>{`run ${useVersion()}`}</CodeBlock>\n"},
        ["At ", "1 + missing.value", "bold", "useVersion()"],
    ),
    "pages of CommonMark": (
        "markdown: {format: 'detect'}",
        {"docs/start.md": "# A\n\nimport is a word. {braces} 1 <= 2 <https://x.example>\n\n"
                          "[t](<https://y.example/a_(b)>)\n\n"
                          "<ul>\n<li>One:\n<ul>\n<li>Two\n<li>Three *four*\n</ul>\n</ul>\n\n"
                          "<p>Open.\n<h4>Head</h4>\n\n"
                          "<pre><code class=\"language-js\">a(b &lt; c) {\n}</code></pre>\n",
         "docs/other.mdx": "# B\n\n{1 + 1}\n"},
        ["import is a word", "{braces}", "1 &lt;= 2", 'href="https://x.example"', "*four*",
         'href="https://y.example/a_(b)"', "<h4", "Open.", "Three"],
    ),
    "redirects to drafts": (
        "plugins: [['@docusaurus/plugin-client-redirects', {fromExtensions: ['html']}]]",
        {"docs/draft.md": "---\ndraft: true\n---\n\n# D\n", "docs/start.md": "# A\n"},
        ["A"],
    ),
    "identifiers that only stand for one": (
        "plugins: [['@docusaurus/plugin-google-tag-manager', {containerId: 'localdev'}]]",
        {"docs/start.md": "# A\n"},
        ["A"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DOCUSAURUS)
def test_a_project_of_docusaurus_builds_quietly(tmp_path: Path, name: str) -> None:
    more, files, shown = DOCUSAURUS[name]
    new, _ = move(tmp_path, {"docusaurus.config.js": CONFIG % more, **files})
    problems = build_folder(str(new), str(tmp_path / "site")).problems
    assert [each for each in problems if each.severity in ("error", "warning")] == []
    page = (tmp_path / "site/docs/start/index.html").read_text()
    assert [text for text in shown if text not in page] == []


def test_an_identifier_that_google_does_not_count_is_named(tmp_path: Path) -> None:
    config = CONFIG % "plugins: [['@docusaurus/plugin-google-gtag', {trackingID: 'UA-12'}]]"
    new, listed = move(tmp_path, {"docusaurus.config.js": config})
    assert "analytics" not in (new / "site.json").read_text()
    assert "`UA-12`, which is no identifier that Google counts by now" in listed


def test_pages_of_mdx_stay_mdx_where_names_decide(tmp_path: Path) -> None:
    more, files, _ = DOCUSAURUS["pages of CommonMark"]
    new, _ = move(tmp_path, {"docusaurus.config.js": CONFIG % more, **files})
    assert "{1 + 1}" in (new / "docs/other.mdx").read_text()


def test_a_link_of_docusaurus_to_nothing_stays_a_warning_where_it_was_one(tmp_path: Path) -> None:
    files = {"docs/start.md": "# A\n\n[x](/docs/none)\n"}
    config = CONFIG % "onBrokenLinks: 'warn'"
    new, _ = move(tmp_path, {"docusaurus.config.js": config, **files})
    problems = build_folder(str(new), str(tmp_path / "site")).problems
    assert [each.code for each in problems if each.severity == "warning"] == ["link-to-nothing"]
