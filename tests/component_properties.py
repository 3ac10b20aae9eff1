"""The properties that components read, as their code names them."""

from __future__ import annotations

import ast
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "src" / "octavo" / "render" / "content" / "components"


def list_component_properties() -> list[str]:
    """Return the names of the properties of all components."""
    nodes = (
        node for file in FOLDER.rglob("*.py") for node in ast.walk(ast.parse(file.read_text()))
    )
    return sorted({name for node in nodes if (name := _find_property(node))})


def _find_property(node: ast.AST) -> str:
    match node:
        case ast.Call(
            ast.Attribute(attr="render_title" | "render_caption" | "write_words" | "write_caption"),
            [ast.Name("tag"), ast.Constant(str(name))],
        ):
            return name
        case ast.Call(
            ast.Attribute(ast.Attribute(attr="values"), "get"), [ast.Constant(str(name))]
        ):
            return name
        case ast.Call(ast.Attribute(attr=attr), [ast.Constant(str(name)), *_]):
            return name if attr.startswith("read_") else ""
    return ""
