"""Writes the code by which readers know an object."""

from __future__ import annotations

from collections.abc import Sequence

from griffe import Attribute, Class, Function, Object, ParameterKind

from octavo_migrate.mkdocs.reference.python.expressions import render_expression

_LONGEST_LINE = 80
_LONGEST_VALUE = 200
_MOST_LINES = 10
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
    start = f"{marks}{start} {function.name}"
    return _wrap(
        start if parameters else f"{start}()", parameters, f" -> {returns}" * bool(returns)
    )


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
        text = {ParameterKind.var_positional: "*", ParameterKind.var_keyword: "**"}.get(
            kind or ParameterKind.positional_or_keyword, ""
        )
        is_variadic = bool(text)
        text += parameter.name
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
