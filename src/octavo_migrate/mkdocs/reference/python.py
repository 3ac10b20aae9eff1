"""Reads packages with griffe, which parses their source and never runs it.

A `Library` loads packages, finds objects and selects their members. It returns signatures as code,
and docstrings and types as plain values.
"""

from __future__ import annotations

import ast
import logging
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from griffe import (
    Alias,
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
    GriffeLoader,
    Module,
    Object,
    ParameterKind,
)

from octavo.project.surface import is_inside
from octavo_migrate.mkdocs.reference.block import (
    PUBLIC,
    Annotation,
    Entry,
    Options,
    PythonObject,
    Section,
)

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
    """Return a signature in one line, or with one line per parameter if it is too long."""
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
    """Return a default as code, or three dots if it is too long."""
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
    """Return a type in pieces; for `Annotated[int, …]`, only the relevant part."""
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
    """Return the text of `Annotated[…, Doc("…")]`."""
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
    """Yield the sections of a docstring, and texts of `Doc` for items without one."""
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


_DEEPEST = 8
_UNREADABLE = (GriffeError, ImportError, KeyError, RecursionError, SyntaxError, ValueError)


class Library:
    """The packages below some folders."""

    def __init__(self, folders: Sequence[str], root: str) -> None:
        # Without a handler, griffe's opinions on docstrings would be printed.
        logging.getLogger("griffe").addHandler(logging.NullHandler())
        self._loader = GriffeLoader(search_paths=list(folders), allow_inspection=False)
        self._root = os.path.realpath(root)
        self._is_loaded: dict[str, bool] = {}
        self._insides: dict[str, bool] = {}

    def find(self, path: str, options: Options) -> PythonObject | None:
        """Return an object with its shown members; None if it doesn't exist."""
        if not self._load(path.split(".", maxsplit=1)[0]):
            return None
        try:
            return self._build(self._loader.modules_collection[path], options, 0)
        except _UNREADABLE:
            return None

    def _load(self, name: str) -> bool:
        if name not in self._is_loaded:
            self._is_loaded[name] = False
            with suppress(*_UNREADABLE):
                module = self._loader.load(name, try_relative_path=False)
                self._loader.resolve_aliases()
                self._is_loaded[name] = self._is_inside(
                    module if isinstance(module, Module) else module.module
                )
        return self._is_loaded[name]

    def _is_inside(self, module: Module) -> bool:
        """Tell whether a module is inside the project, and no link to a file elsewhere."""
        if module.path not in self._insides:
            place = module.filepath
            paths = place if isinstance(place, list) else [place]
            self._insides[module.path] = all(
                is_inside(self._root, os.path.realpath(each)) for each in paths
            )
        return self._insides[module.path]

    def _build(self, member: Object | Alias, options: Options, depth: int) -> PythonObject:
        target = member.final_target if isinstance(member, Alias) else member
        if not self._is_inside(target if isinstance(target, Module) else target.module):
            raise KeyError(member.path)
        sections = list(list_sections(target, options))
        if isinstance(target, Class) and options.merge_init_into_class:
            sections += _list_init_sections(target, options)
        members = select_members(member, options, is_root=depth == 0) if depth < _DEEPEST else ()
        has_source = options.show_source and not isinstance(target, Module)
        return PythonObject(
            member.path,
            target.canonical_path,
            member.name,
            target.kind.value,
            render_code(target) if options.show_signature else "",
            tuple(map(build_annotation, target.bases)) if isinstance(target, Class) else (),
            tuple(each for each in sections if each.kind not in options.hidden_sections),
            tuple(self._build_members(members, options, depth)),
            target.source if has_source else "",
        )

    def _build_members(
        self, members: Iterable[Object | Alias], options: Options, depth: int
    ) -> Iterator[PythonObject]:
        for member in members:
            with suppress(*_UNREADABLE):
                yield self._build(member, options, depth + 1)


def _list_init_sections(target: Class, options: Options) -> Iterator[Section]:
    init = target.all_members.get("__init__")
    function = init.final_target if isinstance(init, Alias) else init
    if isinstance(function, Function):
        yield from list_sections(function, options)


_KINDS = ("attribute", "type alias", "class", "function", "module")


def select_members(
    parent: Object | Alias, options: Options, *, is_root: bool
) -> list[Object | Alias]:
    """Return members in order; the option for names applies only to the object of the block."""
    members = dict(parent.members)
    if parent.is_class and options.inherited_members:
        wanted = options.inherited_members
        inherited = parent.inherited_members
        names = wanted if isinstance(wanted, tuple) else inherited
        members = {**{name: inherited[name] for name in names if name in inherited}, **members}
    chosen = options.members if is_root else None
    if chosen is False or chosen == ():
        return []
    candidates = [each for each in members.values() if _is_known(each)]
    if isinstance(chosen, tuple):
        kept = [each for each in candidates if each.name in chosen]
        return sorted(kept, key=lambda each: chosen.index(each.name))
    is_all = chosen is True
    kept = [each for each in candidates if _is_shown(each, parent, options, all_of_them=is_all)]
    return _order(kept, parent, options)


def _is_known(member: Object | Alias) -> bool:
    """Tell whether a name has a loaded target; imports from other packages aren't loaded."""
    try:
        return not isinstance(member, Alias) or bool(member.final_target.path)
    except (GriffeError, KeyError, RecursionError):
        return False


def _is_shown(
    member: Object | Alias, parent: Object | Alias, options: Options, *, all_of_them: bool
) -> bool:
    if member.is_module:
        is_below = not member.is_alias and options.show_submodules
        return is_below and _passes(member, options)
    is_import = member.is_alias and not getattr(member, "inherited", False)
    if is_import and parent.is_module and member.name not in (parent.exports or ()):
        return False
    if all_of_them:
        return True
    if member.name == "__init__" and options.merge_init_into_class:
        return False
    return _passes(member, options) and (options.show_if_no_docstring or member.has_docstrings)


def _passes(member: Object | Alias, options: Options) -> bool:
    if options.filters == (PUBLIC,):
        return bool(member.is_public)
    keep = None
    for each in options.filters:
        if _search(each.removeprefix("!"), member.name):
            keep = not each.startswith("!")
    if keep is None:
        return any(each.startswith("!") for each in options.filters) or not options.filters
    return keep


def _search(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return False


def _order(
    members: list[Object | Alias], parent: Object | Alias, options: Options
) -> list[Object | Alias]:
    if options.members_order == "source":
        members.sort(key=lambda each: (each.lineno or 0) if not each.is_alias else 0)
    elif options.members_order == "__all__" and parent.is_module and parent.exports:
        names = [str(each) for each in parent.exports]
        members.sort(key=lambda each: names.index(each.name) if each.name in names else len(names))
    else:
        members.sort(key=lambda each: each.name)
    if options.group_by_category:
        members.sort(key=lambda each: (*_KINDS, each.kind.value).index(each.kind.value))
    return members
