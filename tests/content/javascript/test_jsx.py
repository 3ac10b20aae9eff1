"""JSX as calls: what becomes of elements, and that everything else stays as it is."""

from __future__ import annotations

import contextlib
import time

import pytest

from octavo.content.javascript.jsx import JsxMistake, transform_expression
from tests.patience import HANGS_AFTER


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("<a />", '$h("a",null)'),
        ("<></>", "$h(null,null)"),
        ("<my-part />", '$h("my-part",null)'),
        ("<Card />", '$h((typeof Card==="undefined"?"Card":Card),null)'),
        ("<Tabs.Tab />", '$h((typeof Tabs==="undefined"?"Tabs.Tab":Tabs.Tab),null)'),
        ("<a b c='d' e=\"f\" />", '$h("a",{"b":true,"c":"d","e":"f",})'),
        ("<a b={c} {...d} />", '$h("a",{"b":(c),...((d)),})'),
        ("<a __proto__={b} />", '$h("a",{["__proto__"]:(b),})'),
        ("<a b={/* nothing */} />", '$h("a",{"b":(void 0),})'),
        ("<a>Don't stop</a>", '$h("a",null,"Don\'t stop")'),
        ("<a>me &amp; you</a>", '$h("a",null,"me & you")'),
        ("<a>{b}{/* c */}</a>", '$h("a",null,(b),(void 0))'),
        ("<a><b>c</b> d</a>", '$h("a",null,$h("b",null,"c")," d")'),
        ("a.map(b => <c key={b}>{b}</c>)", 'a.map(b => $h("c",{"key":(b),},(b)))'),
        ("a ? <b /> : <c />", 'a ? $h("b",null) : $h("c",null)'),
        ("<a b={<c />} />", '$h("a",{"b":($h("c",null)),})'),
        ("`a ${<b />} ${`c ${<d />}`}`", '`a ${$h("b",null)} ${`c ${$h("d",null)}`}`'),
    ],
)
def test_elements_become_calls(source: str, code: str) -> None:
    assert transform_expression(source) == code


@pytest.mark.parametrize(
    "source",
    [
        "a < b && c > d",
        "a<b",
        "1 <2",
        "'<a>'",
        '"<a>"',
        "`<a>`",
        "/<a>/.test(b)",
        "a / b < c / d",
        "/* <a> */ b < c",
        "// <a>\nb < c",
        "f(a) <b",
    ],
)
def test_everything_else_stays_as_it_is(source: str) -> None:
    assert transform_expression(source) == source


def test_the_facts_about_a_module_are_those_of_a_built_site() -> None:
    code = transform_expression("import.meta.env.DEV ? 'a' : important.meta")
    assert code == (
        '({url:"",env:{MODE:"production",PROD:true,DEV:false,SSR:true}}).env.DEV'
        " ? 'a' : important.meta"
    )


def test_every_line_stays_on_its_line() -> None:
    source = "(\n<Box\n a={\n  one\n }\n b='x'\n>\n text\n {two}\n\n <i>\n </i>\n</Box>\n, three)"
    code = transform_expression(source)
    for name in ("one", "two", "three"):
        assert code[: code.index(name)].count("\n") == source[: source.index(name)].count("\n")
    assert code.count("\n") == source.count("\n")


@pytest.mark.parametrize(
    ("source", "message", "position"),
    [
        ("1 + <a>", "`<a>` is not closed, or not in order", 4),
        ("<a><b></a></b>", "`</a>` does not close `<b>`", 6),
        ("`${<a />", "a template is not closed: its last ` is missing", 0),
    ],
)
def test_mistakes_say_what_and_where(source: str, message: str, position: int) -> None:
    with pytest.raises(JsxMistake) as caught:
        transform_expression(source)
    assert (caught.value.message, caught.value.position) == (message, position)


@pytest.mark.parametrize("part", ["<a>", "<a b={", "{<a>", "`${", "<a>{", "(<", "a<b>", "</a>"])
def test_hostile_code_is_refused_or_read_in_time_that_grows_with_it(part: str) -> None:
    start = time.process_time()
    with contextlib.suppress(JsxMistake):
        transform_expression("<p>" + part * 20_000)
    assert time.process_time() - start < HANGS_AFTER


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(JsxMistake, match="levels are nested"):
        transform_expression("<a>" * 500 + "</a>" * 500)
