"""Types and other expressions of code, as text and as pieces that may be links."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from griffe import Expr, ExprCall, ExprName, ExprSubscript, ExprTuple, GriffeError

from octavo_migrate.mkdocs.reference.objects import Annotation


def build_annotation(value: str | Expr | None) -> Annotation:
    """Return a type in pieces; of `Annotated[int, …]`, only what readers care about."""
    value = _unwrap(value)
    if value is None:
        return ()
    if isinstance(value, str):
        return ((value, ""),)
    return tuple(
        (each.name, _find_path(each)) if isinstance(each, ExprName) else (str(each), "")
        for each in value.iterate(flat=True)
    )


def render_expression(value: str | Expr | None) -> str:
    """Return a type as text."""
    return "".join(text for text, _ in build_annotation(value))


def find_doc(value: str | Expr | None) -> str:
    """Return what `Annotated[…, Doc("…")]` says."""
    for each in _list_annotated(value)[1:]:
        if isinstance(each, ExprCall) and str(each.function).split(".")[-1] == "Doc":
            return next(_list_texts(each), "")
    return ""


def _list_texts(call: ExprCall) -> Iterator[str]:
    for argument in call.arguments:
        try:
            text = ast.literal_eval(str(argument))
        except (SyntaxError, ValueError):
            continue
        if isinstance(text, str):
            yield text


def _list_annotated(value: str | Expr | None) -> list[str | Expr]:
    if not isinstance(value, ExprSubscript) or str(value.left).split(".")[-1] != "Annotated":
        return []
    return list(value.slice.elements) if isinstance(value.slice, ExprTuple) else []


def _unwrap(value: str | Expr | None) -> str | Expr | None:
    annotations = _list_annotated(value)
    return annotations[0] if annotations else value


def _find_path(name: ExprName) -> str:
    try:
        return name.canonical_path
    except GriffeError:
        return name.name
