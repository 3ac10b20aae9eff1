"""The JavaScript reference's trees, and ours, in one form that can be compared."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from octavo.content.mdx.link_targets import normalize_url
from octavo.content.nodes import (
    Attribute,
    CodeBlock,
    Document,
    Element,
    Expression,
    FootnoteReference,
    Math,
    ModuleCode,
    Node,
    Tag,
)

HERE = Path(__file__).parent
FOLDER = HERE.parents[2] / ".mdx-reference"
Tree = list[Any]

# Between these the reference puts line ends, which say nothing.
_ROWS = {"blockquote", "ul", "ol", "li", "table", "thead", "tbody", "tr", "root"}


def missing_reference() -> str:
    """Return why the reference cannot be asked, or nothing."""
    if shutil.which("node") is None:
        return "Node is not installed"
    if not (FOLDER / "node_modules").is_dir():
        return "the JavaScript reference is not set up: run `make mdx-reference`"
    return ""


def ask_reference(texts: list[str], *, math: bool = False) -> list[dict[str, Any]]:
    """Return what the reference makes of each text: `nodes` and `footnotes`, or `error`."""
    answer = subprocess.run(
        ["node", "--stack-size=4000", str(HERE / "reference" / "dump_tree.mjs"), str(FOLDER)],
        input=json.dumps({"math": math, "texts": texts}),
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert answer.returncode == 0, answer.stderr
    trees: list[dict[str, Any]] = json.loads(answer.stdout)
    return trees


def compare(document: Document, answer: dict[str, Any]) -> str:
    """Return the first difference between our tree and the reference's, or nothing."""
    ours = {
        label.lower(): simplify_ours(nodes, "note") for label, nodes in document.footnotes.items()
    }
    theirs = {label: simplify_theirs(nodes, "note") for label, nodes in answer["footnotes"].items()}
    return find_difference(
        simplify_ours(document.nodes, "root"), simplify_theirs(answer["nodes"], "root")
    ) or find_difference(ours, theirs)


def find_difference(ours: Any, theirs: Any, path: str = "") -> str:
    """Return where two values differ, and how."""
    if isinstance(ours, list) and isinstance(theirs, list):
        for i, (a, b) in enumerate(zip(ours, theirs, strict=False)):
            found = find_difference(a, b, f"{path}/{a if i == 0 and isinstance(a, str) else i}")
            if found:
                return found
        if len(ours) == len(theirs):
            return ""
    elif ours == theirs:
        return ""
    return f"at {path}\nours:   {_short(ours)}\ntheirs: {_short(theirs)}"


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:600]


def join(nodes: list[Any], parent: str) -> Tree:
    """Return nodes with neighboring texts joined and meaningless line ends left out."""
    result: Tree = []
    for node in nodes:
        if not isinstance(node, str):
            result.append(node)
            continue
        last = result[-1] if result else None
        text = node.removeprefix("\n") if isinstance(last, list) and last[0] == "br" else node
        if not text or (text == "\n" and parent in _ROWS):
            continue
        if isinstance(last, str):
            result[-1] += text
        else:
            result.append(text)
    return result


def simplify_ours(nodes: list[Node], parent: str) -> Tree:
    """Return our nodes as lists."""
    return join([_simplify_our_node(node) for node in nodes], parent)


def _simplify_our_node(node: Node) -> Any:
    match node:
        case str():
            return node
        case Element(tag, children, properties):
            known = dict(sorted((properties or {}).items()))
            return [tag, known, simplify_ours(children, tag)]
        case Tag(name, attributes, children):
            return ["<>", name, [_simplify_our_attribute(a) for a in attributes],
                    simplify_ours(children, "tag")]  # fmt: skip
        case CodeBlock(text, language, meta):
            return ["pre", language, meta, text]
        case Math(text):
            return ["math", text]
        case Expression(source):
            return ["{}", source]
        case ModuleCode(source):
            return ["module", source.strip("\n")]
        case FootnoteReference(label):
            return ["^", label.lower()]


