"""Texts of an object: its signature as code, its types, its docstring."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from griffe import (
    Attribute,
    Class,
    Docstring,
    DocstringSection,
    Expr,
    ExprCall,
    ExprName,
    ExprSubscript,
    ExprTuple,
    Function,
    GriffeError,
    Object,
    ParameterKind,
)

from octavo_migrate.mkdocs.reference.block import Options
from octavo_migrate.mkdocs.reference.objects import Annotation, Entry, Section

_LONGEST_LINE = 80
_LONGEST_VALUE = 200
_MOST_LINES = 10
_STARS: dict[ParameterKind | None, str] = {
    ParameterKind.var_positional: "*",
    ParameterKind.var_keyword: "**",
}
_DECORATORS = ("classmethod", "staticmethod", "abstractmethod")


def render_code(target: Object) -> str:
    """Return the signature of an object; nothing for a module."""
    if isinstance(target, Function):
        return "\n".join(_render_function(each) for each in target.overloads or [target])
    if isinstance(target, Class):
        return _wrap(f"class {target.name}", list_parameters(target), "")
    return _render_attribute(target) if isinstance(target, Attribute) else ""


def _render_function(function: Function) -> str:
    marks = "".join(f"@{each}\n" for each in _DECORATORS if each in function.labels)
    start = "async def" if "async" in function.labels else "def"
    returns = render_expression(function.returns)
    parameters = list_parameters(function)
    start = f"{marks}{start} {function.name}{'' if parameters else '()'}"
    return _wrap(start, parameters, f" -> {returns}" if returns else "")


def _wrap(start: str, parameters: Sequence[str], end: str) -> str:
    """Return a signature in one line, or in a line for each parameter if that were too long."""
    if not parameters:
        return start + end
    line = f"{start}({', '.join(parameters)}){end}"
    if len(line.rpartition("\n")[2]) <= _LONGEST_LINE:
        return line
    return "\n".join([f"{start}(", *(f"    {each}," for each in parameters), f"){end}"])


def list_parameters(target: Function | Class) -> list[str]:
    """Return the parameters of a signature, with the marks between their kinds."""
    parameters: list[str] = []
    kinds: list[ParameterKind | None] = []
    for index, parameter in enumerate(target.parameters):
        kind = parameter.kind
        if index == 0 and parameter.name in ("self", "cls"):
            continue
        if kinds and kinds[-1] is ParameterKind.positional_only and kind is not kinds[-1]:
            parameters.append("/")
        if kind is ParameterKind.keyword_only and not {ParameterKind.var_positional, kind} & {
            *kinds
        }:
            parameters.append("*")
        is_variadic = kind in _STARS
        text = _STARS.get(kind, "") + parameter.name
        if annotation := render_expression(parameter.annotation):
            text += f": {annotation}"
        if parameter.default is not None and not is_variadic:
            text += (" = " if annotation else "=") + render_default(parameter.default)
        parameters.append(text)
        kinds.append(kind)
    if kinds and kinds[-1] is ParameterKind.positional_only:
        parameters.append("/")
    return parameters


def render_default(value: object) -> str:
    """Return a default as code; three dots for one that nobody would read."""
    text = str(value)
    return text if len(text) <= _LONGEST_LINE and "\n" not in text else "..."


def _render_attribute(attribute: Attribute) -> str:
    text = attribute.name
    if annotation := render_expression(attribute.annotation):
        text += f": {annotation}"
    if {"property", "cached"} & attribute.labels:
        return f"{text}  # property"
    if attribute.value is None:
        return text
    value = str(attribute.value)
    is_short = len(value) <= _LONGEST_VALUE and value.count("\n") < _MOST_LINES
    return f"{text} = {value if is_short else '...'}"


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


_NUMPY_OPTIONS = ("ignore_init_summary",)


def list_sections(target: Object, options: Options) -> Iterator[Section]:
    """Yield the sections of a docstring, and what `Doc` says where no docstring does."""
    kinds: set[str] = set()
    for section in _parse(target.docstring, options):
        kinds.add(section.kind)
        yield section
    if isinstance(target, Function) and "parameters" not in kinds:
        entries = tuple(_list_documented(target))
        if entries:
            yield Section("parameters", "Parameters", entries=entries)
    if not kinds and isinstance(target, Attribute) and (text := find_doc(target.annotation)):
        yield Section("text", text=text)


def _list_documented(function: Function) -> Iterator[Entry]:
    for each in function.parameters:
        if text := find_doc(each.annotation):
            default = render_default(each.default) if each.default is not None else ""
            yield Entry(each.name, text, build_annotation(each.annotation), default)


def _parse(docstring: Docstring | None, options: Options) -> Iterator[Section]:
    if docstring is None or not docstring.value.strip():
        return
    style: Any = options.docstring_style
    parser_options = dict(options.docstring_options) if style in ("google", "numpy") else {}
    if style == "numpy":
        parser_options = {
            name: value for name, value in parser_options.items() if name in _NUMPY_OPTIONS
        }
    try:
        sections = docstring.parse(style, **parser_options) if style else ()
    except (GriffeError, KeyError, RecursionError, ValueError):
        sections = ()
    built = [_build_section(each) for each in sections]
    yield from built or [Section("text", text=docstring.value)]


def _build_section(section: DocstringSection) -> Section:
    kind, value, title = section.kind.value, section.value, section.title
    if kind == "text":
        return Section(kind, text=str(value))
    if kind == "examples":
        entries = tuple(Entry(str(getattr(part, "value", part)), text) for part, text in value)
        return Section(kind, title or "Examples", entries=entries)
    if kind == "deprecated":
        version = str(value.version or "")
        return Section(kind, title or f"Deprecated {version}".strip(), str(value.description))
    if kind == "admonition":
        return Section(kind, title or "", str(value.contents), (Entry(str(value.kind), ""),))
    return Section(kind, title or kind.capitalize(), entries=tuple(map(_build_entry, value)))


def _build_entry(value: Any) -> Entry:
    default = getattr(value, "default", None)
    return Entry(
        str(getattr(value, "name", "") or ""),
        str(value.description or ""),
        build_annotation(value.annotation),
        render_default(default) if default is not None else "",
    )
