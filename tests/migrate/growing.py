"""What reads texts of sites that are moved, and the pieces that hostile ones are made of."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from octavo_migrate.docs.read import load_docs
from octavo_migrate.docusaurus.read import load_docusaurus
from octavo_migrate.docusaurus.typescript import strip_types
from octavo_migrate.mkdocs.read import load_mkdocs
from octavo_migrate.project_files import Reach, open_reach
from tests.growth.entries import JAVASCRIPT, JSON, MDX, YAML, Work, begin, read_texts
from tests.growth.shapes import Entry, Shape

_MARKDOWN = (
    *MDX, "!!! note\n", "??? a\n", '=== "a"\n', "    a\n", "{: .a }", "{.a ", "--8<-- ", "{{ a",
    "}}", "{% a", "++a", "==", "^^", ":a:", "a\n:   b\n", "*[a]: b\n", "::: a\n", "[TOC]", "(c)",
    "```{.a ", "~~~\n", "&lt;", "<div markdown>\n", "</div>\n", "$`", "[[a", "{++",
)  # fmt: skip
_DOCUSAURUS = (
    *MDX, ":::note\n", ":::\n", ":::", "{#a}", "<Tabs>\n", "<TabItem ", "import A from './a'\n",
    "```js title=", "@site/", "// highlight-start\n", "{1,", "<details>", "mdx-code-block\n",
    "::a[", ":a:", "---\n",
)  # fmt: skip
_MKDOCS = """site_name: A
markdown_extensions: [abbr, attr_list, admonition, def_list, footnotes, md_in_html, toc, tables,
  pymdownx.details, pymdownx.snippets, pymdownx.superfences, pymdownx.tabbed, pymdownx.emoji,
  pymdownx.caret, pymdownx.mark, pymdownx.tilde, pymdownx.keys, pymdownx.critic, pymdownx.magiclink,
  pymdownx.arithmatex, pymdownx.inlinehilite, pymdownx.smartsymbols, pymdownx.tasklist]
plugins: [search, macros]
"""
_CONFIGURATION = (
    "module.exports = {title: 'A', url: 'https://a.b', baseUrl: '/', presets: [['classic', {}]]}"
)


def _move(name: str, load: Callable[[str, Reach], object], others: dict[str, str]) -> Work:
    """Return what moves a project of another tool that has this text in one file."""

    def run(text: str) -> object:
        with tempfile.TemporaryDirectory() as folder:
            for path, content in {**others, name: others.get(name, "{text}")}.items():
                file = Path(folder, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(content.replace("{text}", text), "utf-8", newline="")
            return load(folder, open_reach(folder))

    return run


def _list_entries() -> Iterator[Entry[str]]:
    page = {"docs/index.md": "{text}", "mkdocs.yml": _MKDOCS}
    yield read_texts("migrate: MkDocs page", _move("docs/index.md", load_mkdocs, page), _MARKDOWN)
    page = {"docs/index.md": "# A\n", "mkdocs.yml": "site_name: A\n{text}"}
    yield read_texts("migrate: MkDocs settings", _move("mkdocs.yml", load_mkdocs, page), YAML)
    page = {"docs/a.md": "{text}", "docusaurus.config.js": _CONFIGURATION}
    yield read_texts(
        "migrate: Docusaurus page", _move("docs/a.md", load_docusaurus, page), _DOCUSAURUS
    )
    page = {
        "docs/a.md": "# A\n",
        "docusaurus.config.js": "module.exports = {title: 'A', a: {text}}",
    }
    yield read_texts(
        "migrate: Docusaurus settings",
        _move("docusaurus.config.js", load_docusaurus, page),
        JAVASCRIPT,
    )
    yield read_texts(
        "migrate: Docusaurus types",
        lambda text: strip_types(text, has_types=True),
        (*JAVASCRIPT, "a: B<", "type A =", " as A", "enum A {", "interface A {", "(a: "),
    )
    page = {
        "a.mdx": "{text}",
        "docs.json": '{"name": "A", "navigation": {"pages": ["a"]}, "variables": {"a": "b"}}',
    }
    yield read_texts(
        "migrate: docs.json page", _move("a.mdx", load_docs, page), (*MDX, "{{a}}", "{{", "---\n")
    )
    page = {"a.mdx": "a", "docs.json": '{"name": "A", "b": {text}}'}
    yield read_texts("migrate: docs.json settings", _move("docs.json", load_docs, page), JSON)


ENTRIES: tuple[Entry[str], ...] = tuple(_list_entries())
MET: tuple[tuple[str, Shape[Any]], ...] = (
    ("migrate: Docusaurus page", begin("", "<!--\n")),
    ("migrate: Docusaurus page", begin("", "import {\n\n")),
    ("migrate: MkDocs page", begin("", "{++")),
    ("migrate: MkDocs page", begin("", "<div>\n")),
    ("migrate: MkDocs page", begin("", "<div>\n\n")),
    ("migrate: MkDocs page", begin("<p>", "<style>")),
)
"""What cost too much when it was met, by the name of what reads it."""
