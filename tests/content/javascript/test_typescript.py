"""TypeScript without its types."""

from __future__ import annotations

import contextlib
import time

import pytest

from octavo.content.javascript.jsx import JsxMistake
from octavo.content.javascript.typescript import strip_types
from octavo.outputs.javascript.engine import JavaScriptEngine
from octavo.problems import Code
from tests.patience import HANGS_AFTER
from tests.snippet_pages import complete, expand, problems, shown


def stripped(code: str) -> str:
    """Returns code without types, with one blank where there are several."""
    text = strip_types(code)
    assert len(text) == len(code)
    assert [len(line) for line in text.split("\n")] == [len(line) for line in code.split("\n")]
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("code", "javascript"),
    [
        ("const a: string = b;", "const a = b;"),
        ("let a: number | undefined;", "let a ;"),
        ("const a: Record<string, number[]> = {b: 1};", "const a = {b: 1};"),
        ("const {a, b}: {a: string; b: number} = c;", "const {a, b} = c;"),
        ("const [a, b]: [string, () => void] = c;", "const [a, b] = c;"),
        ("const A: React.FC<Props> = (p) => p;", "const A = (p) => p;"),
        ("(a: string, b?: number, c: T = 1, ...d: U[]) => a", "(a , b , c = 1, ...d ) => a"),
        ("({a, b}: Props) => a", "({a, b} ) => a"),
        ("(a: string): Promise<void> => a", "(a ) => a"),
        ("async (a: A): Promise<B> => a", "async (a ) => a"),
        ("(a: (b: string) => void) => a", "(a ) => a"),
        ("<T,>(a: T) => a", "(a ) => a"),
        ("<T extends object>(a: T): T => a", "(a ) => a"),
        ("function f<T>(a: T, b = 2): T[] { return a }", "function f (a , b = 2) { return a }"),
        ("function (this: Window, a: string) {}", "function ( a ) {}"),
        ("try {} catch (e: unknown) {}", "try {} catch (e ) {}"),
        ("const o = {m(a: string): number {return 1}}", "const o = {m(a ) {return 1}}"),
        ("a as string", "a"),
        ("(a as unknown as B<C>).d", "(a ).d"),
        ("a as const;", "a ;"),
        ("f(a as string, b)", "f(a , b)"),
        ("({a: 1}) satisfies B;", "({a: 1}) ;"),
        ("a!.b + c![0]!", "a .b + c [0]"),
        ("useState<string | null>(null)", "useState (null)"),
        ("useRef<HTMLDivElement>(null)", "useRef (null)"),
        ("new Map<string, Map<string, number>>()", "new Map ()"),
        ("interface A extends B<C> { d: string }\nx", "x"),
        ("export interface A { b: { c: 1 } }\nx", "x"),
        ("type A = 'b' | {c: number}[] | ((d: E) => F);\nx", "x"),
        ("export type A<B, C = B> = B extends C ? keyof D : typeof e;\nx", "x"),
        ("import {a, type B} from 'c';", "import {a, } from 'c';"),
        ("export type {A} from 'b';\nx", "; x"),
        ("class A extends B<C> implements D, E { f() {} }", "class A extends B { f() {} }"),
        ("const a = <b c={(d: any) => d as E}>it's {(f: G) => f}</b>",
         "const a = <b c={(d ) => d }>it's {(f ) => f}</b>"),
        ("const a = `${(b as C).d}`", "const a = `${(b ).d}`"),
    ],
)  # fmt: skip
def test_types_become_blanks(code: str, javascript: str) -> None:
    assert stripped(code) == javascript


@pytest.mark.parametrize(
    "code",
    [
        "const a = b ? c : d;",
        "const a = b ? (c) : d => e;",
        "const a = b ? c(d) : e => f;",
        "const a = {b: c, d: (e), f: g => h, type: 1, as: 2, interface: 3};",
        "if (a) { b } for (const c of d) {} while (e) {} switch (f) { case 'g': h; default: i }",
        "a < b && c > (d); if (i<n) {} const e = f<g, h=1",
        "a != b; c !== d; !e; if (!f) {}",
        "import {a as b} from 'c'; import * as d from 'e'; export {f as g}; export * as h from 'i'",
        "const a = <b title='c: d' as='e'>f: g as h! <i>j</i></b>;",
        "label: for (;;) { break label }",
        "const a = /b: c/.test(d); const e = `f: g as h`;",
        "const {a: b, c: {d: e}} = f; g({h: i});",
        "a.as.type.interface(b);",
        "const type = 1; type = 2; as(3);",
        "function a(b, {c = 1, d: e}, ...f) { return b }",
    ],
)  # fmt: skip
def test_javascript_stays_as_it_is(code: str) -> None:
    assert strip_types(code) == code


@pytest.mark.parametrize("word", ["enum", "namespace", "declare", "abstract"])
@pytest.mark.parametrize("export", ["", "export "])
def test_what_is_more_than_a_type_is_refused_at_its_place(word: str, export: str) -> None:
    with pytest.raises(JsxMistake) as caught:
        strip_types(f"const a = 1;\n{export}{word} B {{}}")
    assert caught.value.message == f"`{word}` of TypeScript is not supported"
    assert caught.value.position == 13 + len(export)


@pytest.mark.parametrize(
    "unit",
    ["a<", "a<b>(c) ", "interface a ", "implements ", "() => ", "(", "(a): ", "a as ", "export {",
     "`${", "<a>{", "b extends c ? ", "a ? (b) : c => ", "const a: b<", "import ", "a<b,", "a!"],
)  # fmt: skip
def test_hostile_code_takes_no_time(unit: str) -> None:
    started = time.process_time()
    with contextlib.suppress(JsxMistake):
        strip_types("const x: " + unit * 5000)
    assert time.process_time() - started < HANGS_AFTER


def test_a_page_imports_typescript() -> None:
    module = "type Size = number;\nexport const size: Size = 3;\n"
    page = "import {size} from '/snippets/a.tsx'\n\n{size}"
    expanded = expand({"page.mdx": page, "snippets/a.tsx": module})
    assert problems(expanded) == []
    assert shown(expanded.document.nodes) == "3"


def test_a_component_in_typescript_is_shown() -> None:
    module = (
        "interface Props { name: string; times?: number }\n"
        "function first<T>(list: T[]): T { return list[0]! }\n"
        "export const Hello = ({ name, times = 2 }: Props): JSX.Element => {\n"
        "  const word = first<string | null>(['Hi']);\n"
        "  const all = Array.from<number>({ length: times as number });\n"
        "  return <p>{all.map((_: number, i: number) => `${word!} ${name} ${i}`).join(', ')}</p>;\n"
        "};\n"
    )
    page = "import {Hello} from '/snippets/a.tsx'\n\n<Hello name='you' />"
    files = {"page.mdx": page, "snippets/a.tsx": module}
    with contextlib.closing(JavaScriptEngine()) as engine:
        expanded = complete(files, engine.evaluate)
    assert problems(expanded) == []
    assert shown(expanded.document.nodes) == "<p>Hi you 0, Hi you 1</p>"


def test_an_enumeration_is_told_where_it_stands() -> None:
    page = "import {A} from '/snippets/a.tsx'\n\n{A}"
    expanded = expand({"page.mdx": page, "snippets/a.tsx": "\nexport enum A { B }"})
    (problem,) = [p for p in expanded.document.problems if p.code is Code.JAVASCRIPT_SYNTAX]
    assert str(problem.location) == "snippets/a.tsx:2:8"
    assert problem.message == "this code cannot be read: `enum` of TypeScript is not supported"
