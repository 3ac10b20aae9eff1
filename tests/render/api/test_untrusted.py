"""Foreign texts: what they may say, and that they can do no harm."""

from __future__ import annotations

import random
import re
import time

import pytest

from octavo.render.api import untrusted
from octavo.render.api.untrusted import render_untrusted, split_lead
from tests.html_tree import parse_html
from tests.patience import HANGS_AFTER

REL = 'rel="noopener noreferrer nofollow"'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("", ""),
        ("Plain words, a user_id, 3 > 2.", "<p>Plain words, a user_id, 3 &gt; 2.</p>"),
        ("  around  ", "<p>around</p>"),
        ("*a* and _b_", "<p><em>a</em> and <em>b</em></p>"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("1. a", "<ol>\n<li>a</li>\n</ol>"),
        ("2023. A year", '<ol start="2023">\n<li>A year</li>\n</ol>'),
        ("~~gone~~", "<p><del>gone</del></p>"),
        ("[x](https://x.example)", f'<p><a href="https://x.example" {REL}>x</a></p>'),
        ("<b>bold</b><br>next", "<p><b>bold</b><br>next</p>"),
        ("a\0b", "<p>a\ufffdb</p>"),
        ("&lt;", "<p>&lt;</p>"),
        ("a <!-- b --> *c*", "<p>a  <em>c</em></p>"),
    ],
)
def test_markdown_becomes_html(text: str, html: str) -> None:
    assert render_untrusted(text) == html


PIECES = (
    *"""a b . , - _ * ** ` & < > " ' # / \\ [ ] ( ) ! = : | é 日
    <p> </p> <em> </em> <code> </code> <strong> </strong> <a> </a> <br> <P> <p/>
    &lt; &gt; &amp; &quot; &nbsp; &#60; &#x3c; &copy; &bogus;
    word `code` *em* **strong** [text](https://a.example/b?c=d#e) <https://a.example>
    <a~href="https://a.example"> <a~href="http://b.c-d.example:80/x"> <a~href="//a.example">
    <a~href="https://a..b"> <a~href="https://xn--a.b"> <a~href="https://a.1"> <a~href="/x">
    <a~href="https://a.b/%zz"> <a~href="https://a.b/é"> <a~href="https://a@b.c/d">
    <a~title="x"~href="https://a.b"> <a~href="javascript:x"> <p~class="x"> <!--~x~-->""".split(),
    *("", " ", "  \n", "\n", "\n\n", "\t", "\r\n", "\xa0", "\u2028"),
    *("\x01", "\x0c", "\x7f", "\x85", "\xad", "\ufeff", "\ufffe", "\U0001f600"),
)


def test_what_is_plain_is_the_same_with_and_without_the_short_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance = random.Random(7)
    texts = ["a b", "x_y z", "a:b", "1.5 times", "a - b", "say: \"hi\" 'there'", "a | b"]
    for _ in range(3_000):
        pieces = chance.choices(PIECES, k=chance.randint(1, 12))
        texts.append(chance.choice(("", " ")).join(pieces).replace("~", " "))
    plain = [text for text in texts if untrusted._PLAIN.match(text.strip().replace("\0", ""))]
    assert len(plain) > 100
    quick = [render_untrusted(text) for text in plain]
    monkeypatch.setattr(untrusted, "_PLAIN", re.compile("(?!)"))
    assert quick == [render_untrusted(text) for text in plain]


@pytest.mark.parametrize("word", ["<token>", "<YOUR-KEY>", "<String>", "</nothing>", "<a.b>"])
def test_words_in_angle_brackets_are_words(word: str) -> None:
    tree = parse_html(render_untrusted(f"Use {word} *here*"))
    assert tree.text == f"Use {word} here"
    assert render_untrusted(f"`{word}`") == (
        f"<p><code>{word.replace('<', '&lt;').replace('>', '&gt;')}</code></p>"
    )


