"""Highlighting: no text is lost, the time is linear, and each language marks its main parts."""

from __future__ import annotations

import html
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from octavo.content.languages import LABELS, OTHER_NAMES
from octavo.render.content.highlight import KINDS, LARGEST, has_grammar, highlight, highlight_text
from tests.effort import effort
from tests.patience import HANGS_AFTER
from tests.whole import first_of_each

LANGUAGES = sorted(LABELS)
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "languages.mdx"
_FENCE = re.compile(r"^(`{3,})(\S+)\n(.*?)\n\1$", re.MULTILINE | re.DOTALL)
CASES = Path(__file__).parents[2] / "cases" / "code-samples.md"
SAMPLES = {
    match[2]: match[3] for match in _FENCE.finditer(CASES.read_text().split("## Samples")[1])
}
_ELEMENT = re.compile(r'<span class="([a-z])">([^<>]*)</span>|<|>')


def text_of(line: str) -> str:
    """Return the text of a line of HTML, which holds nothing but flat elements of known kinds."""
    kinds = {match[1] for match in _ELEMENT.finditer(line)}
    assert kinds <= KINDS.keys(), line
    return html.unescape(_ELEMENT.sub(lambda match: match[2], line))


def tokens(text: str, language: str, kind: str) -> list[str]:
    found = _ELEMENT.findall(highlight_text(text, language))
    return [html.unescape(token) for name, token in found if name == kind]


# the existing text


