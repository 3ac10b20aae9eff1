"""What is a formula and what is not: sentences as people write them."""

from __future__ import annotations

import random
import re

import pytest

from octavo.content.headings import read_plain_text
from octavo.content.mdx import parse_mdx
from octavo.content.nodes import Element, Math, Node, Tag

TEXT = [
    "It costs $5 to $10 a month.",
    "Pay $5, or $10 with support.",
    "$5 or 10$ each",
    "costs $5, or 10$",
    "from $5 to 10$.",
    "between $5 and 10$ a seat",
    "$5/month and 10$ for teams",
    "It was $1,000.50 and is $900 now",
    "$5-$10",
    "$5–$10 and $20—$30",
    "$1M–$2M in sales, $3B in debt",
    "US$5 and A$10, CA$7",
    "5$ here and 10$ there",
    "100$, 200$, 300$",
    "($5)($10)",
    "**$5**/**$10** a month",
    "*$5* or *$10*",
    "Save $50 (was $100)",
    "$5 a day, 10$ a week",
    "$20 + VAT or 30$ without",
    "Free, $0, or $$",
    "$ 5 and 6 $",
    "a $ b $ c",
    "$$",
    "Restaurants: $$ (cheap) to $$$ (dear) or $$ again",
    "$$ means expensive",
    "$$\nopened and never closed",
    "$$ opened\nand never closed\n\n$$\n\nlater on",
    "The variables $HOME and $PATH",
    "$HOME/$USER and $A:$B",
    "set $FOO_BAR$ and $MY_VAR$",
    "$AAPL, $TSLA and $MSFT rose",
    "$AAPL/$TSLA",
    "${HOME} and ${PATH}".replace("{", r"\{"),
    "($.eventName = A) || ($.eventName = B)",
    "$.items[0].name and $.items[1].name",
    "Version <$Revision: 19 $>".replace("<", r"\<"),
    "regex ^a$ and ^b$",
    "ends with $ or with $",
    "Q: is it $5? A: no, $6!",
    "tip: 15% of $80 is $12",
    '"$5" and "$10"',
    "'$5' and '$10'",
    "[$5](/a) and [$10](/b)",
    "jQuery $('a') and $('b')",
    "$x or y$ is what you get",
    "you pay $x and get y$ back",
    "Kosten: $5 für zwei oder 10$ für drei",
    "цена $5 или 10$ за штуку",
    "$5 for snake_case names and 10$ for others",
    "A price of $5\nand one of $10",
    "It is $5 = five dollars and 10$ more",
    "\\$5 and \\$10$",
    "price: $5; tax: $1; sum: $6;",
]

FORMULAS = [
    ("it costs $5 to $10. Formula $a^2+b^2$.", ["a^2+b^2"]),
    ("pay $5, get $x_1$ free", ["x_1"]),
    ("`$a` costs $5 and `$b$`", []),
    ("`$a$` is $a$ and `$b` is $b$", ["a", "b"]),
    ("$x$", ["x"]),
    ("$x$, $y$ and $z$.", ["x", "y", "z"]),
    ("the $n$th of $k$ items", ["n", "k"]),
    ("all $x$s", ["x"]),
    ("an $n$-fold and ($m$)", ["n", "m"]),
    ("$5$ is prime", ["5"]),
    ("$2^{10} = 1024$", ["2^{10} = 1024"]),
    ("$2ab + 3cd$", ["2ab + 3cd"]),
    ("$O(n log n)$ and $O(n \\log n)$", ["O(n log n)", "O(n \\log n)"]),
    ("$\\frac{a}{b}$ is half", ["\\frac{a}{b}"]),
    ("$\\text{two plain words} + 1$", ["\\text{two plain words} + 1"]),
    ("$score = right / total$", ["score = right / total"]),
    ("$f(x) = \\begin{cases} 1 & x > 0 \\\\ 0 \\end{cases}$",
     ["f(x) = \\begin{cases} 1 & x > 0 \\\\ 0 \\end{cases}"]),
    ("$a < b$ and $c > d$", ["a < b", "c > d"]),
    ("$\\$5 + \\$6$", ["\\$5 + \\$6"]),
    ("H$_2$O and 10$^{-3}$ m", ["_2", "^{-3}"]),
    ("$\\{a, b\\}$ is a set", ["\\{a, b\\}"]),
    ("$[0, 1)$ is half open", ["[0, 1)"]),
    ("$x'$ and $x^*$ and $H^+$", ["x'", "x^*", "H^+"]),
    ("in $\\mathbb{R}^n$, not $\\mathbb{C}$", ["\\mathbb{R}^n", "\\mathbb{C}"]),
    ("$.5$ or $-1$", [".5", "-1"]),
    ("**$x$** and *$y$*", ["x", "y"]),
    ("a $$x^2$$ b", ["x^2"]),
    ("$$ profit = income - cost $$", ["profit = income - cost"]),
    ("$$\nx\n$$", ["x"]),
    ("$$ x\n+ y\n$$", ["x\n+ y"]),
    ("$$x\n+y$$", ["x\n+y"]),
    ("It is $5, but $E = mc^2$ costs $10", ["E = mc^2"]),
]  # fmt: skip


def formulas_of(nodes: list[Node]) -> list[str]:
    found = []
    for node in nodes:
        if isinstance(node, Math):
            found.append(node.text)
        elif isinstance(node, Element | Tag):
            found += formulas_of(node.children)
    return found


def text_of(page: str) -> str:
    return read_plain_text(parse_mdx(page).nodes)


@pytest.mark.parametrize("sentence", TEXT)
def test_prices_and_variables_are_text(sentence: str) -> None:
    assert formulas_of(parse_mdx(sentence).nodes) == []
    shown = re.sub(r"\\(?=[{$<])|\*+|[\[\]]|\(/\w\)|\s", "", sentence)
    assert re.sub(r"[\[\]]|\s", "", text_of(sentence)) == shown


@pytest.mark.parametrize(("sentence", "formulas"), FORMULAS)
def test_formulas_are_formulas(sentence: str, formulas: list[str]) -> None:
    assert formulas_of(parse_mdx(sentence).nodes) == formulas


def test_no_word_of_a_sentence_with_dollars_is_lost() -> None:
    choose = random.Random(7)
    pieces = (
        "$5 10$ $10. $1,000 or each month cost, $x$ $a^2+b^2$ `$b` `$c$` $$ $HOME and **bold** "
        "$_2$ US$7 ($8)"
    ).split()
    for _ in range(3_000):
        sentence = " ".join(choose.choices(pieces, k=choose.randint(2, 9)))
        shown = text_of(f"so {sentence}").split()
        words = re.findall(r"or|each|month|cost,|and|bold", sentence)
        assert [word for word in shown if word in words] == words, sentence
