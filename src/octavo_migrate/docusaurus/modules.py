"""Evaluates modules of JavaScript and TypeScript, such as settings, in Octavo's sandbox.

The sandbox has no Node: no packages, no environment variables and no files of the machine.
Functions and values that need these become `Code`; the values around them are still read.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from octavo.builder.javascript.engine import JavaScriptEngine
from octavo.content.surface import JsxMistake, Module, Outcome, Request, read_module
from octavo.project.surface import parse_yaml
from octavo.values import Struct
from octavo_migrate.data import load_file
from octavo_migrate.docusaurus.typescript import strip_types

DEFAULT = "default"
"""The name of what a module exports without a name."""

_DATA_ENDINGS = (".json", ".yml", ".yaml", ".txt", ".svg")
_KINDS = "js ts mjs cjs mts cts json".split()
_ENDINGS = ("", *(f".{each}" for each in _KINDS), "/index.js", "/index.ts")
_TYPED = (".ts", ".mts", ".cts")
_SCRIPTS = (".js", ".mjs", ".cjs", *_TYPED)
_TAKEN = re.compile(
    r"\b(?:from|import|require|resolve)\s*\(?\s*[\"']((?:\.{1,2}|@site)/[^\"'\n]+)[\"']"
)
_DATA = re.compile(r"[\"'`]((?:\.{1,2}/)?[\w./-]+\.(?:json|ya?ml|txt|svg))[\"'`]")
_OTHER_NAME = re.compile(r"(?<!\s)\s++(?:as\s++|:\s*+)|:\s*+")
_MOST_MODULES = 200
_LARGEST = 500_000


class Code(Struct, frozen=True):
    """A value that Octavo can't know without a build: a function, or a value from a package."""

    text: str
    is_function: bool = False
    is_of_package: bool = False
    """Whether a package exports it."""


Read = Callable[[str], str | None]
"""Returns the text of a file by its path from the folder of the settings."""


def evaluate_module(
    engine: JavaScriptEngine, read: Read, path: str, *, calls: bool = False, leaves: bool = False
) -> Any:
    """Return the exports of a module by name, or `Code` if they can't be evaluated.

    `calls` says whether to call an exported function, as Docusaurus does with settings. `leaves`
    says whether data may be read outside the folder.
    """
    if path.endswith(".json"):
        return {DEFAULT: parse_yaml(read(path) or "", path).value}
    setup = (load_file("modules.js").decode(), *_list_modules(read, path, leaves))
    job = f"$answer({json.dumps(path)},{json.dumps(calls)})"
    (outcome,) = engine.evaluate(Request(setup, (job,))).jobs
    if isinstance(outcome, Outcome) and isinstance(outcome.value, str):
        return _read_value(json.loads(outcome.value))
    return Code(getattr(outcome, "message", ""))


def _list_modules(read: Read, path: str, leaves: bool) -> Iterator[str]:
    """Yield the code of a module and of the modules it imports."""
    waiting, listed = [path], {path}
    while waiting and len(listed) <= _MOST_MODULES:
        current = waiting.pop()
        text = read(current) or ""
        if len(text) > _LARGEST:
            continue
        if not current.endswith(_SCRIPTS):
            yield f"$texts[{json.dumps(current)}]={json.dumps(text)};0"
            continue
        yield _write_module(current, text)
        named = set(_list_named(read, posixpath.dirname(current), text, leaves)) - listed
        listed |= named
        waiting += sorted(named)


def _list_named(read: Read, folder: str, text: str, leaves: bool) -> Iterator[str]:
    """Yield the existing modules and data files that a module imports."""
    for match in _TAKEN.finditer(text):
        name = match[1]
        site, whole = name.removeprefix("@site/"), posixpath.join(folder, name)
        start = posixpath.normpath(whole if site == name else site)
        paths = (start + ending for ending in _ENDINGS)
        endings = (*_SCRIPTS, *_DATA_ENDINGS)
        named = [each for each in paths if each.endswith(endings) and read(each) is not None][:1]
        yield from named or _list_main(read, start)
    for match in _DATA.finditer(text):
        for name in (match[1], posixpath.join(folder, match[1])):
            path = posixpath.normpath(name)
            if (leaves or not path.startswith("..")) and read(path) is not None:
                yield path


def _list_main(read: Read, folder: str) -> Iterator[str]:
    """Yield the main module of a package inside the project, and its imports."""
    package = parse_yaml(read(f"{folder}/package.json") or "", folder).value
    main = package.get("main") if isinstance(package, dict) else None
    path = posixpath.normpath(posixpath.join(folder, main)) if isinstance(main, str) else ""
    if path.endswith(_SCRIPTS) and read(path) is not None:
        yield from (path, f"{folder}/package.json")


def _write_module(path: str, text: str) -> str:
    """Return the code that creates a module on demand."""
    try:
        module = read_module(strip_types(text, has_types=path.endswith(_TYPED)))
    except (JsxMistake, RecursionError):
        return "0"
    lines = "".join(_list_bindings(module))
    names = ",".join(f"{json.dumps(name)}:{own}" for name, own in module.exports.items())
    forwards = ",".join(
        f"...$wait({json.dumps(each.source)})"
        if name == "*"
        else f"{json.dumps(name)}:$import({json.dumps(each.source)},{json.dumps(each.names[0][0])})"
        if each.names
        else f"{json.dumps(name)}:$wait({json.dumps(each.source)})"
        for name, each in module.forwards
    )
    exported = ",".join(filter(None, (forwards, names)))
    result = f"return{{{exported}}}" if exported else ""
    return (
        f"$sources[{json.dumps(path)}]=function(module,exports,require,$import,$wait,$meta,"
        f"__dirname,__filename){{with($scope){{return(function(){{{lines}\n{module.code}\n;{result}"
        "})()}};0"
    )


def _list_bindings(module: Module) -> Iterator[str]:
    for each in module.imports:
        source = json.dumps(each.source)
        for exported, local in each.names:
            if local not in module.names:
                yield f"const {local}=$import({source},{json.dumps(exported)});"
        if each.namespace:
            yield f"const {each.namespace}=$wait({source});"


def _read_value(answer: Any) -> Any:
    match answer:
        case ["c", str(text), is_function, *of_package]:
            return Code(" ".join(text.split())[:60], bool(is_function), any(of_package))
        case ["a", *items]:
            return list(map(_read_value, items))
        case ["o", *entries]:
            return {name: _read_value(value) for name, value in entries}
    return answer


def list_renamed(names: str) -> list[tuple[str, str]]:
    """Return the pairs of a list such as `a, b as c`: the new name, then the old one."""
    pairs = [_OTHER_NAME.split(each.strip(), maxsplit=1) for each in names.split(",")]
    return [(pair[-1].strip(), pair[0].strip()) for pair in pairs if pair[0]]


def is_data(value: Any) -> bool:
    """Tell whether a value contains no code and no elements."""
    if isinstance(value, Mapping):
        return all(map(is_data, value.values()))
    if isinstance(value, list):
        return all(map(is_data, value))
    return value is None or isinstance(value, (str, int, float))


def get_known(values: Any, *keys: str) -> Any:
    """Return the value at nested keys; None if it is missing or code."""
    for key in keys:
        values = values.get(key) if isinstance(values, Mapping) else None
    return None if isinstance(values, Code) else values
