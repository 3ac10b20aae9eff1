"""Finds assertions in tests that cannot fail, and tests without assertions.

Ruff finds others: asserted tuples, names compared with themselves, constants compared with each
other, unused comparisons, and expected exceptions of any kind.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
_FAILING = re.compile(r"(?:assert|expect|raises|warns|fail|wait_)")
"""What fails a test in pytest, in Playwright, and in the tests' own modules."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def find_vacuous(path: Path) -> Iterator[str]:
    """Give what cannot fail in a module of tests: `file:line reason`."""
    name, module = path.as_posix().removeprefix(f"{TESTS.as_posix()}/"), _parse(path)
    for node in _list_nodes(module):
        if reason := _explain(node):
            yield f"{name}:{getattr(node, 'lineno', 0)} {reason}"
    for function in _list_functions(module).values():
        # Examples that are made up may be empty, and any exception is a failure.
        is_property = any("given" in _list_names(each) for each in function.decorator_list)
        if function.name.startswith("test_") and not is_property:
            where = f"{name}:{function.lineno} {function.name}"
            if not _can_fail(function, path, frozenset()):
                yield f"{where} asserts nothing"
            yield from (f"{where} {reason}" for reason in _find_skipped(function))


def _explain(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Attribute(attr="startswith" | "endswith"), args=[affix, *_]):
            parts = affix.elts if isinstance(affix, ast.Tuple) else [affix]
            is_empty = any(isinstance(each, ast.Constant) and not each.value for each in parts)
            return "every text begins and ends with an empty one" if is_empty else ""
        case ast.Compare(left=ast.Constant(value="" | b""), ops=[ast.In()]):
            return "every text holds an empty one"
        case ast.Compare(left=left, ops=[_], comparators=[right]):
            is_same = type(left) is type(right) and ast.dump(left) == ast.dump(right)
            does_work = any(isinstance(each, ast.Call | ast.Await) for each in ast.walk(left))
            return "compares something with itself" if is_same and not does_work else ""
        case ast.Assert(test=test):
            parts = test.values if _is_or(test) else [test]  # type: ignore[attr-defined]
            return "asserts what is always true" if any(map(_is_true, parts)) else ""
        case ast.With(items=items) if any("suppress(" in ast.unparse(each) for each in items):
            has_assert = any(isinstance(each, ast.Assert) for each in ast.walk(node))
            return "has an assertion that an error before it skips" if has_assert else ""
    return ""


def _is_or(node: ast.AST) -> bool:
    return isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or)


def _is_true(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return bool(node.value)
    return isinstance(node, ast.Lambda | ast.GeneratorExp | ast.JoinedStr)


# --- tests without assertions -------------------------------------------------------------------


def _can_fail(function: ast.AST, path: Path, before: frozenset[object]) -> bool:
    """Tell whether a function asserts something, or names one of the tests' own that does."""
    own, imports = _list_functions(_parse(path)), _list_imports(_parse(path))
    for node in _list_nodes(function):
        name = getattr(node, "id", getattr(node, "attr", ""))
        is_checked = isinstance(node, ast.keyword) and node.arg == "check" and _is_true(node.value)
        if isinstance(node, ast.Assert | ast.Raise) or is_checked or _FAILING.match(name):
            return True
        place = path if name in own else imports.get(name)
        other = _list_functions(_parse(place)).get(name) if place else None
        if other is None or place is None or (place, name) in before:
            continue
        if _can_fail(other, place, before | {(place, name)}):
            return True
    return False


@cache
def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def _list_nodes(root: ast.AST) -> Sequence[ast.AST]:
    """Return what a module or function consists of, which many questions are asked about."""
    return list(ast.walk(root))


@cache
def _list_functions(module: ast.Module) -> Mapping[str, _Function]:
    return {node.name: node for node in _list_nodes(module) if isinstance(node, _Function)}


@cache
def _list_imports(module: ast.Module) -> Mapping[str, Path]:
    """Return the modules of the tests that names come from."""
    imports = (node for node in _list_nodes(module) if isinstance(node, ast.ImportFrom))
    files = (
        (node, TESTS.parent / f"{(node.module or '').replace('.', '/')}.py") for node in imports
    )
    pairs = ((node, file) for node, file in files if file.exists() and TESTS in file.parents)
    return {alias.asname or alias.name: file for node, file in pairs for alias in node.names}


# --- assertions about each of several values ----------------------------------------------------


def _find_skipped(function: _Function) -> Iterator[str]:
    """Say what is asserted of each of several values, and never that there are any."""
    filled = _list_filled(function)
    asserts = [node for node in _list_nodes(function) if isinstance(node, ast.Assert)]
    for node in asserts:
        match node.test:
            case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp(generators=[each, *_])]):
                others = {name for one in asserts if one is not node for name in _list_names(one)}
                if not _is_filled(each.iter, filled) and not _list_names(each.iter) & others:
                    yield f"asserts nothing if there is none of {ast.unparse(each.iter)}"
    failing = [each for each in function.body if any(map(_fails, ast.walk(each)))]
    loops = [each.iter for each in failing if isinstance(each, ast.For)]
    if loops and len(loops) == len(failing) and not any(_is_filled(each, filled) for each in loops):
        yield f"asserts nothing if there is none of {ast.unparse(loops[0])}"


def _list_filled(function: _Function) -> set[str]:
    """Return the names of values that are written down, by the test or its parameters."""
    marks = " ".join(map(ast.unparse, function.decorator_list))
    filled = {each.arg for each in function.args.args if re.search(rf"\b{each.arg}\b", marks)}
    for node in _list_nodes(function):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if _is_filled(node.value, filled):
                filled |= {each.id for each in targets if isinstance(each, ast.Name)}
    return filled


def _fails(node: ast.AST) -> bool:
    name = getattr(node, "id", getattr(node, "attr", ""))
    return isinstance(node, ast.Assert) or _FAILING.match(name) is not None


def _list_names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _is_filled(node: ast.AST, filled: set[str]) -> bool:
    """Tell whether values are written down, so that there are some."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper() or name in filled
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return bool(parts)
        case ast.Constant() | ast.Dict(keys=[_, *_]) | ast.Call(func=ast.Name(id="range")):
            return True
        case ast.ListComp(generators=[each]) | ast.DictComp(generators=[each]):
            return not each.ifs and _is_filled(each.iter, filled)
        case ast.Call(func=ast.Name(), args=parts):
            return any(_is_filled(each, filled) for each in parts)
        case ast.Call(func=ast.Attribute(value=value, attr="items" | "values" | "split")):
            return _is_filled(value, filled)
        case ast.Starred(value=value) | ast.Subscript(value=value):
            return _is_filled(value, filled)
        case ast.BinOp(left=left, right=right):
            return _is_filled(left, filled) or _is_filled(right, filled)
    return False
