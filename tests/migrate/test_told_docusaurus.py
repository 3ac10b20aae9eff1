"""What `MIGRATION.md` says of projects of Docusaurus is true: a proof for each such sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.migrate.test_told_truth import Check, Moved

ROOT = Path(__file__).parents[2]
START = "docs/index.html"
BAR = "themeConfig: {navbar: {items: [%s]}}"
PROOFS: dict[str, tuple[str, dict[str, str], str, Check]] = {
    "A menu of the bar at the top is single links": (
        BAR % "{label: 'More', items: [{label: 'One', href: 'https://one.example'},"
        "{label: 'Two', href: 'https://two.example'}]}",
        {},
        "",
        lambda m: [each["name"] for each in m.settings["topbarLinks"]] == ["One", "Two"]
        and 'href="https://two.example"' in m.read(START),
    ),
    "Settings of how Docusaurus builds and deploys are left out": (
        "organizationName: 'own', deploymentBranch: 'gone'",
        {},
        "",
        lambda m: "own" not in str(m.settings) and "gone" not in str(m.settings),
    ),
    "Posts of the blog are pages of the group `…`": (
        "",
        {"blog/2026-01-02-new.md": "---\ntitle: New\n---\n\nText.\n"},
        "",
        lambda m: any(
            "blog/2026/01/02/new" in str(group["pages"]) and f"`{group['group']}`" in m.text
            for group in m.settings["navigation"]
        )
        and "Text." in m.read("blog/2026/01/02/new/index.html"),
    ),
    "`include` and `exclude` say that this is no page": (
        "presets: [['classic', {docs: {exclude: ['no.md']}}]]",
        {"docs/no.md": "# No\n"},
        "",
        lambda m: "`docs/no.md`" in m.text and not (m.site / "docs/no").exists(),
    ),
    "Boxes of the kind `…` are notes": (
        "",
        {"docs/index.md": "# Home\n\n:::odd[Title]\n\nInside.\n\n:::\n"},
        "",
        lambda m: bool(re.search(r"callout[^>]*note[\s\S]*Title[\s\S]*Inside", m.read(START))),
    ),
    "Commands of `npm2yarn` are shown for npm": (
        "",
        {"docs/index.md": "# Home\n\n```bash npm2yarn\nnpm install own\n```\n"},
        "",
        lambda m: "own" in m.read(START) and "yarn" not in m.read(START),
    ),
    "Live code can only be read": (
        "",
        {"docs/index.md": "# Home\n\n```jsx live\nfunction Own() {}\n```\n"},
        "The code is shown.",
        lambda m: "Own" in m.read(START),
    ),
    "The condition `…` around Markdown": (
        "",
        {"docs/index.md": "# Home\n\n{props.a && <div>\n\n- **Inside**\n\n</div>}\n"},
        "What it decided about is always shown.",
        lambda m: "<strong>Inside</strong>" in m.read(START),
    ),
    "The component `…` of `…` is code": (
        "",
        {"docs/index.md": "# Home\n\nimport Own from '@site/own.jsx';\n\n"
                          "<Own title='Titled' href='/docs/two'>\n\nInside.\n\n</Own>\n\n"
                          "<Own src='/img/a.svg' />\n",
         "own.jsx": "export default ({children}) => <b>{children}</b>;\n",
         "static/img/a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"},
        "What stands inside of it is shown, and its titles, links and pictures.",
        lambda m: all(map(m.read(START).__contains__, ("Titled", "Inside.", "/docs/two", "a.svg"))),
    ),
    "Pages that hide their title (`hide_title`) show it": (
        "",
        {"docs/index.md": "---\ntitle: Hidden one\nhide_title: true\n---\n\nText.\n"},
        "",
        lambda m: re.search(r"<h1[^>]*>[^<]*Hidden one", m.read(START)) is not None,
    ),
    "A page that is code": (
        "",
        {"src/pages/show.jsx": "export default () => <b>1</b>;\n"},
        "",
        lambda m: "`src/pages/show.jsx`" in m.text and not (m.site / "show").exists(),
    ),
    "A link to `…`, which is no page now": (
        BAR % "{label: 'Show', to: '/show'}",
        {"src/pages/show.jsx": "export default () => <b>1</b>;\n"},
        "",
        lambda m: "topbarLinks" not in m.settings and 'href="/show' not in m.read(START),
    ),
    "Style sheets, scripts and Markdown in the folder of static files": (
        "",
        {"static/own.css": "b {color: red}\n"},
        "",
        lambda m: not any("color: red" in p.read_text() for p in m.site.rglob("*.css")),
    ),
    "Values inside of a block of code, which are code": (
        "",
        {"docs/index.md": "# Home\n\n<CodeBlock>{`run ${useVersion()} now`}</CodeBlock>\n"},
        "",
        lambda m: "useVersion" in m.read(START),
    ),
}  # fmt: skip
BY_OTHER_TESTS = {"Pages that were made of `…` name its operations"}


def list_changes() -> Iterator[str]:
    """Yield the sentences that say what is another way now, as the code writes them."""
    for path in (ROOT / "src/octavo_migrate/docusaurus").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "change":
                yield from write_sentences(node.args[0], path)


def write_sentences(node: ast.expr, path: Path) -> Iterator[str]:
    if isinstance(node, ast.Name):  # the text is in an earlier line
        text = path.read_text("utf-8")
        for match in re.finditer(r"message = f?\"(.*)\"\n(?:.*\n)?.*\.change\(", text):
            yield re.sub(r"\{[^{}]*\}", "…", match[1])
    elif isinstance(node, ast.JoinedStr):
        parts = (each.value if isinstance(each, ast.Constant) else "…" for each in node.values)
        yield "".join(map(str, parts))
    elif isinstance(node, ast.Constant):
        yield str(node.value)


def test_every_sentence_of_what_is_another_way_has_a_proof() -> None:
    sentences = set(list_changes())
    assert sentences <= PROOFS.keys() | BY_OTHER_TESTS
    assert sentences >= BY_OTHER_TESTS
    assert "Boxes of the kind `…` are notes" in sentences


@pytest.mark.parametrize("sentence", PROOFS)
def test_what_is_said_of_docusaurus_is_true(tmp_path: Path, sentence: str) -> None:
    more, files, advice, check = PROOFS[sentence]
    config = f"module.exports = {{title: 'K', presets: [['classic', {{}}]], {more}}};"
    written: dict[str, Any] = {"docusaurus.config.js": config, **files}
    moved = Moved(tmp_path, "", written)
    pattern = ".*".join(re.escape(part) for part in sentence.split("…"))
    (line,) = re.findall(rf"^- {pattern}[^\n]*\n[^\n]*", moved.text, re.MULTILINE)[:1]
    assert advice in line
    assert check(moved)


def test_pages_that_are_said_to_be_as_they_were_are(tmp_path: Path) -> None:
    same = "---\ntitle: Same\n---\n\nText *as* it was.\n"
    config = "module.exports = {title: 'K', presets: [['classic', {}]]};"
    moved = Moved(tmp_path, "", {"docusaurus.config.js": config, "docs/same.md": same})
    assert "- Pages: 3. 2 were changed, 0 are new" in moved.text
    assert (moved.new / "docs/same.md").read_text() == same
