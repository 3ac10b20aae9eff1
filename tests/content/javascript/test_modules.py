"""Module code: imports, exports, known values."""

from __future__ import annotations

import time
from typing import Any

import pytest

from octavo.content.javascript.modules import Import, find_place, join_module_code, read_module
from octavo.content.mdx import parse_mdx
from tests.patience import HANGS_AFTER


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import A from './a.mdx'", Import("./a.mdx", 0, (("default", "A"),))),
        ('import { a, b as c } from "/x.jsx";', Import("/x.jsx", 0, (("a", "a"), ("b", "c")))),
        ("import A, { b } from 'x'", Import("x", 0, (("default", "A"), ("b", "b")))),
        ("import * as All from './all'", Import("./all", 0, (), "All")),
        ("import './side.js'", Import("./side.js", 0)),
        ("import {\n  a,\n  b,\n} from 'x'", Import("x", 0, (("a", "a"), ("b", "b")))),
        ("import from_ from 'x'", Import("x", 0, (("default", "from_"),))),
    ],
)
def test_imports_are_read_and_leave_only_their_lines(source: str, expected: Import) -> None:
    module = read_module(source)
    assert module.imports == (expected,)
    assert module.code == "\n" * source.count("\n")


def test_imports_of_types_are_nothing() -> None:
    assert read_module("import type { A } from 'x'").imports == ()


@pytest.mark.parametrize(
    ("source", "exports", "code"),
    [
        ("export const a = f();", {"a": "a"}, "const a = f();"),
        ("export function A() {}", {"A": "A"}, "function A() {}"),
        ("export async function a() {}", {"a": "a"}, "async function a() {}"),
        ("export class A {}", {"A": "A"}, "class A {}"),
        ("export default function A() {}", {"default": "A"}, "function A() {}"),
        ("export default () => 1", {"default": "$default"}, "const $default=() => 1"),
        ("const a = f();\nexport { a as b }", {"b": "a"}, "const a = f();\n"),
        ("export const a = 1, b = 2", {"a": "a", "b": "b"}, "const a = 1, b = 2"),
        ("export const { a, b: c } = f()", {"a": "a", "c": "c"}, "const { a, b: c } = f()"),
        ("export const A = () => <b />;", {"A": "A"}, 'const A = () => $h("b",null);'),
    ],
)
def test_exports_are_read_and_taken_off(source: str, exports: dict[str, str], code: str) -> None:
    module = read_module(source)
    assert module.exports == exports
    assert module.code == code


def test_names_can_be_passed_on_from_other_files() -> None:
    module = read_module('export { default as A, b } from "./a.mdx";\nexport * from "./c.jsx"')
    assert [(name, each.source, each.names) for name, each in module.forwards] == [
        ("A", "./a.mdx", (("default", "A"),)),
        ("b", "./a.mdx", (("b", "b"),)),
        ("*", "./c.jsx", ()),
    ]


def test_code_in_strings_and_templates_is_not_module_code() -> None:
    source = "export const sample = `\nimport a from 'b'\nexport const c = 1\n`;"
    module = read_module(source)
    assert module.imports == ()
    assert module.exports == {"sample": "sample"}
    assert module.literals == {"sample": "\nimport a from 'b'\nexport const c = 1\n"}


@pytest.mark.parametrize(
    ("source", "known"),
    [
        ("export const a = 1", {"a": 1}),
        ("export const a = [1, {b: 'c'}]\n", {"a": [1, {"b": "c"}]}),
        ("const a = 'x';\nexport const b = `${a}y`;", {"a": "x", "b": "xy"}),
        ("export const a = 1 // why\nexport const b = 2", {"a": 1, "b": 2}),
        ("export const a = 1 + 1", {}),
        ("export const a = 'x'.length", {}),
        ("export const a = 'x'\n  .length", {}),
        ("export const a = ['x']\n  .map(f)", {}),
        ("export let a = 1", {}),
        ("export const a = [];\na.push(1);", {}),
        ("export const a = {};\na.b = 1;", {}),
        ("export const a = (b) => 1", {}),
        ("export const a = {b: c}", {}),
    ],
)
def test_constants_with_literal_values_are_known(source: str, known: dict[str, Any]) -> None:
    assert read_module(source).literals == known


def test_what_is_declared_inside_of_functions_is_nobody_elses() -> None:
    module = read_module("export const A = () => {\n  const inner = 1;\n  return inner;\n};")
    assert module.names == {"A"}
    assert module.literals == {}


def test_the_module_code_of_a_page_keeps_its_lines() -> None:
    page = "# Title\n\nexport const a = 1\n\nText.\n\nimport B from './b.mdx'\n"
    text = join_module_code(parse_mdx(page))
    assert text.split("\n")[2] == "export const a = 1"
    assert text.split("\n")[6] == "import B from './b.mdx'"
    assert find_place(text, text.index("B")) == (7, 8)


@pytest.mark.parametrize(
    "part",
    [
        "import a\n",
        "import {\n",
        "export {\n",
        "export const a = [1]\n",
        "a.b",
        "x[",
        "const a = \n",
    ],
)
def test_hostile_module_code_is_read_in_time_that_grows_with_it(part: str) -> None:
    start = time.process_time()
    read_module(part * 20_000)
    assert time.process_time() - start < HANGS_AFTER
