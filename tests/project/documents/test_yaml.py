from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from octavo.problems import Code, Problem, Severity
from octavo.project.documents.scalars import read_plain_scalar
from octavo.project.documents.yaml import find_yaml_places, parse_yaml


def value_of(text: str) -> Any:
    document = parse_yaml(text, "api.yaml")
    assert document.problems == ()
    return document.value


def only_problem(text: str, *, first_line: int = 1) -> Problem:
    (problem,) = parse_yaml(text, "api.yaml", first_line=first_line).problems
    return problem


def refusal(text: str) -> Problem:
    assert parse_yaml(text, "api.yaml").value is None
    problem = only_problem(text)
    assert problem.severity is Severity.ERROR
    return problem


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("nil", "nil"),
        ("true", True),
        ("False", False),
        ("tRUE", "tRUE"),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("12", 12),
        ("+12", 12),
        ("-0", 0),
        ("007", 7),
        ("0o17", 15),
        ("0x1f", 31),
        ("0b1", "0b1"),
        ("1_000", "1_000"),
        ("12:30:45", "12:30:45"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e3", 1000.0),
        ("1e999", "1e999"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("NaN", "NaN"),
        ("2024-01-31", "2024-01-31"),
        ("2024-01-31T10:00:00Z", "2024-01-31T10:00:00Z"),
        ("-", [None]),
        ("'12'", "12"),
        ('"true"', "true"),
        ("|\n  12", "12"),
        ("'é😀'", "é😀"),
        ("=", "="),
        ("1.2.3", "1.2.3"),
        ("!!str 12", "12"),
        ("! 12", "12"),
        ('!!int "12"', 12),
        ("!!null ''", None),
        ("!!timestamp 2024-01-31", "2024-01-31"),
        ("!!map {a: 1}", {"a": 1}),
    ],
)
def test_scalars_follow_the_core_schema(text: str, value: Any) -> None:
    found = value_of(text)
    assert found == value
    assert type(found) is type(value)


def test_a_number_of_5000_digits_stays_text() -> None:
    digits = "9" * 5000
    assert value_of(f"a: {digits}") == {"a": digits}


def test_keys_stay_the_text_they_were_written_as() -> None:
    text = "200: a\non: b\nnull: c\n~: d\n1.0: e\n'x': f\ntrue: g"
    assert list(value_of(text)) == ["200", "on", "null", "~", "1.0", "x", "true"]


def test_collections_nest() -> None:
    text = "a:\n- b: [1, {c: 2}]\n  d:\n- - x\ne: {}\nf: []\n"
    assert value_of(text) == {
        "a": [{"b": [1, {"c": 2}], "d": None}, ["x"]],
        "e": {},
        "f": [],
    }


def test_a_byte_order_mark_windows_line_ends_and_foreign_line_ends_are_read() -> None:
    assert value_of("\ufeffa: 1\r\nb: 2\r\n") == {"a": 1, "b": 2}
    assert value_of("a: x\u2028y\nb: 'p\x85q'") == {"a": "x y", "b": "p q"}


def test_aliases_share_their_value() -> None:
    value = value_of("a: &x {n: 1}\nb: *x\nc: [*x]\nk: &s text\n*s : v\nt: *s")
    assert value["b"] is value["a"]
    assert value == {
        "a": {"n": 1},
        "b": {"n": 1},
        "c": [{"n": 1}],
        "k": "text",
        "text": "v",
        "t": "text",
    }


def test_merge_keys_add_what_is_not_there() -> None:
    text = """
base: &base {a: 1, b: 2}
other: &other {b: 3, c: 4}
one: {<<: *base, b: 9}
two: {b: 9, <<: [*base, *other]}
three: {<<: *base, <<: *other}
four: {"<<": text}
"""
    value = value_of(text)
    assert value["one"] == {"a": 1, "b": 9}
    assert value["two"] == {"b": 9, "a": 1, "c": 4}
    assert value["three"] == {"a": 1, "b": 2, "c": 4}
    assert value["four"] == {"<<": "text"}
    assert value["base"] == {"a": 1, "b": 2}


def test_a_merge_of_something_without_keys_is_a_warning() -> None:
    document = parse_yaml("a: {<<: text, b: 1}", "api.yaml")
    assert document.value == {"a": {"b": 1}}
    assert [problem.code for problem in document.problems] == [Code.YAML_MERGE_INVALID]