def test_there_are_more_than_forty_languages_of_our_own() -> None:
    assert len(LANGUAGES) > 40
    assert all(has_grammar(language) for language in LANGUAGES)
    assert all(
        has_grammar(name)
        for names in OTHER_NAMES.values()
        for name in names.split()
        if name not in OTHER_NAMES[""].split()
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_sample(language: str) -> None:
    assert language in SAMPLES
    assert f"### {LABELS[language]}\n" in CASES.read_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_docs_list_every_name_of_a_language(language: str) -> None:
    others = ", ".join(f"`{name}`" for name in OTHER_NAMES.get(language, "").split())
    assert f"| {LABELS[language]} | `{language}` | {others} |" in PAGE.read_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sample_shows_at_least_three_kinds(language: str) -> None:
    kinds = {name for name, _ in _ELEMENT.findall(highlight_text(SAMPLES[language], language))}
    assert len(kinds - {""}) >= 3


@pytest.mark.parametrize(
    ("language", "text", "kind", "expected"),
    [
        ("python", 'x = f"a {b} c"  # no', "v", ["{b}"]),
        ("python", "match = 1\nmatch x:\n    case 1:", "k", ["match", "case"]),
        ("python", "def f(self): return None", "f", ["f"]),
        ("javascript", "obj.default.delete(a / b / c)", "k", []),
        ("javascript", "const x = /a\\/b/g.test(y)", "s", ["/a\\/b/g"]),
        ("javascript", "`a ${b} c`", "v", ["${b}"]),
        ("jsx", "<b>is in for</b>", "g", ["<b", "</b>"]),
        ("jsx", "<b>is in for</b>", "k", []),
        ("typescript", "const x: Map<string, number> = y", "t", ["Map", "string", "number"]),
        ("typescript", "a < b", "g", []),
        ("json", '{"a": "b", "c": 1e3, "d": null}', "a", ['"a"', '"c"', '"d"']),
        ("json", '{"a": "b", "c": -1.5e3, "d": null}', "n", ["-1.5e3"]),
        ("json", '// one\n{"a": 1}', "c", ["// one"]),
        (
            "yaml",
            "/pets/{id}:\n  get: |\n    a: b\n\n    c\n  x: 1",
            "a",
            ["/pets/{id}", "get", "x"],
        ),
        ("yaml", "a: http://x.y#z # no", "s", ["http://x.y#z"]),
        ("yaml", "a: 1.2.3\nb: 1.5", "n", ["1.5"]),
        ("bash", 'curl -H "A: $T" \\\n  --data x # y', "v", ["$T"]),
        ("bash", "curl -X POST a-b.com | jq -r .id", "f", ["curl", "jq"]),
        ("bash", "curl -X POST a-b.com | jq -r .id", "a", ["-X", "-r"]),
        ("bash", "$ npm i", "p", ["$ "]),
        ("bash", "cat <<EOF > x\nif $A\nEOF\necho", "k", []),
        ("console", "$ ls -l\na b\n$ cat \\\n  b", "o", ["a b"]),
        ("console", "npm install", "f", ["npm"]),
        ("console", "npm install", "o", []),
        ("sql", "select COUNT(*) from Users where a = 'it''s'", "k", ["select", "from", "where"]),
        ("sql", "select COUNT(*) from Users where a = 'it''s'", "s", ["'it''s'"]),
        ("rust", "fn f<'a>(x: &'a str) -> char { 'b' }", "v", ["'a", "'a"]),
        ("rust", 'let s = r#"a "b" c"#;', "s", ['r#"a "b" c"#']),
        ("go", "x := `a\nb`", "s", ["`a", "b`"]),
        ("c", "#include <a.h>", "s", ["<a.h>"]),
        ("csharp", 'var s = $"a {b} c";', "v", ["{b}"]),
        ("php", "<?php $a->b($c);", "v", ["$a", "$c"]),
        ("ruby", 'puts "a #{b}" if x.nil?', "v", ["#{b}"]),
        ("html", '<a href="x>y">a = b</a>', "a", ["href"]),
        ("html", "<script>let x = 1;</script>", "k", ["let"]),
        ("html", "<style>a { color: red; }</style>", "a", ["color"]),
        ("markdown", "# A\n\n_b_ snake_case_name", "h", ["# A"]),
        ("markdown", "# A\n\n_b_ snake_case_name", "t", ["_b_"]),
        ("markdown", "```js\nlet x\n```", "k", ["let"]),
        ("mdx", '<Card title="a" cols={2}>', "a", ["title", "cols"]),
        ("diff", "--- a\n+++ b\n-c\n+d\n e", "i", ["+d"]),
        ("diff", "--- a\n+++ b\n-c\n+d\n e", "d", ["-c"]),
        ("http", 'POST /a HTTP/1.1\nA: b\n\n{"c": 1}', "a", ["A", '"c"']),
        ("css", "a:hover { color: #fff; --x: 1px }", "a", ["color"]),
        ("dockerfile", "FROM a AS b\nRUN from", "k", ["FROM", "AS", "RUN"]),
        ("toml", "[a.b]\nc = 1979-05-27", "n", ["1979-05-27"]),
        ("hcl", 'a = "x-${var.y}"', "v", ["${var.y}"]),
        ("liquid", "{{ a | upcase }}", "f", ["upcase"]),
        ("powershell", "Get-Item -Path $x", "f", ["Get-Item"]),
        ("makefile", "a: b\n\techo $(C)", "f", ["a"]),
    ],
)
def test_what_matters_in_a_language_is_found(
    language: str, text: str, kind: str, expected: list[str]
) -> None:
    assert tokens(text, language, kind) == expected


def test_a_token_over_several_lines_is_an_element_in_each() -> None:
    assert highlight("/* a\n\nb */ c", "js") == [
        '<span class="c">/* a</span>',
        "",
        '<span class="c">b */</span> c',
    ]


def test_plain_and_unknown_languages_are_only_escaped() -> None:
    for language in ("", "text", "no-such-language", "html.tag", "text.hash"):
        assert highlight("if <b> & 'c'", language) == ["if &lt;b&gt; &amp; 'c'"]


def test_other_languages_are_colored_by_pygments() -> None:
    assert tokens("main = do print 1 -- x", "haskell", "c") == ["-- x"]
    assert tokens('say "x" # y', "perl", "s") == ['"x"']


def test_our_own_languages_do_without_pygments() -> None:
    for language in LANGUAGES:
        highlight(SAMPLES[language], language)
    code = (
        "import sys; from octavo.render.content.highlight import highlight;"
        "highlight('a', 'python'); sys.exit('pygments' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_very_long_code_is_not_colored() -> None:
    assert "<span" in highlight_text("if x:\n" * (LARGEST // 6), "python")
    assert "<span" not in highlight_text("if x:\n" * (LARGEST // 6 + 1), "python")
    assert "<span" not in highlight_text("x" * 60_000, "haskell")


# no text is lost

PIECES = (
    "\" ' ` \"\"\" ''' / // /* */ # <!-- --> < </ > {{ }} {% %} ${ } $ [ ] ( ) \\ \\\n \n \t & "
    "&amp; <script> </script> <style> @ ! ? : :: = == => -> - -- --- + ``` ~~~ | % ~ ^ << <<EOF "
    "EOF a A A_B a1 1 0x1f 1.5 1e9 é \u2028 \0 \r key: if for def class import true null "
    'f" r#" R"( $$ --[[ ]]'
).split(" ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_comes_back_from_the_html_of_every_sample(language: str) -> None:
    for sample in SAMPLES.values():
        assert [text_of(line) for line in highlight(sample, language)] == sample.split("\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_comes_back_from_the_html_of_any_code(language: str) -> None:
    chance = random.Random(language)
    for _ in range(60):
        code = "".join(chance.choice(PIECES) + chance.choice(("", " ", "\n")) for _ in range(60))
        assert [text_of(line) for line in highlight(code, language)] == lines_in_html(code)


@settings(max_examples=200)
@given(st.sampled_from([*LANGUAGES, "haskell", "perl", "nope"]), st.text())
@example("bash", "'\0")
def test_any_text_comes_back(language: str, code: str) -> None:
    assert [text_of(line) for line in highlight(code, language)] == lines_in_html(code)


def lines_in_html(code: str) -> list[str]:
    """Return the lines of code as HTML can hold them: there is no NUL in it."""
    return code.replace("\0", "\ufffd").split("\n")


# nothing takes long

_BEFORE = ("", "a", '"', "<", "$", "key: ", "x = ", "{", "# ", "\n")
_AGAIN = (
    *"\"'`/#<{[($\\@!&|-=:.*_~%^+>a1 \n\t\r\0",
    *(
        "/*",
        "<!--",
        "${",
        "{{",
        "{%",
        "<a '",
        '<a "',
        "[a](",
        "a<",
        "a ",
        "a: ",
        "- ",
        "*a ",
        "**a",
    ),
    *(
        "=/[",
        "<<E ",
        "<<E\n",
        "a-b-",
        "a:",
        ".a",
        "->a",
        'r#"',
        'R"a(',
        "%w[",
        "$a$",
        "--[[",
        ":a ",
    ),
    *("x = (a", "a|", "a, ", "&a", "```a\n", "\n\n{", "| \n", "<script", "<script>", '"""', 'f"{'),
    *("~) ", " \n", "a?:", "{1", "PS ", "a(", "A_", "](", "{/*", "=begin\n", "<![CDATA[", "{#"),
)


LENGTH = effort(1_000, whole=3_000, scorecard=3_000)


def hostile_codes(language: str, length: int) -> list[str]:
    """Return code on which a careless grammar would take time that grows with the square."""
    chance = random.Random(language)
    return [chance.choice(_BEFORE) + again * (length // len(again)) for again in _AGAIN]


@pytest.mark.parametrize("language", first_of_each(LANGUAGES, lambda language: language[0]))
def test_hostile_code_does_not_hang(language: str) -> None:
    """How its time grows is measured by row SR-58 of `make scorecard`."""
    long = [again * (100_000 // len(again)) for again in random.Random(language).sample(_AGAIN, 3)]
    start = time.process_time()
    for code in (*hostile_codes(language, LENGTH), *long):
        assert text_of(highlight_text(code, language)) == code.replace("\0", "\ufffd")
    assert time.process_time() - start < HANGS_AFTER
