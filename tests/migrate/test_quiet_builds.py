"""A moved project builds with exit 0, and without a warning that its author did not cause."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

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
