"""What the Markdown twin of a page says of each construct and component."""

from __future__ import annotations

import html
import re

import pyromark
import pytest

from octavo.content.mdx import parse_mdx
from octavo.content.nodes import Document, Element, Node
from octavo.render.content.components import COMPONENTS
from octavo.render.twin.text import indent
from octavo.render.twin.writer import write_document
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.models.site_settings import Settings
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Site
from tests.settings_data import made_of

SOURCE = "guides/one.mdx"
PAGES = {
    url: Page(f"{url[1:]}.mdx", url, url, PageSettings(), listed=True)
    for url in ("/", "/guides/one", "/guides/two", "/secret")
}
SITE = Site(
    settings=made_of(Settings, {"name": "Test", "navigation": ()}),
    pages=PAGES,
    sections={},
    section_of={},
    tabs=(),
    anchors=(),
    redirects=(),
    files=frozenset({"images/a.png", "c d.pdf"}),
    folders={"/guides": "/guides/one"},
    twins=frozenset({"/", "/guides/one", "/guides/two"}),
)
LINKS = LinkResolver(SITE, "/docs", "https://site.test")


def write(text: str) -> str:
    return write_document(SOURCE, parse_mdx(text, SOURCE), LINKS)


def write_nodes(*nodes: Node) -> str:
    return write_document(SOURCE, Document(list(nodes), {}), LINKS)


def test_the_id_of_a_heading_is_no_word_of_it() -> None:
    for text in ("## Title {#own}", "<h2>Title {#own}</h2>"):
        assert write(text) == "## Title"


@pytest.mark.parametrize(
    "text",
    [
        "## A heading",
        "Two lines\nof a paragraph.",
        "**bold** and *slanted* and ~~struck~~ and `code`",
        "- one\n- two\n  - inner\n- three",
        "1. one\n2. two",
        "4. four\n5. five",
        "- one\n\n- two\n\n  with more",
        "- [x] done\n- [ ] open",
        "> quoted\n>\n> twice",
        "| a | b |\n| :-- | --: |\n| 1 | `x\\|y` |",
        "```python app.py\nprint(1)\n```",
        "````md\n```\ninner\n```\n````",
        "---",
        "$$\nx^2\n$$",
        "Water is $a_b$.",
        "A line\\\nand another.",
        "Text[^1].\n\n[^1]: The note.",
    ],
)
def test_markdown_stays_as_it_was_written(text: str) -> None:
    assert write(text) == text


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        ("[a](/guides/two)", "[a](https://site.test/docs/guides/two.md)"),
        ("[a](two#part)", "[a](https://site.test/docs/guides/two.md#part)"),
        ("[home](/)", "[home](https://site.test/docs/index.md)"),
        ("[a](/secret)", "[a](https://site.test/docs/secret/)"),
        ("[a](#part)", "[a](#part)"),
        ("[a](https://other.test/x_y?z=1)", "[a](https://other.test/x_y?z=1)"),
        ("[a](<https://other.test/a (b)>)", "[a](https://other.test/a%20%28b%29)"),
        ("![words](/images/a.png)", "![words](https://site.test/docs/images/a.png)"),
        ("[file](</c d.pdf>)", "[file](https://site.test/docs/c%20d.pdf)"),
        ("[a](javascript:alert)", "a"),
    ],
)
def test_links_lead_to_twins_where_there_are_any_and_are_whole(text: str, twin: str) -> None:
    assert write(text) == twin


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        (
            "<CodeGroup>\n```bash npm\na\n```\n```bash\nb\n```\n</CodeGroup>",
            "```bash npm\na\n```\n\n```bash\nb\n```",
        ),
        (
            '<Card title="Two" href="/guides/two">Read it</Card>',
            "**[Two](https://site.test/docs/guides/two.md)**\n\nRead it",
        ),
        ('<Frame caption="A *map*">\n![m](/images/a.png)\n</Frame>',
         "![m](https://site.test/docs/images/a.png)\n\nA *map*"),
        ('An <Tooltip tip="Application">app</Tooltip>.', "An app (Application)."),
        ('<Icon icon="flag" /> Start', "Start"),
        ('<Tree>\n<Tree.Folder name="src">\n<Tree.File name="a.py" />\n</Tree.Folder>\n</Tree>',
         "- src\n  - a.py"),
        ('<Color.Item name="ink" value="#000" />', "- ink: `#000`"),
        ("<Panel>\nBeside\n</Panel>", "Beside"),
        ('<Visibility for="agents">\nFor machines\n</Visibility>', "For machines"),
        ('<Visibility for="humans">\nFor people\n</Visibility>\n\nAll', "All"),
        ("<Mermaid chart={`graph TD\nA-->B`} />", "```mermaid\ngraph TD\nA-->B\n```"),
        ("<Latex>x^2</Latex>", "$$\nx^2\n$$"),
        ("Sum {1 + 1} and {3} and {'*'}", "Sum {1 + 1} and 3 and \\*"),
        ("<Unknown>kept</Unknown>", "kept"),
        ("<table><tr><td>a|b</td><td>c</td></tr></table>", "|  |  |\n| --- | --- |\n| a\\|b | c |"),
        (
            "<table>\n\n| a |\n| --- |\n| b |\n\n</table>",
            "| a |\n| --- |\n| b |",
        ),
        (
            "<table><caption>Top</caption><tr>{[<td>a</td>, <td>b</td>]}</tr></table>",
            "Top\n\n|  |  |\n| --- | --- |\n| a | b |",
        ),
        ("<ul>{[<li>a</li>, <li>b</li>]}<><li>c</li></></ul>", "- a\n- b\n- c"),
        ("<details><summary>More</summary>Text</details>", "**More**\n\nText"),
        ('<iframe src="https://v.test/1" title="Film" />', "[Film](https://v.test/1)"),
        ('<video src="/images/a.png"></video>', "[Video](https://site.test/docs/images/a.png)"),
        ("<b>bold</b> <kbd>Esc</kbd> H<sub>2</sub>O", "**bold** `Esc` H<sub>2</sub>O"),
    ],
)  # fmt: skip
def test_components_and_elements_are_plain_markdown(text: str, twin: str) -> None:
    assert write(text) == twin