@pytest.mark.parametrize(
    "text",
    [
        "<script>evil()</script>",
        "<img src=x onerror=evil()>",
        "<svg onload=evil()>",
        "<math><annotation-xml encoding='text/html'><img src=x onerror=evil()>",
        "[x](javascript:evil())",
        "<a href='jav&#x09;ascript:evil()'>x</a>",
        "<p style='color:red' class='x' id='y' name='z'>x</p>",
        "<iframe src='https://x.example'></iframe>",
        "<noscript><p title='</noscript><img src=x onerror=evil()>'>",
        "<style>* { display: none }</style>",
        "<form action='/x'><input></form>",
        "# Title {#evil .evil}",
        '```"onload=evil()\ncode\n```',
        "![x](javascript:evil())",
        "<details ontoggle=evil() open>x</details>",
        '<code class="language-js evil">x</code>',
        '<pre><code class="language-js evil">x</code></pre>',
    ],
)
def test_nothing_can_run_or_look_as_it_likes(text: str) -> None:
    allowed = {
        "a": {"href", "title", "rel"},
        "img": {"src", "alt", "title", "width", "height"},
        "div": {"class", "data-language"},
        "p": {"class"},
        "span": {"class"},
    }
    tree = parse_html(f"<p>{render_untrusted(text)}</p>")
    elements = tree.find()
    assert elements
    for element in elements:
        assert element.tag not in {"script", "svg", "math", "iframe", "style", "form", "input"}
        assert element.attributes.keys() <= allowed.get(element.tag, set())
        for address in ("href", "src"):
            assert not (element.attributes.get(address) or "").startswith("javascript")
        assert "evil" not in element.classes
        assert "evil" not in (element.attributes.get("data-language") or "")


def test_headings_begin_at_a_level_and_skip_none() -> None:
    html = render_untrusted("# A\n\n### B\n\n# C", 3)
    assert [(h.tag, h.text) for h in parse_html(html).find()] == [
        ("h3", "A"),
        ("h4", "B"),
        ("h3", "C"),
    ]
    assert "<h6>" in render_untrusted("# A\n## B\n### C\n#### D\n##### E", 4)


def test_headings_of_a_field_are_paragraphs() -> None:
    assert render_untrusted("## A") == '<p class="text-heading">A</p>'


def test_alerts_have_their_word_and_their_color() -> None:
    tree = parse_html(render_untrusted("> [!WARNING]\n> Hot"))
    assert tree.one("blockquote").classes == ["alert", "callout-warning"]
    assert tree.text == "Warning Hot"


def test_code_is_colored_and_keeps_its_text() -> None:
    tree = parse_html(render_untrusted('```json\n{"a": "<b>"}\n```'))
    block = tree.one("div", class_="code-block")
    assert block.attributes["data-language"] == "json"
    assert block.text == '{"a": "<b>"}'
    assert block.find("span", class_="s")


def test_tables_can_be_scrolled() -> None:
    tree = parse_html(render_untrusted("| a | b |\n|---|---|\n| 1 | 2 |"))
    assert tree.one("div", class_="table-wrap").texts("td") == ["1", "2"]


def test_the_first_paragraph_is_split_off() -> None:
    assert split_lead(render_untrusted("One *a*\n\nTwo")) == ("One <em>a</em>", "<p>Two</p>")
    assert split_lead(render_untrusted("- list")) == ("", "<ul>\n<li>list</li>\n</ul>")


@pytest.mark.parametrize(
    "text",
    ["<" * 50_000, "[" * 50_000, "> " * 20_000, "*a " * 50_000, "`" * 50_001, "<b>" * 20_000],
)
def test_hostile_texts_take_no_time(text: str) -> None:
    start = time.process_time()
    render_untrusted(text)
    assert time.process_time() - start < HANGS_AFTER


@pytest.mark.parametrize("name", ["onclick", "onerror", "onload", "style", "id", "srcset", "form"])
@pytest.mark.parametrize("element", ["a", "img", "td", "ol", "p", "div", "code"])
def test_no_element_keeps_what_runs_or_looks_like_ours(element: str, name: str) -> None:
    html = render_untrusted(f'<{element} {name}="x()">text</{element}>')
    assert name not in html


def test_long_code_is_not_colored_and_is_still_text() -> None:
    html = render_untrusted("```html\n" + "<script>alert(1)</script>\n" * 2_000 + "```")
    assert "<script" not in html
    assert html.count("&lt;script&gt;alert(1)") == 2_000


@pytest.mark.parametrize("depth", [101, 3_000])
def test_what_nests_too_deep_is_shown_as_it_is_written(depth: int) -> None:
    text = "<b>" * depth + "deep"
    assert render_untrusted(text) == f"<p>{text.replace('<', '&lt;').replace('>', '&gt;')}</p>"
