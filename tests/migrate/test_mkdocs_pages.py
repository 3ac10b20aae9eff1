"""Pages of Python-Markdown as MDX: each construct, and hostile ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from octavo.values import replace
from octavo_migrate.mkdocs.context import Context, Tree
from octavo_migrate.mkdocs.markdown.html import LONGEST_PARAGRAPH
from octavo_migrate.mkdocs.pages import convert_page
from octavo_migrate.mkdocs.read import load_mkdocs
from octavo_migrate.moved_site import Outcome
from octavo_migrate.project_files import open_reach
from tests.project_folder import write_files

EXTENSIONS = frozenset(
    "abbr attr_list def_list footnotes md_in_html toc pymdownx.arithmatex pymdownx.caret "
    "pymdownx.critic pymdownx.emoji pymdownx.inlinehilite pymdownx.keys pymdownx.mark "
    "pymdownx.snippets pymdownx.tilde markdown_include mkdocstrings".split()
)


def build_context(folder: Path, source: str = "guide/page.md") -> Context:
    pages = {name: name for name in ("index.md", "guide/page.md", "guide/other.md")}
    pages["about/README.md"] = "about/index.md"
    tree = Tree(
        str(folder / "docs"),
        "docs",
        open_reach(str(folder)),
        (str(folder),),
        pages,
        frozenset({*pages, "img/a.png"}),
        frozenset({"guide/page", "guide/other", "guide", "about"}),
    )
    return Context(source, tree, EXTENSIONS, {"version": "1.2", "deep": {"name": "<x>"}})


def convert(text: str, folder: Path = Path("/nowhere")) -> str:
    return convert_page(text, build_context(folder)).strip("\n")


CASES = {
    "a fence that an indented one does not close": (
        "```yaml\na: |\n  ```\n  b\n  ```\n```\n\n<https://a.example>",
        "````yaml\na: |\n  ```\n  b\n  ```\n````\n\n[https://a.example](https://a.example)",
    ),
    "a fence that a longer mark does not close": (
        "```\n````\nb\n```\n*a*",
        "`````\n````\nb\n`````\n*a*",
    ),
    "a fence in an item that an indented one does not close": (
        "-   ```\n    a\n      ```\n    b\n    ```",
        "-   ````\n    a\n      ```\n    b\n    ````",
    ),
    "a fence that a mark closes which is moved": ("```\na\n ```\n\n*b*", "```\na\n ```\n\n*b*"),
    "marks that close a heading with an id": (
        "a\n\n### Text ### {: #id }\n\n## C# {: #c }",
        "a\n\n### Text {#id}\n\n## C {#c}",
    ),
    "marks that close a title with an id": (
        "# Text # {: #id }\n\na",
        '---\ntitle: Text\n---\n\n<span id="id"></span>\n\na',
    ),
    "an address below its label": (
        "See [a][b].\n\n[b]:\n    <https://a.example>\n[c]:\n    other.md 'T'\n",
        "See [a][b].\n\n[b]: https://a.example\n[c]: other.md 'T'",
    ),
    "a label without an address": ("[b]:\n\n    code", "[b]:\n\n```\ncode\n```"),
    "a value with one quote": (
        '<a href=https://a.example/" target="_blank">a</a> b',
        '<a href="https://a.example/" target="_blank">a</a> b',
    ),
    "a drawing": (
        '<svg viewBox="0 0 1 1"><clipPath id="a"><rect/></clipPath><textPath>a</textPath></svg>',
        '<svg viewBox="0 0 1 1"><clipPath id="a"><rect /></clipPath><textPath>a</textPath></svg>',
    ),
    "a drawing that is not closed": (
        "<svg><clipPath><rect/></svg>",
        "<svg><clipPath><rect /></clipPath></svg>",
    ),
    "pictures of one mode in HTML": (
        '<img class="b" src="x.svg#only-dark"> <img src="y#gh-light-mode-only">',
        '<img class="b hidden dark:block" src="x.svg" /> <img src="y" class="block dark:hidden" />',
    ),
    "a title of its own for search engines": (
        "---\ntitle: Long words\n---\n# Short\n\na",
        "---\ntitle: Short\nsidebarTitle: Long words\nog:title: Long words\n---\n\na",
    ),
    "headings with equal titles": (
        "## Set up\n\n## Run\n\n### Set up\n\n## Set *up*",
        "## Set up\n\n## Run\n\n### Set up {#set-up_1}\n\n## Set *up* {#set-up_2}",
    ),
    "an address in two lines": (
        "![A](https://a.example/pictures/\none.png){ width=8 } and [b](https://a.example/\nb)",
        (
            '<img src="https://a.example/pictures/one.png" alt="A" width="8" />'
            " and [b](https://a.example/b)"
        ),
    ),
    "a link whose text is an address": (
        "[https://a.example](https://b.example){: rel=nofollow }",
        '<a href="https://b.example" rel="nofollow">{"https://a.example"}</a>',
    ),
    "code between tags": (
        "<details> <!-- x -->\n<summary>More</summary>\n\n```sh\nls\n```\n\n</details>",
        "<details>\n\n{/* x */} <summary>More</summary>\n\n```sh\nls\n```\n\n</details>",
    ),
    "what is no template": (
        "A\n\n{% raw %}\n\n`{{ a }}`{# no #}\n\n{% endraw %}",
        "A\n\n\n\n`{{ a }}`",
    ),
    "plain text stays": ("Some *text* with `{code}` & more.\n\n- a\n- b", None),
    "a box with a title": (
        '!!! warning "Mind the gap"\n\n    Text.',
        '<Warning title="Mind the gap">\n\nText.\n\n</Warning>',
    ),
    "a box without a title": ('!!! danger ""\n    Text.', "<Danger>\n\nText.\n\n</Danger>"),
    "a box with code in its title": (
        '!!! note "`a+<tag>` <b>is</b> <it>"\n    X',
        '<Note title="a+<tag> is <it>">\n\nX\n\n</Note>',
    ),
    "a box of an unknown kind": (
        "!!! pied-piper\n    X",
        '<Note title="Pied piper">\n\nX\n\n</Note>',
    ),
    "a box that opens": (
        '???+ note "More"\n    Text.',
        '<Accordion title="More" defaultOpen>\n\nText.\n\n</Accordion>',
    ),
    "boxes in boxes": (
        "!!! note\n    A\n\n    !!! tip\n        B",
        '<Note title="Note">\n\nA\n\n<Tip title="Tip">\n\nB\n\n</Tip>\n\n</Note>',
    ),
    "a box in a list": (
        "1. One\n\n    !!! note\n        A\n\n2. Two",
        '1. One\n\n    <Note title="Note">\n\n    A\n\n    </Note>\n\n2. Two',
    ),
    "a generic block": ("/// tip | Hey\nText.\n///", '<Tip title="Hey">\n\nText.\n\n</Tip>'),
    "tabs": (
        '=== "A"\n    One\n\n=== "B"\n    Two\n\nAfter',
        (
            '<Tabs>\n<Tab title="A">\n\nOne\n\n</Tab>\n'
            '<Tab title="B">\n\nTwo\n\n</Tab>\n</Tabs>\n\nAfter'
        ),
    ),
    "boxes that scripts make tabs of": (
        '!!! tab "A"\n\n    One\n\n!!! tab "B"\n    Two',
        '<Tabs>\n<Tab title="A">\n\nOne\n\n</Tab>\n<Tab title="B">\n\nTwo\n\n</Tab>\n</Tabs>',
    ),
    "tabs of code": (
        '=== "pip"\n\n    ```sh\n    pip\n    ```\n\n=== "uv"\n\n    ```sh\n    uv\n    ```',
        "<CodeGroup>\n```sh pip\npip\n```\n```sh uv\nuv\n```\n</CodeGroup>",
    ),
    "tabs in a box": (
        '!!! note\n    === "A"\n        One',
        '<Note title="Note">\n\n<Tabs>\n<Tab title="A">\n\nOne\n\n</Tab>\n</Tabs>\n\n</Note>',
    ),
    "code with a title": (
        '``` py title="two words.py" hl_lines="2 4-5" linenums="1"\nx\n```',
        '```py title="two words.py" lines {2,4-5}\nx\n```',
    ),
    "code in braces": (
        '``` { .yaml .annotate title="a.yml" }\nx: 1\n```',
        "```yaml a.yml\nx: 1\n```",
    ),
    "code is not touched": ('```js\n!!! note\n{x} <b> === "A"\n```', None),
    "an unclosed fence": ("```js\nlet a = {", "```js\nlet a = {\n```"),
    "indented code below a heading": ("## Part\n    a: 1\n", "## Part\n```\na: 1\n```"),
    "indented code": ("Text\n\n    a {\n\n    b\n\nMore", "Text\n\n```\na {\n\nb\n```\n\nMore"),
    "annotations": (
        "```py\nx = 1  # (1)!\n```\n\n1.  One.",
        "```py\nx = 1  # (1)\n```\n\n1.  One.",
    ),
    "braces and less-than": ("a {b} <int> 1 <2 a < b", "a \\{b} \\<int> 1 \\<2 a < b"),
    "links to addresses": ("<https://a.b/c>", "[https://a.b/c](https://a.b/c)"),
    "tags": ('a<br>b <img src="x.png" width=3>', 'a<br />b <img src="x.png" width="3" />'),
    "comments": ("<!-- a */ b -->\n\nText <!-- c -->", "{/* a * / b */}\n\nText {/* c */}"),
    "a block of HTML": (
        "<div class=x>\n  text *here*\n  <p>one\n  <p>two\n</div>",
        '<div class="x"> text \\*here\\* <p>one </p><p>two </p></div>',
    ),
    "Markdown in HTML": (
        '<div class="x" markdown>\n\n**bold** {x}\n\n</div>',
        '<div class="x">\n\n**bold** \\{x}\n\n</div>',
    ),
    "cards": (
        (
            '<div class="grid cards" markdown>\n\n'
            "-   __One__\n\n    ---\n\n    Text\n\n-   Two\n\n</div>"
        ),
        "<CardGroup>\n<Card>\n\n__One__\n\n\nText\n\n</Card>\n<Card>\n\nTwo\n\n</Card>\n</CardGroup>",
    ),
    "a formula in a title": (
        '??? note "Of $R$"\n    text\n\n!!! note "Of $R$"\n    text',
        (
            '<Accordion title="Of $R$">\n\nOf $R$\n\ntext\n\n</Accordion>\n\n'
            "<Note>\n\n**Of $R$**\n\ntext\n\n</Note>"
        ),
    ),
    "style": ("<style>\n.a { b: c }\n</style>", "<style>{`\n.a { b: c }\n`}</style>"),
    "a quote too few": (
        '[a](https://x.y){target="_blank} [b](https://x.y){target=""_blank"}',
        '<a href="https://x.y" target="_blank">a</a> <a href="https://x.y" target="">b</a>',
    ),
    "a line that starts like the label of a link": (
        "[a]: https://x.y 'Title'\n\nSee\n[a]:\n\n- b\n\nSee\n[a]: and more\n\n[a][]",
        None,
    ),
    "labels of links that are given twice": (
        "[a]: https://x.y\n\n[A]: https://z.y\n\n```\n[a]: https://no.y\n```\n\n[a][]",
        "[a]: https://z.y\n\n[A]: https://z.y\n\n```\n[a]: https://no.y\n```\n\n[a][]",
    ),
    "heading ids": ("## A title {#own}\n\n##Two", "## A title {#own}\n\n## Two"),
    "buttons": (
        "[Go *on*](other.md#a){ .md-button }",
        '<a href="/guide/other#a" className="md-button">Go *on*</a>',
    ),
    "links with attributes": (
        '[a](https://x.y "T"){ target=_blank rel="x" }, [b](other.md) {c}',
        '<a href="https://x.y" title="T" target="_blank" rel="x">a</a>, [b](other.md) \\{c}',
    ),
    "pictures that are links": (
        "[![A](../img/a.png){ width=9 }](other.md){ .x }",
        '<a href="/guide/other" className="x"><img src="../img/a.png" alt="A" width="9" /></a>',
    ),
    "buttons by reference": (
        "[Go][x]{ .md-button } [Go][]{ .a }\n\n[x]: other.md\n[go]: https://x.y",
        (
            '<a href="/guide/other" className="md-button">Go</a> '
            '<a href="https://x.y" className="a">Go</a>\n\n[x]: other.md\n[go]: https://x.y'
        ),
    ),
    "looks of icons": (
        ':material-rocket:{ .lg .middle style="color: red" }',
        '<Icon icon="rocket" size={24} color="red" />',
    ),
    "paragraphs that look like code": (
        "import this\n\n- export that\n\nimportant",
        "&#105;mport this\n\n- &#101;xport that\n\nimportant",
    ),
    "addresses with braces": (
        "<https://a.b/{x}_y_>",
        "[https://a.b/\\{x\\}\\_y\\_](https://a.b/%7Bx%7D_y_)",
    ),
    "text after a tag that is not closed in its line": (
        "<details>\n<summary>A</summary>\nText\n</details>",
        "<details> <summary>A</summary> Text </details>",
    ),
    "tags that close others in their line": (
        "<div>\n<ul>\n<li>a\n</ul> b <p>\nc\n</p>\n</div>",
        "<div> <ul> <li>a </li></ul> b <p> c </p> </div>",
    ),
    "summaries in Markdown": (
        "<details markdown>\n<summary>A *b*</summary>\n\nText\n\n</details>",
        "<details>\n\n<summary>A *b*</summary>\n\nText\n\n</details>",
    ),
    "code blocks in code blocks": (
        "```\n=== A\n\n    ```c\n    x {\n    ```\n```\n\nText",
        "````\n=== A\n\n    ```c\n    x {\n    ```\n````\n\nText",
    ),
    "links in titles of boxes": (
        '!!! tip "[A](other.md) b"\n    Text\n\n??? tip "See [x]"\n    Text\n\n[x]: https://x.y',
        (
            "<Tip>\n\n**[A](other.md) b**\n\nText\n\n</Tip>\n\n"
            '<Accordion title="See x">\n\nSee [x]\n\nText\n\n</Accordion>\n\n[x]: https://x.y'
        ),
    ),
    "elements as generic blocks": (
        "/// html | section.a.b#c\n*Text*\n///",
        '<section className="a b" id="c">\n\n*Text*\n\n</section>',
    ),
    "captions": ("![A](../img/a.png)\n/// caption\nText\n///", "![A](../img/a.png)\n\nText"),
    "headings after a space that does not break": ("Text\n##\u00a0A", "Text\n## A"),
    "lines of tables with gaps": (
        "| a | b |\n| - - | -- |\n| c | d |",
        "| a | b |\n| --- | -- |\n| c | d |",
    ),
    "ids by name": ('## A { id="b" }', "## A {#b}"),
    "code blocks as tabs": (
        '```sh tab="a"\nx\n```\n\n```sh tab="b c"\ny\n```',
        '<CodeGroup>\n```sh a\nx\n```\n```sh title="b c"\ny\n```\n</CodeGroup>',
    ),
    "anchors": ("[](){#own} Text", '<span id="own"></span> Text'),
    "ids of blocks": ("Text\n{ #own }", 'Text\n<span id="own"></span>'),
    "pictures of one mode": (
        "![A](../img/a.png#only-dark)",
        '<img src="../img/a.png" alt="A" className="hidden dark:block" />',
    ),
    "code without a copy button": ("``` { .sh .no-copy }\nx\n```", "```sh nocopy\nx\n```"),
    "links to readme": ("[a](../about/README.md#x)", "[a](/about/index.md#x)"),
    "links to addresses of pages": ("[a](../other/)", "[a](/guide/other)"),
    "images with sizes": (
        "![A b](../img/a.png){ width=30 }",
        '<img src="../img/a.png" alt="A b" width="30" />',
    ),
    "keys": ("++ctrl+alt+slash++", "<kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>/</kbd>"),
    "marks": ("==a== ^^b^^ x^2^ H~2~O", "<mark>a</mark> <ins>b</ins> x<sup>2</sup> H<sub>2</sub>O"),
    "critic": ("{++a++}{--b--}", "<ins>a</ins><del>b</del>"),
    "emoji": (":tada: :rocket: :nonsense:", "🎉 🚀 :nonsense:"),
    "icons": (":fontawesome-brands-github:{ .big }", '<Icon icon="github" />'),
    "variables": ("{{ version }} {{ deep.name }}", "1.2 \\<x>"),
    "definitions": (
        "Term\n:   Means *this*",
        "<dl>\n<dt>Term</dt>\n<dd>\n\nMeans *this*\n\n</dd>\n</dl>",
    ),
    "abbreviations": ("The CLI.\n\n*[CLI]: Line", 'The <Tooltip tip="Line">CLI</Tooltip>.'),
    "footnotes": ("A[^1]\n\n[^1]: B {x}", "A[^1]\n\n[^1]: B \\{x}"),
    "formulas": ("\\(a_{1}\\) and $b_{2}$", "$a_{1}$ and $b_{2}$"),
    "tables": (
        "| a | b |\n|---|---|\n| `x|y` | {z} |",
        "| a | b |\n|---|---|\n| `x\\|y` | \\{z} |",
    ),
    "quotes": ("> !!! note\n>     A", '> <Note title="Note">\n>\n> A\n>\n> </Note>'),
    "tabs for spaces": ("!!! note\n\tA\n\n\t- b", '<Note title="Note">\n\nA\n\n- b\n\n</Note>'),
    "other line ends": ("!!! note\r\n    A\r\n", '<Note title="Note">\n\nA\n\n</Note>'),
    "HTML inside of a box": (
        "!!! note\n    <div>\n\n    **a**\n\n    </div>",
        '<Note title="Note">\n\n<div>\n\n**a**\n\n</div>\n\n</Note>',
    ),
    "a terminal of HTML": (
        '<div class="termy">\n\n```console\n$ <b>a</b> <A|B> <name> &lt;x&gt;\n```\n\n</div>',
        '<div class="termy">\n\n```console\n$ a <A|B> <name> <x>\n```\n\n</div>',
    ),
    "a definition of a comment": (
        "<!-- a -->\n\n:   B\n\n    - c",
        "<dl>\n<dt>{/* a */}</dt>\n<dd>\n\nB\n\n- c\n\n</dd>\n</dl>",
    ),
    "a footnote after a link": (
        "[a][^1]\n\n[a]: https://x.y\n[^1]: B",
        "[a][][^1]\n\n[a]: https://x.y\n[^1]: B",
    ),
    "tasks": ("- [x] [a]\n- [ ] b\n\n[a]: https://x.y", None),
    "references over a line end": ("[a]\n[b]\n\n[b]: https://x.y", "[a][b]\n\n[b]: https://x.y"),
}


@pytest.mark.parametrize("name", CASES)
def test_constructs(name: str) -> None:
    text, expected = CASES[name]
    assert convert(text) == (text if expected is None else expected)


def test_the_heading_of_a_page_is_its_title() -> None:
    assert convert("# A `b` *c*\n\nText") == "---\ntitle: A b c\n---\n\nText"
    assert convert("---\ntags: [x]\n---\nA\n===\n") == "---\ntitle: A\nkeywords:\n- x\n---"


def test_front_matter_of_the_theme_has_our_names() -> None:
    front = (
        "hide: [navigation, toc]\nicon: material/rocket\nstatus: new\nsearch:\n  exclude: true\n"
    )
    moved = convert(f"---\n{front}---\nText")
    assert moved.startswith("---\nmode: center\nicon: rocket\ntag: new\nsearchable: false\n---")


def test_a_page_may_start_with_names_and_values() -> None:
    assert convert("Title: A b\nAuthors: Ann\n\nText {x}") == (
        "---\ntitle: A b\nauthors: Ann\n---\n\nText \\{x}"
    )
    for text in ("Note: this\n\nText", "Title: a\nand more\n\nText", "https://x.y\n\nText"):
        assert convert(text) == text


def test_pictures_of_a_title_stand_below_it() -> None:
    heading = '# ![Kettle](https://x.y/logo.png) <img src="b.png">\n\nText'
    assert convert(heading) == (
        '---\ntitle: Kettle\n---\n\n![Kettle](https://x.y/logo.png) <img src="b.png" />\n\nText'
    )


def test_links_of_a_title_stand_below_it() -> None:
    assert convert("# The [tool](https://x.y/z)\n\nText") == (
        "---\ntitle: The tool\n---\n\n[tool](https://x.y/z)\n\nText"
    )


def test_files_are_taken_in_but_none_from_outside(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "docs").mkdir(parents=True)
    (project / "part.md").write_text("One {x}\n# --8<-- [start:a]\nTwo\n# --8<-- [end:a]\n")
    (project / "main.py").write_text("a = 1\nb = 2\nc = 3\n")
    (tmp_path / "secret.md").write_text("Secret")
    context = build_context(project)
    text = '--8<-- "part.md:a"\n\n{* main.py ln[2] hl[2] *}\n\n--8<-- "../secret.md"\n'
    moved = convert_page(text, context)
    assert moved.startswith("Two\n\n```python {3}\n# Code above omitted\n\nb = 2\n")
    assert "Secret" not in moved
    assert [note.place.line for note in context.notes if note.outcome is Outcome.LOST] == [5]


def test_what_is_lost_is_told_with_its_line() -> None:
    context = build_context(Path("/nowhere"))
    text = '::: pkg.mod\n\n<a onclick="x()">b</a>\n\n{% if x %}\n\n:material-nonsense-x:\n'
    moved = convert_page(text, context)
    assert "The reference of `pkg.mod`" in moved
    told = [
        (note.place.line, note.message.split("`")[1])
        for note in context.notes
        if "`" in note.message
    ]
    assert told == [(1, "pkg.mod"), (3, "onclick"), (7, ":material-nonsense-x:")]
    assert [note.place.line for note in context.notes if "Jinja" in note.message] == [5]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("**a**{ .big }", "`{ .big }` after a text is left out"),
        ("Of <VERSION_OF_IT> on", "a tag that HTML does not have is shown as text"),
        ("<div>\n<x-mark>\n</div>", "a tag that HTML does not have is shown as text"),
        ("`a`{ .big #b }", "`{ .big }` after code is left out"),
        ("## A { data-x=1 }", "`{ data-x=1 }` after a heading is left out"),
        ("# A { .big }", "`{ .big }` after a heading is left out"),
        (":rocket:{ .lg .middle }", "`{ .lg .middle }` after an icon is left out"),
        ("Text\n{: .lead }", "`{ .lead }` after a text is left out"),
        ("Text\n\n{: .lead }", "`{ .lead }` after a block is left out"),
        ("[a](b){ onclick=x }", "`onclick` of an attribute list runs code, and is left out"),
        ('``` py linenums="5"\na\n```', "`linenums` of a code block is left out"),
        ("``` { .py .x }\na\n```", "`.x` of a code block is left out"),
        (
            '<div class="termy">\n\n```console\n$ <b>a</b>\n```\n\n</div>',
            "colors of a terminal are left out",
        ),
        ("``` py exec=on\na\n```", "`exec` of a code block is left out"),
    ],
)
def test_attributes_without_equivalent_are_told(text: str, told: str) -> None:
    context = build_context(Path("/nowhere"))
    convert_page(text, context)
    assert [note.message for note in context.notes] == [told]


@pytest.mark.parametrize(
    "text",
    [
        "!!! note\n",
        '=== "A"\n',
        "/// note",
        "<div>\n<p>\n\ntext",
        "- \n-\n    ```\n",
        "> " * 300 + "deep",
        "".join(" " * 4 * depth + "- x\n" for depth in range(200)),
        "[" * 2000 + "](" * 2000,
        "<" * 3000,
        "{" * 3000 + "}" * 10,
        "`" * 501 + " a " + "`" * 500,
        "--8<--\n",
        ":   x\n:   y\n",
        "$$\nx",
    ],
)
def test_hostile_pages_end(text: str) -> None:
    assert isinstance(convert(text), str)


def test_dollars_have_no_meaning_without_formulas() -> None:
    context = replace(build_context(Path("/nowhere")), extensions=frozenset())
    assert convert_page("$a$ and $5\n\n$5 or $9", context) == "\\$a\\$ and \\$5\n\n$5 or $9"


def test_numbers_of_issues_are_links() -> None:
    context = build_context(Path("/nowhere"))
    tree = replace(context.tree, issues="https://github.com/a/b/issues")
    text = "See #12, (#3), a#4, /#5, `#6` and [no #7](https://x.y)"
    link = "[#{0}](https://github.com/a/b/issues/{0})"
    moved = text.replace("#12", link.format(12)).replace("#3", link.format(3))
    assert convert_page(text, replace(context, tree=tree)) == moved


def test_a_paragraph_that_is_too_long_is_moved_as_text_and_told(tmp_path: Path) -> None:
    text = "# A\n\nshort **b**\n\n" + "[a](b.md) {c} <d> " * (LONGEST_PARAGRAPH // 18 + 1)
    write_files(tmp_path, {"mkdocs.yml": "site_name: A\n", "docs/index.md": text})
    site = load_mkdocs(str(tmp_path), open_reach(str(tmp_path)))
    (note,) = [note for note in site.notes if "too long to be converted" in note.message]
    assert (note.outcome, note.place.line) == (Outcome.LOST, 5)
    (page,) = [file for file in site.files if file.is_page]
    assert page.data is not None
    assert rb"\[a\](b.md) \{c\} \<d> " in page.data
    assert b"short **b**" in page.data


def test_a_long_table_is_moved_row_by_row(tmp_path: Path) -> None:
    row = "| **a** | {b} |\n"
    text = "| a | b |\n|---|---|\n" + row * (LONGEST_PARAGRAPH // len(row) + 1)
    write_files(tmp_path, {"mkdocs.yml": "site_name: A\n", "docs/index.md": f"# A\n\n{text}"})
    site = load_mkdocs(str(tmp_path), open_reach(str(tmp_path)))
    (page,) = [file for file in site.files if file.is_page]
    assert page.data is not None
    assert text.replace("{b}", "\\{b}").encode() in page.data
    assert not [note for note in site.notes if note.outcome is Outcome.LOST]


@pytest.mark.parametrize(
    ("box", "change"),
    [
        ("!!! note inline end", "a box beside the text is now in it"),
        ("!!! note left", "a box beside the text is now in it"),
        ("!!! pied-piper", "boxes of the kind `pied-piper` are notes"),
        ("!!! tip", None),
        ("??? pied-piper", None),
    ],
)
def test_boxes_that_look_another_way_are_told(box: str, change: str | None) -> None:
    context = build_context(Path("/nowhere"))
    convert_page(f"a\n\n{box}\n\n    b\n", context)
    assert [note.message for note in context.notes] == ([change] if change else [])
