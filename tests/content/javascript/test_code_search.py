"""Which pages wait for what reads code: those that hold some, wherever their braces stand."""

import pytest

from octavo.content.javascript.code_search import needs_expansion
from octavo.content.mdx import parse_mdx

FENCE = '```python\nprint(f"{name}")\n```'


def needs(body: str) -> bool:
    return needs_expansion(body, parse_mdx(body))


@pytest.mark.parametrize(
    "body",
    [
        "Plain text.",
        f"Before.\n\n{FENCE}\n\nAfter.",
        f"- An item with code:\n\n  {FENCE}".replace("\nprint", "\n  print"),
        "Code in a line, `{name}`.",
        "```js {1}\nlet name = {};\n```",
    ],
)
def test_a_page_whose_braces_all_stand_in_code_needs_nothing(body: str) -> None:
    assert not needs(body)


@pytest.mark.parametrize(
    "body",
    [
        "A sum: {1 + 1}.",
        f"{FENCE}\n\nA sum: {{1 + 1}}.",
        f"<Card title={{name}} />\n\n{FENCE}",
        f"export const name = 1;\n\n{FENCE}",
        f'<Snippet file="a.mdx" />\n\n{FENCE}',
        f"Text.[^1]\n\n{FENCE}\n\n[^1]: A sum: {{1 + 1}}.",
    ],
)
def test_code_of_the_author_is_found_beside_blocks_of_code(body: str) -> None:
    assert needs(body)