def test_a_key_twice_is_reported_at_the_second_and_the_last_counts() -> None:
    document = parse_yaml("a:\n  b: 1\n  c: 2\n  b: 3\n", "api.yaml")
    assert document.value == {"a": {"b": 3, "c": 2}}
    (problem,) = document.problems
    assert (problem.code, problem.severity) == (Code.YAML_DUPLICATE_KEY, Severity.WARNING)
    assert str(problem.location) == "api.yaml:4:3"


@pytest.mark.parametrize(
    "text",
    [
        "a: !!python/object/apply:os.system [ls]",
        "a: !!python/name:os.system ''",
        "a: !custom x",
        "a: !!binary aGk=",
        "a: !!set {x}",
    ],
)
def test_tags_have_no_effect_but_a_warning(text: str) -> None:
    document = parse_yaml(text, "api.yaml")
    assert document.value in (
        {"a": ["ls"]},
        {"a": ""},
        {"a": "x"},
        {"a": "aGk="},
        {"a": {"x": None}},
    )
    (problem,) = document.problems
    assert (problem.code, problem.severity) == (Code.YAML_TAG_IGNORED, Severity.WARNING)
    assert (problem.location.line, problem.location.column) == (1, 4)


def test_only_the_first_document_is_used() -> None:
    document = parse_yaml("%YAML 1.2\n---\na: 1\n---\nb: 2\n", "api.yaml")
    assert document.value == {"a": 1}
    (problem,) = document.problems
    assert (problem.code, problem.location.line) == (Code.YAML_SEVERAL_DOCUMENTS, 4)


def test_control_characters_and_lone_surrogates_are_replaced_with_a_warning() -> None:
    for bad in ("\x07", "\x00", "\x7f", "\ud800", "\uffff"):
        document = parse_yaml(f"a: 1\nb: x{bad}y", "api.yaml")
        assert document.value == {"a": 1, "b": "x\ufffdy"}
        (problem,) = document.problems
        assert problem.code is Code.YAML_CONTROL_CHARACTER
        assert str(problem.location) == "api.yaml:2:5"


@pytest.mark.parametrize(
    ("text", "place", "words", "hint"),
    [
        ("title: Foo: bar", (1, 11), "colon", "quotes"),
        ("a: 1\nb:\n\tc: 1", (3, 1), "tab", "spaces"),
        ("a: 1\n\tb: 2", (2, 1), "tab", "spaces"),
        ('a: "x\nb: 1\n', (1, 4), "quote is never closed", "same kind"),
        ("a: 'it's'\nb: 1", (1, 8), "key: value", "apostrophe"),
        ("a: @x", (1, 4), "cannot start with @", "quotes"),
        ("a: `x`", (1, 4), "cannot start with `", "quotes"),
        ("a: %x", (1, 4), "cannot start with %", "quotes"),
        ("a: *b* c", (1, 4), "cannot start with *", "quotes"),
        ("a: & b", (1, 4), "cannot start with &", "quotes"),
        ("a: > b", (1, 4), "cannot start with >", "quotes"),
        ("a: !<x", (1, 7), "cannot start with !", "quotes"),
        ("a: - b", (1, 4), "item of a list", "lines below"),
        ("a: [1, 2\nb: c", (2, 2), "brackets", "]"),
        ("a: {x: 1\nb: 2", (2, 2), "braces", "}"),
        ("a: 1\nno colon\nb: 2", (2, 1), "colon is missing", "key: value"),
        ('a: "C:\\dir"', (1, 7), "backslash", "single quotes"),
        (" a: 1\nb: 2", (2, 1), "does not belong", "spaces"),
        ("a: ]", (1, 4), "value is expected", "quotes"),
    ],
)
def test_the_usual_mistakes_are_told_in_plain_words(
    text: str, place: tuple[int, int], words: str, hint: str
) -> None:
    problem = refusal(text)
    assert problem.code is Code.YAML_SYNTAX
    assert (problem.location.line, problem.location.column) == place
    assert words in problem.message
    assert hint in problem.hint


def test_lines_count_from_the_first_line_of_the_file() -> None:
    assert only_problem("a: b: c", first_line=2).location.line == 2
    assert parse_yaml("a: 1\nb: 2", "x", first_line=2).places == {"a": (2, 4), "b": (3, 4)}


