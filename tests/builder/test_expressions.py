"""Expressions and components of pages, evaluated by the real engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from octavo.builder.javascript.engine import JavaScriptEngine
from octavo.content.javascript.evaluation import Answer, Failure, FailureKind, Request, fail_all
from tests.snippet_pages import complete, problems, shown


@pytest.fixture(scope="module")
def engine() -> Iterator[JavaScriptEngine]:
    engine = JavaScriptEngine(["Card", "Note"])
    yield engine
    engine.close()


@pytest.mark.parametrize(
    ("page", "html"),
    [
        ("{1 + 1}", "2"),
        ("a {[1, 2].map(n => n * 2)} b", "<p>a 24 b</p>"),
        ("{0.1 + 0.2}", "0.30000000000000004"),
        ("a {1 > 2 && 'no'} b", "<p>a  b</p>"),
        ("{['b', 'a', 'Á'].sort((a, b) => a.localeCompare(b)).join()}", "a,Á,b"),
        ("{(1234567.5).toLocaleString()}", "1,234,567.5"),
        ("{new Intl.NumberFormat('en', {style: 'currency', currency: 'USD'}).format(5)}", "$5.00"),
        ("{new Date(Date.UTC(2024, 1, 9)).toLocaleDateString()}", "2/9/2024"),
        ("{new Date('2024-02-09').toLocaleDateString('en', {month: 'long', day: 'numeric'})}",
         "February 9"),
        ("{(() => { console.log('x'); return 'y'; })()}", "y"),
        ("{typeof window + typeof process + typeof require}", "undefinedundefinedundefined"),
        ("{<b className='x'>y</b>}", "<b className='x'>y</b>"),
        ("{[<b key='1'>{1 + 1}</b>, <></>]}", "<b>2</b>"),
        ("{<Card title={1 + 1}>x</Card>}", "<Card title=2>x</Card>"),
        ("{[Card].map(C => <C />)}", "<Card></Card>"),
        ("<b title={`a${1 + 1}`} n={1 + 1} />", "<b title='a2' n=2></b>"),
        ("<b style={{width: 1 + 1}} />", "<b style={'width': 2}></b>"),
        ("<Card icon={<i>{1 + 1}</i>} />", "<Card icon=<i>2</i>></Card>"),
        ("<b {...{id: 'a' + 'b'}} />", "<b ...={'id': 'ab'}></b>"),
        ("## Part {1 + 1}", "<h2>Part 2</h2>"),
        ("{new Set(['a', 'b'])}", "ab"),
        ("{{a: 1}.a}", "1"),
    ],
)  # fmt: skip
def test_expressions_give_what_react_would_show(
    engine: JavaScriptEngine, page: str, html: str
) -> None:
    expanded = complete({"page.mdx": page}, engine.evaluate)
    assert shown(expanded.document.nodes) == html
    assert problems(expanded) == []


@pytest.mark.parametrize(
    "names", ["React", "React, { useState }", "* as React", "Other, { useState as useMine }"]
)
def test_files_import_react_under_any_name(engine: JavaScriptEngine, names: str) -> None:
    """Its own name is one of them."""
    name = "Other" if "Other" in names else "React"
    code = f"""import {names} from "react";
export const A = () => {{ const [n] = {name}.useState(7); return <b>{{n}}</b>; }};"""
    page = "import { A } from '/snippets/a.jsx'\n\n<A />"
    expanded = complete({"page.mdx": page, "snippets/a.jsx": code}, engine.evaluate)
    assert shown(expanded.document.nodes) == "<b>7</b>"


COMPONENTS = """\
export const Plain = ({ name = "nobody", children }) => <b title={name}>{children}</b>;
export const List = ({ items, children }) => <ul>{items.map((i) => children(i))}</ul>;
export function Outer({ children, ...props }) { return <Plain {...props}>{children}</Plain>; }
export const Twice = ({ children }) => <>{children}{children}</>;
export const Nothing = () => null;
export const Shout = ({ children }) => children.toUpperCase();
export const Counter = () => {
  const [n, set] = useState(() => 7);
  useEffect(() => set(8), []);
  return <button onClick={() => set(n + 1)} disabled={false}>{n}</button>;
};
export class Old extends React.Component {
  render() { return <i>{this.props.x}</i>; }
}
export const Theme = createContext("light");
export const Themed = () => <u>{useContext(Theme)}</u>;
export const Dark = ({ children }) => <Theme.Provider value="dark">{children}</Theme.Provider>;
export const Nested = () => <Dark><Themed /></Dark>;
export const Fails = ({ x }) => x.y.z;