def _simplify_our_attribute(attribute: Attribute) -> list[Any]:
    value = attribute.value
    if isinstance(value, Expression):
        return [attribute.name, {"code": value.source}]
    return [attribute.name, value]


def simplify_theirs(nodes: list[Any], parent: str) -> Tree:
    """Return the reference's nodes as lists of the same form."""
    return join([_simplify_their_node(node) for node in nodes], parent)


def _simplify_their_node(node: Any) -> Any:
    if isinstance(node, str):
        return node
    kind, _line, _column, *rest = node
    if kind == "<>":
        name, attributes, children = rest
        return [
            kind, name, [_simplify_their_attribute(*a) for a in attributes],
            simplify_theirs(children, "tag"),
        ]  # fmt: skip
    if kind in ("{}", "^"):
        return [kind, *rest]
    if kind == "module":
        return [kind, rest[0].strip("\n")]
    properties, children = rest
    style = str(properties.get("className", ""))
    if kind == "pre":
        code = children[0]
        return _simplify_their_code(code[3], "".join(code[4]))
    if kind == "code" and "math-inline" in style:
        return ["math", "".join(children)]
    return [kind, dict(sorted(properties.items())), simplify_theirs(children, kind)]


def _simplify_their_attribute(name: str, value: Any) -> list[Any]:
    if name == "...":
        value = {"code": value["code"].strip().removeprefix("...")}
    return [name, value]


def _simplify_their_code(properties: dict[str, Any], text: str) -> Tree:
    style = str(properties.get("className", ""))
    if "math-display" in style:
        return ["math", text]
    # We leave out the white space at the end of the opening line.
    return ["pre", style.removeprefix("language-"), properties.get("meta", "").rstrip(),
            text.removesuffix("\n")]  # fmt: skip


def list_our_places(nodes: list[Node]) -> Tree:
    """Return kind, line and column of our nodes that the reference places by the same rule."""
    result: Tree = []
    for node in nodes:
        match node:
            case Element(tag, children, properties, line, column):
                if line and tag in _PLACED and not _is_address(properties, children):
                    result.append([tag, line, column])
                result.extend(list_our_places(children))
            case Tag(_, _, children, line, column):
                result.append(["<>", line, column])
                result.extend(list_our_places(children))
            case Expression(_, line, column):
                result.append(["{}", line, column])
            case CodeBlock(_, _, _, line, column):
                result.append(["pre", line, column])
            case Math(_, True, line, column):
                result.append(["pre", line, column])
            case ModuleCode(_, line, column):
                result.append(["module", line, column])
            case FootnoteReference(_, line, column):
                result.append(["^", line, column])
    return result


def _is_address(properties: Any, children: list[Any]) -> bool:
    """Tell whether a link is a bare address: the reference does not place them all."""
    shown = children[0] if len(children) == 1 else None
    if not isinstance(shown, str):
        return False
    return str((properties or {}).get("href", "")).endswith((shown, normalize_url(shown)))


_PLACED = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "table", "hr",
           "a", "img", "tr"}  # fmt: skip


def list_their_places(nodes: list[Any], lines: list[str]) -> Tree:
    """Return kind, line and column of the reference's nodes, which are of a text with `lines`."""
    result: Tree = []
    for node in nodes:
        if isinstance(node, str):
            continue
        kind, line, column, *rest = node
        is_placed = kind in _PLACED or kind in ("<>", "{}", "pre", "module", "^")
        if line and is_placed and not (kind == "a" and _is_address(*rest)):
            result.append([kind, line, _count_characters(lines[line - 1], column)])
        if kind != "pre" and isinstance(rest[-1], list):
            result.extend(list_their_places(rest[-1], lines))
    return result


def _count_characters(line: str, column: int) -> int:
    """Return the column that we count in characters and the reference in UTF-16 units."""
    if line.isascii():
        return column
    before = line.encode("utf-16-le", "surrogatepass")[: 2 * (column - 1)]
    return len(before.decode("utf-16-le", "surrogatepass")) + 1
