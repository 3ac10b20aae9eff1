"""Generated pages with every construct in every place, from a seed."""

from __future__ import annotations

from random import Random

_INLINE = [
    "text", "**bold**", "*em*", "`code`", "[link](/a)", "![img](b.png)", '<Icon icon="x" />',
    "<b>in</b>", "{1+1}", '{"a}b"}', "a_b_c", "x*y", "https://example.com/a", "&amp;", "\\{",
    "~~del~~", '<a href="u">L **b**</a>', '[`c`](/x "t")', "snake_case_name", "2 < 3",
    "a &copy; b", "{/* c */}", "**a*b**", "***x***", "_u_", "me@example.com", "[ref]",
    "![a [b](c) d](e)", "`a{b`", "<Kbd>k</Kbd>", "end  ", "\\*no\\*", "[x](<a b>)", "a|b",
    "```x```", '"q"', "1.5", "-", "+", "#5", "foo(bar)", "[^1]", "~one~", "[a][ref]", "**", "__",
]  # fmt: skip
_BLOCKS = [
    "# H", "## H **b**", "---", "***", "- a", "- b", "* c", "1. one", "2. two", "3) three", "> q",
    ">", "```js", "```", "~~~", "<Note>", "</Note>", '<Card title="a" />', "<Card", '  title="b"',
    "  x={{a: 1}}", ">", "/>", "</Card>", "<Steps>", "</Steps>", '<div className="x">', "</div>",
    "| a | b |", "|---|---|", "| 1 | 2 |", "a | b", "--|--", "", "", "", "", "{x}", "{[1,2]",
    ".map(a => a)}", 'import A from "b"', "export const a = 1", "[ref]: /url", "===", "<>", "</>",
    "<br/>", "- [ ] task", "- [x] done", "-", "1.", '<Tab title="A">text</Tab>', '<Tab title="A">',
    "text</Tab>", "</Tab>", "    indented", "<A><B/></A>", "<A>", "</A>", "<A> <B /> </A>",
    "<p>para</p>", "{/* comment */}", "text", "more text", "lazy", "{`t\n\n${1}`}", "[^1]: note",
]  # fmt: skip
_NAMES = ["Note", "Card", "Steps", "Step", "div", "Tabs", "A.B"]
_ATTRIBUTES = ["", ' title="x"', " a={1}", ' b={{c: "}"}}', " d", " e='f'", '\n{}  g="h"\n{}']
_EXPRESSIONS = ["{x}", "{/* c */}", '{a.map(b => <C d="e">f\'s</C>)}', "{`x\n${1}\n`}"]
_CELLS = ["`x\\|y`", "z", "**q**", "<br/>"]
_LEAVES = ["# H", "## `c` H", "### [l](/x)", "---", "***"]


def write_pages(seed: int, count: int) -> list[str]:
    """Return pages: one in three a soup of lines, the others well nested."""
    random = Random(seed)
    return [_soup(random) if i % 3 == 0 else "\n".join(_nested(random)) for i in range(count)]


def _words(random: Random, most: int) -> str:
    return " ".join(random.choice(_INLINE) for _ in range(random.randint(1, most)))


def _soup(random: Random) -> str:
    return "\n".join(_line(random) for _ in range(random.randint(2, 9)))


def _line(random: Random) -> str:
    kind = random.random()
    indent = " " * random.choice([0, 0, 0, 0, 2, 2, 4, 4, 3, 6, 1])
    if kind < 0.6:
        text = random.choice(_BLOCKS)
    elif kind < 0.9:
        text = _words(random, 4)
    else:
        mark = random.choice(["- ", "1. ", "> ", "* ", "2. ", "- [ ] "])
        text = mark + random.choice([random.choice(_BLOCKS), _words(random, 3)])
    return indent + text if text else ""


def _nested(random: Random, depth: int = 0, indent: int = 0) -> list[str]:
    rows: list[str] = []
    for _ in range(random.randint(1, 4)):
        kind = random.random()
        pad = " " * indent
        if kind < 0.25 and depth < 4:
            rows += _tag(random, depth, indent)
        elif kind < 0.5 and depth < 4:
            rows += _list(random, depth, pad)
        elif kind < 0.58 and depth < 3:
            inner = _nested(random, depth + 1)
            rows += [pad + ("> " if random.random() < 0.92 else "") + row for row in inner]
        else:
            rows += _leaf(random, pad)
        if random.random() < 0.6:
            rows.append("")
    return rows


def _tag(random: Random, depth: int, indent: int) -> list[str]:
    pad = " " * indent
    name = random.choice(_NAMES)
    attributes = random.choice(_ATTRIBUTES)
    if "\n" in attributes:
        attributes = attributes.format(pad, pad)
    blank = [""] if random.random() < 0.3 else []
    inner = _nested(random, depth + 1, indent + random.choice([0, 2, 2, 4]))
    return [f"{pad}<{name}{attributes}>", *blank, *inner, *blank, f"{pad}</{name}>"]


def _list(random: Random, depth: int, pad: str) -> list[str]:
    rows = []
    mark = random.choice(["- ", "* ", "1. ", "-   ", "10. "])
    for _ in range(random.randint(1, 3)):
        if random.random() < 0.2:
            mark = random.choice(["- ", "* ", "1. ", "-   ", "10. "])
        first, *others = _nested(random, depth + 1)
        rows.append(pad + mark + first)
        for row in others:
            lazy = random.random() >= 0.93
            rows.append("" if not row else pad + ("" if lazy else " " * len(mark)) + row)
        if random.random() < 0.25:
            rows.append("")
    return rows


def _leaf(random: Random, pad: str) -> list[str]:
    kind = random.random()
    if kind < 0.2:
        meta = random.choice(["", " title", "  {1-2}"])
        rows = ["```js" + meta, "a {b} <c>", "", "  d", "```"]
    elif kind < 0.35:
        row = f"| {random.choice(_INLINE)} | {random.choice(_CELLS)} |"
        rows = ["| a | b |", "|---|:-:|", row]
    elif kind < 0.45:
        rows = [random.choice(_LEAVES)]
    elif kind < 0.55:
        rows = random.choice(_EXPRESSIONS).split("\n")
    else:
        rows = [_words(random, 4) for _ in range(random.randint(1, 2))]
    return [pad + row if row else "" for row in rows]