"""


@pytest.mark.parametrize(
    ("page", "html"),
    [
        ("<Plain />", "<b title='nobody'></b>"),
        ("<Plain name='x'>text</Plain>", "<b title='x'>text</b>"),
        ("<Plain>\n\n**bold** text\n\n</Plain>",
         "<b title='nobody'><p><strong>bold</strong> text</p></b>"),
        ("<Plain>\n\n# A {1 + 1} <Plain>in</Plain>\n\n</Plain>",
         "<b title='nobody'><h1>A 2 <b title='nobody'>in</b></h1></b>"),
        ("<List items={[1, 2]}>{(i) => <li key={i}>{i * 2}</li>}</List>",
         "<ul><li>2</li><li>4</li></ul>"),
        ("<Outer name='x'>in</Outer>", "<b title='x'>in</b>"),
        ("<Twice>*a*</Twice>", "<em>a</em><em>a</em>"),
        ("a <Nothing /> b", "<p>a  b</p>"),
        ("<Shout>loud</Shout>", "LOUD"),
        ("<Old x={3} />", "<i>3</i>"),
        ("<Nested />", "<u>dark</u>"),
        ("<Card><Plain /></Card>", "<Card><b title='nobody'></b></Card>"),
        ("<Card title={<Plain />} />", "<Card title=<b title='nobody'></b>></Card>"),
        ("{[1, 2].map((n) => <Plain key={n} name={`n${n}`} />)}",
         "<b title='n1'></b><b title='n2'></b>"),
        ("<Plain {...{name: 'spread'}} />", "<b title='spread'></b>"),
        ("<Plain name={undefined} />", "<b title='nobody'></b>"),
        ("<Plain>{/* only a comment */}</Plain>", "<b title='nobody'></b>"),
    ],
)  # fmt: skip
def test_components_of_a_page_are_rendered(engine: JavaScriptEngine, page: str, html: str) -> None:
    expanded = complete({"page.mdx": COMPONENTS + page}, engine.evaluate)
    assert shown(expanded.document.nodes) == html
    assert problems(expanded) == []


def test_components_come_from_jsx_files_and_snippets(engine: JavaScriptEngine) -> None:
    files = {
        "page.mdx": (
            "import { Box as B } from './parts/box.jsx'\nimport Named from './parts/box'\n"
            "import * as All from './parts/box.jsx'\n\n"
            "import { Tip } from '/snippets/tip.mdx'\n\n"
            "<B a={1} />\n\n<Named />\n\n<All.Box a={2} />\n\n<Tip>x</Tip>"
        ),
        "parts/box.jsx": (
            "import { small } from './sizes.js'\n"
            "export const Box = ({ a }) => <b size={small}>{a}</b>;\n"
            "export default () => <i />;\n"
        ),
        "parts/sizes.js": "export const small = 2 + 3;",
        "snippets/tip.mdx": "export const Tip = ({ children }) => <u>{children}</u>\n\nnot shown",
    }
    expanded = complete(files, engine.evaluate)
    assert shown(expanded.document.nodes) == ("<b size=5>1</b><i></i><b size=5>2</b><u>x</u>")
    assert problems(expanded) == []
    assert expanded.dependencies == (
        "parts/box.jsx",
        "parts/sizes.js",
        "snippets/tip.mdx",
    )


def test_files_have_their_own_names(engine: JavaScriptEngine) -> None:
    files = {
        "page.mdx": "import { A } from './a.jsx'\n\nexport const x = 'page'.trim()\n\n<A /> {x}.",
        "a.jsx": "const x = 'a'.trim();\nexport const A = () => x;",
    }
    assert shown(complete(files, engine.evaluate).document.nodes) == "<p>a page.</p>"


@pytest.mark.parametrize(
    ("use", "snippet", "html"),
    [
        ("<S n={3} />", "{n * 2} {props.n + 1}.", "<p>6 4.</p>"),
        ("<S n={1 + 2} />", "{n}, {n * 2}.", "<p>3, 6.</p>"),
        ("<S />", "{n ? 'given' : 'missing'}", "missing"),
        ("<S {...make()} />", "a {x} {props.y}", "<p>a 1 2</p>"),
        ("<S>*kids*</S>", "{children || 'none'}", "<em>kids</em>"),
        ("<S />", "{children || 'none'}", "none"),
        ("<S icon={<i>x</i>} />", "{[icon]}{icon}", "<i>x</i><i>x</i>"),
        ("<S n={own} />", "export const twice = (n) => n * 2\n\n{twice(n)}", "14"),
        ("<S n={2} />", "<b title={n + 1}>{Math.max(n, 5)}</b>", "<b title=3>5</b>"),
        ("<S f={(x) => x + 1} />", "a {f(1)}", "<p>a 2</p>"),
        ("{[1, 2].map((n) => <S n={n} />)}", "is {n}, {n + 1}", "<p>is 1, 2</p><p>is 2, 3</p>"),
        ("{<S n={1}><b>x</b></S>}", "a {n} {children}", "<p>a 1 <b>x</b></p>"),
    ],
)
def test_snippets_and_code_work_together(
    engine: JavaScriptEngine, use: str, snippet: str, html: str
) -> None:
    page = (
        "import S from './s.mdx'\n\nexport const own = 3 + 4\n\n"
        "export const make = () => ({ x: 1, y: 2 })\n\n"
    )
    expanded = complete({"page.mdx": page + use, "s.mdx": snippet}, engine.evaluate)
    assert shown(expanded.document.nodes) == html
    assert problems(expanded) == []


def test_snippets_in_code_in_snippets_end_somewhere(engine: JavaScriptEngine) -> None:
    files = {
        f"{n}.mdx": f"import S from './{n + 1}.mdx'\n\n{{[1].map(() => <S />)}}" for n in range(8)
    }
    expanded = complete({**files, "8.mdx": "end"}, engine.evaluate, "0.mdx")
    assert problems(expanded) == ["4.mdx:3:1 expression-failed"]


# --- what goes wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "page", ["{A, B}", "{no one/a team}", "{{customer_name}}", "{a b}", "{1 +}", "{user.name}"]
)
def test_braces_that_are_meant_as_text_stay_as_they_are(
    engine: JavaScriptEngine, page: str
) -> None:
    expanded = complete({"page.mdx": f"text {page} text"}, engine.evaluate)
    assert shown(expanded.document.nodes) == f"<p>text {page} text</p>"
    assert problems(expanded) == []  # the renderer warns, as it does for a single name


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("text {null.x} text", "TypeError: cannot read property 'x' of null"),
        ("text {(() => { throw 'tantrum' })()} text", "tantrum"),
        ("text {(() => { throw null })()} text", ""),
        ("text {Promise.resolve(1)} text", "TypeError: a promise cannot be shown"),
        ("text <Missing.Part /> text", ""),
    ],
)
def test_code_that_fails_leaves_a_mark_and_the_rest_of_the_page(
    engine: JavaScriptEngine, page: str, problem: str
) -> None:
    page = "export const Missing = {}.x || {}\n\n" + page + "\n\n{1 + 1}"
    expanded = complete({"page.mdx": page}, engine.evaluate)
    html = shown(expanded.document.nodes)
    assert html.startswith("<p>text <span className='render-error'>`")
    assert html.endswith("</span> text</p>2")
    assert problem in html
    assert [each.split(" ")[0] for each in problems(expanded)] == ["page.mdx:3:6"]


def test_a_component_that_fails_is_told_where_it_is_used_and_where_it_failed(
    engine: JavaScriptEngine,
) -> None:
    files = {
        "page.mdx": "import { A } from './a.jsx'\n\nx\n\n<A />",
        "a.jsx": "const f = (x) => {\n  return x.y;\n};\n\nexport const A = () => <b>\n{f()}</b>;",
    }
    expanded = complete(files, engine.evaluate)
    (problem,) = expanded.document.problems
    assert str(problem.location) == "page.mdx:5:1"
    assert problem.message == (
        "`<A>` failed: TypeError: cannot read property 'y' of undefined (at a.jsx:2)"
    )


@pytest.mark.parametrize(
    ("module", "problem"),
    [
        ("export const A = () => {\n  let x = ;\n};", "a.jsx:2 javascript-syntax"),
        ("export const A = (x: string) => x;", "a.jsx:1 javascript-syntax"),
        ("export const A = () => 1;\n\nfail();", "a.jsx:3 expression-failed"),
        ("export const A = () => 1;\nwhile (true);", "javascript-stopped"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_once(
    engine: JavaScriptEngine, module: str, problem: str
) -> None:
    files = {"page.mdx": "import { A } from './a.jsx'\n\n{1 + 1}\n\n<A />", "a.jsx": module}
    expanded = complete(files, engine.evaluate)
    assert problems(expanded)[0].endswith(problem)
    assert "render-error" in shown(expanded.document.nodes)


@pytest.mark.parametrize(
    "code",
    [
        "export const A = (x: string) => 1;",
        "export const A: number = 1;",
        "export const A = 1 as number;",
        "export const A = [1]!;",
        "export const A = { a: 1 } satisfies object;",
        "export const A = () => 1;\nexport interface Props { name: string }",
        "export const A = () => 1;\nexport type Size = number;",
        "export enum A { B }",
        "export const A = <T,>(x: T) => x;",
        "export function A<T>(x: T): T { return x }",
        "export class A { private x = 1; }",
        "export const A = () => 1;\nexport declare const B: string;",
    ],
)
@pytest.mark.parametrize("source", ["a.tsx", "a.mdx"])
def test_types_are_told_and_nothing_else_of_the_page_is_lost(
    engine: JavaScriptEngine, code: str, source: str
) -> None:
    page = "Before.\n\n<b>{A}</b>\n\nAfter."
    files = {"page.mdx": f"import {{ A }} from './{source}'\n\n{page}", source: code}
    expanded = complete(files, engine.evaluate)
    told = {each.code.value: each.hint for each in expanded.document.problems}
    assert told["javascript-syntax"].endswith(
        "Write it in JavaScript: types of TypeScript are not understood."
    )
    html = shown(expanded.document.nodes)
    assert html.startswith("<p>Before.</p><b>")
    assert html.endswith("</b><p>After.</p>")


def test_a_script_for_typescript_without_types_is_javascript(engine: JavaScriptEngine) -> None:
    files = {
        "page.mdx": "import { A } from './a'\n\n<A />",
        "a.tsx": "export const A = () => <b>{1 + 1}</b>;",
    }
    expanded = complete(files, engine.evaluate)
    assert problems(expanded) == []
    assert shown(expanded.document.nodes) == "<b>2</b>"


def test_components_that_would_react_are_told_once_and_show_how_they_start(
    engine: JavaScriptEngine,
) -> None:
    page = COMPONENTS + "<Counter />\n\n<Counter />\n"
    expanded = complete({"page.mdx": page}, engine.evaluate)
    assert shown(expanded.document.nodes) == "<button disabled=False>7</button>" * 2
    (problem,) = expanded.document.problems
    assert (problem.code.value, problem.severity.value) == ("javascript-not-live", "info")
    assert problem.message.startswith("`Counter` would react")


def test_an_object_is_not_shown_and_told(engine: JavaScriptEngine) -> None:
    expanded = complete({"page.mdx": "a {Object.create({})} b"}, engine.evaluate)
    assert problems(expanded) == ["page.mdx:1:3 expression-not-shown"]


def test_children_that_are_shown_very_often_end_with_a_problem(engine: JavaScriptEngine) -> None:
    page = (
        "export const Many = ({ children }) => Array(50000).fill(children)\n\n"
        "<Many>\n\n" + "text *a*\n\n" * 200 + "</Many>"
    )
    expanded = complete({"page.mdx": page}, engine.evaluate)
    assert [each.code.value for each in expanded.document.problems] == ["snippet-too-much"]


def test_chance_and_time_are_the_same_every_time(engine: JavaScriptEngine) -> None:
    page = "{Math.random()} {Date.now()} {new Date().toISOString()} {performance.now()} {useId()}."
    first, second = (complete({"page.mdx": page}, engine.evaluate) for _ in range(2))
    assert shown(first.document.nodes) == shown(second.document.nodes)


def test_pages_do_not_see_each_other(engine: JavaScriptEngine) -> None:
    complete({"page.mdx": "{globalThis.left = 'behind'}"}, engine.evaluate)
    expanded = complete({"page.mdx": "{typeof globalThis.left}"}, engine.evaluate)
    assert shown(expanded.document.nodes) == "undefined"


def test_without_an_engine_pages_show_their_code_with_a_warning() -> None:
    def evaluate(request: Request) -> Answer:
        return fail_all(request, Failure(FailureKind.UNAVAILABLE, message="it is not there"))

    expanded = complete({"page.mdx": "a {1 + 1} b <b title={1 + 1} />"}, evaluate)
    assert shown(expanded.document.nodes) == (
        "<p>a <span className='render-error'>{1 + 1}</span> b <b></b></p>"
    )
    assert problems(expanded) == [
        "page.mdx:1:3 javascript-unavailable",
        "page.mdx:1:22 javascript-unavailable",
    ]