def test_a_key_that_is_not_text_is_refused_with_a_hint() -> None:
    for text in ("a: {{ name }}", "? [a]\n: b", "{[a]: b}", "a: &x [1]\n*x : 2"):
        problem = refusal(text)
        assert problem.code is Code.YAML_KEY_NOT_TEXT
        assert "quotes" in problem.hint


def test_an_unknown_alias_is_refused() -> None:
    problem = refusal("a: *bold")
    assert (problem.code, problem.location.column) == (Code.YAML_ALIAS_UNKNOWN, 4)
    assert "quotes" in problem.hint


def test_a_name_without_end_is_cut_in_the_message() -> None:
    assert len(refusal("a: *" + "b" * 10_000).message) < 300
    assert len(only_problem("a: !" + "b" * 10_000 + " x").message) < 300


def test_an_alias_inside_of_its_anchor_is_refused() -> None:
    assert refusal("a: &x [1, *x]").code is Code.YAML_ALIAS_LOOP
    assert refusal("a: &x {<<: *x}").code is Code.YAML_ALIAS_LOOP


def test_places_are_found_for_keys_and_values() -> None:
    text = "a: {b: 1, c: 2}\nd:\n  - b: 3\n  - {x: {y: [0, 1]}, x2: 5}\n200: ok\n"
    paths = [("a", "c"), ("d", 1, "x", "y", 1), ("d", "1", "x2"), ("200",), ()]
    assert find_yaml_places(text, paths) == {
        ("a", "c"): ((1, 11), (1, 14)),
        ("d", 1, "x", "y", 1): ((4, 17), (4, 17)),
        ("d", "1", "x2"): ((4, 22), (4, 26)),
        ("200",): ((5, 1), (5, 6)),
        (): ((1, 1), (1, 1)),
    }


def test_a_place_that_is_not_there_is_the_nearest_above() -> None:
    places = find_yaml_places("a:\n  b: 1\n", [("a", "q", "r"), ("z",)], first_line=10)
    assert places == {("a", "q", "r"): ((10, 1), (11, 3)), ("z",): ((10, 1), (10, 1))}


def test_places_before_a_mistake_are_still_found() -> None:
    assert find_yaml_places("a: 1\nb: c: d", [("a",)]) == {("a",): ((1, 1), (1, 4))}


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**6)
    | st.floats(allow_nan=False, allow_infinity=False, width=16)
    # the other program writes text such as 0E0, a number in YAML 1.2, without quotes
    | st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8).filter(
        lambda text: not text or isinstance(read_plain_scalar(text), str)
    ),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abc:# -", min_size=1, max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(json_values)
@settings(max_examples=150, deadline=None)
def test_what_another_program_writes_is_read_back(value: Any) -> None:
    for flow in (True, False):
        text = yaml.safe_dump(value, default_flow_style=flow, allow_unicode=True)
        document = parse_yaml(text, "api.yaml")
        assert document.problems == ()
        assert document.value == value


@given(
    st.text(alphabet=st.sampled_from("ab: \n-[]{},&*!|>'\"%@`#<?\t\ud800\x00\u2028"), max_size=40)
)
@settings(max_examples=400, deadline=None)
def test_no_text_makes_the_parser_fail(text: str) -> None:
    document = parse_yaml(text, "api.yaml")
    errors = [p for p in document.problems if p.severity is Severity.ERROR]
    assert len(errors) <= 1
    assert not (errors and document.value is not None)
    find_yaml_places(text, [("a", "b"), ("a", 0)])


def test_without_libyaml_the_result_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [
        "a: &x {n: 1, s: 'q'}\nb: [*x, yes, 0o17]\nc:\n  <<: *x\n  n: 2\n",
        "a: 1\na: 2\n---\nb: 3",
        "a: !tag x\nb: \x07",
        "[" * 1000,
        "",
    ]
    with_libyaml = [parse_yaml(text, "api.yaml") for text in texts]
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    assert [parse_yaml(text, "api.yaml") for text in texts] == with_libyaml
    assert only_problem("a: @x").message == "a value cannot start with @"
    assert only_problem("a: [1").code is Code.YAML_SYNTAX