WITHOUT_WORDS = {"Color.Item", "GitHub.Repo", "Icon"}
"""Components that are all in their properties."""


@pytest.mark.parametrize("name", sorted(COMPONENTS.keys() - WITHOUT_WORDS))
def test_twins_say_what_every_component_holds(name: str) -> None:
    assert "inside" in write(f'<{name} name="n">inside</{name}>')


@pytest.mark.parametrize("name", sorted(COMPONENTS))
def test_components_in_a_line_stay_there_and_others_are_blocks(name: str) -> None:
    is_line = "\n" not in write(f"before <{name}>inside</{name}> after")
    assert is_line == COMPONENTS[name].is_inline


def read_back(markdown: str) -> str:
    """Return the text that a parser of CommonMark reads."""
    options = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH
    rendered = pyromark.html(markdown, options=options)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", rendered.replace("</th>", " "))).split())


HOSTILE = [
    "*not slanted* and **not bold**", "_no_ __no__ snake_case _x", "1. no list", "12) none",
    "- none", "+ none", "# none", "> none", "--- ", "===", "`tick", "``two`` `", "[a](b) ![c](d)",
    "[ref]: /x", "<div> <b>x</b> <!-- c -->", "a < b > c & d", "&amp; &copy; &#65;",
    "a\\*b \\\\ \\",
    "~~x~~ ~y~ ~/home", "~~~ fence", "a | b\n--|--\nc | d", "a\n- b\n# c\n1. d\n> e\n===", "a\n\nb",
    "    indented", "a  \nb", "C:\\dir\\new", "<https://x.test>", "![", "!", "\\", "*", "_",
    "a*b*c",
    "***x***", "$5 and $6", "{x}", "|", "a\n|---|", ":--", "#", "##x", "5.5", "2020. A year",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_read_back_as_the_same_text(text: str) -> None:
    plain = " ".join(text.split())
    assert read_back(write_nodes(Element("p", [text]))) == plain
    assert read_back(write_nodes(Element("h2", [text]))) == plain
    assert read_back(write_nodes(Element("ul", [Element("li", [text])]))) == plain
    assert read_back(write_nodes(Element("blockquote", [Element("p", [text])]))) == plain
    row = Element("tr", [Element("th", [text]), Element("th", ["end"])])
    assert read_back(write_nodes(Element("table", [Element("thead", [row])]))) == f"{plain} end"
    assert read_back(write_nodes(Element("p", ["a ", Element("strong", [text]), " b"]))) == (
        " ".join(f"a {text} b".split())
    )
    code = text.strip().replace("\n", " ")
    assert read_back(write_nodes(Element("p", ["a ", Element("code", [code]), " b"]))) == (
        " ".join(f"a {code} b".split())
    )


@pytest.mark.parametrize("mark", ["strong", "em", "del"])
@pytest.mark.parametrize("before", ["", "a", ".", " ", "*"])
@pytest.mark.parametrize("inner", ["x", "x.", "(x)", " x ", "*"])
@pytest.mark.parametrize("after", ["", "a", ".", " "])
def test_marks_are_read_as_marks_wherever_they_stand(
    mark: str, before: str, inner: str, after: str
) -> None:
    twin = write_nodes(Element("p", [f"w{before}", Element(mark, [inner]), f"{after}"]))
    plain = " ".join(f"w{before}{inner}{after}".split())
    assert read_back(twin) == plain


def test_lists_that_follow_each_other_stay_two() -> None:
    one = Element("ul", [Element("li", ["a"])])
    two = Element("ul", [Element("li", ["b"])])
    assert pyromark.html(write_nodes(one, two)).count("<ul>") == 2
    first = Element("ol", [Element("li", ["a"])])
    second = Element("ol", [Element("li", ["b"])])
    assert pyromark.html(write_nodes(first, second)).count("<ol>") == 2


def test_an_exclamation_mark_before_a_link_makes_no_picture() -> None:
    twin = write_nodes(Element("p", ["Go!", Element("a", ["there"], {"href": "https://x.test"})]))
    assert "<img" not in pyromark.html(twin)


@pytest.mark.parametrize(
    ("text", "indented"),
    [
        ("a\nb", "a\n  b"),
        ("a\n\nb", "a\n\n  b"),
        ("a\n\n\n\n\nb\n\nc", "a\n\n\n\n\n  b\n\n  c"),
        ("a  \nb\n\nc", "a  \n  b\n\n  c"),
        ("a\n  \nb\n\nc", "a\n    \n  b\n\n  c"),
    ],
)
def test_lines_without_anything_are_not_indented(text: str, indented: str) -> None:
    assert indent(text, "  ") == indented


def test_the_callouts_of_other_tools_are_those_of_components() -> None:
    callout = write("<Warning title='Title'>\n\nText.\n\n</Warning>\n")
    assert (
        write("> [!WARNING] Title\n> Text.\n") == write(":::warning Title\nText.\n:::\n") == callout
    )
