"""Mathematics: TeX becomes MathML, which browsers show without any script."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from octavo.content.nodes import Math
from octavo.problems import Code
from octavo.render.basis.html import escape_text

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer

_LONGEST = 10_000
"""A longer formula is shown as its source: nobody reads it, and converting it takes long."""


@lru_cache(maxsize=2048)
def render_math(tex: str, display: bool) -> str | None:
    """Return a formula as MathML, or None when it cannot be read."""
    # Imported when the first formula comes: most sites have none.
    from latex2mathml.converter import convert  # noqa: PLC0415

    if len(tex) > _LONGEST or not tex.strip():
        return None
    try:
        return str(convert(tex, display="block" if display else "inline"))
    except (ValueError, IndexError, KeyError, AttributeError, TypeError, RecursionError):
        return None  # the library says "not TeX" in all these ways
    except Exception as error:
        if type(error).__module__.startswith("latex2mathml"):
            return None
        raise


def render_formula(page: ContentRenderer, node: Math) -> str:
    """Return a formula; one that cannot be read is shown as it was written."""
    tag, kind = ("div", "display") if node.display else ("span", "inline")
    formula = render_math(node.text, node.display)
    if formula is None:
        page.warn(
            Code.FORMULA_UNREADABLE,
            f"this formula cannot be read, so its source is shown: {node.text[:60]}",
            node,
            "Check its braces and commands; write \\$ for a dollar sign that is no formula.",
        )
        if not node.display:
            return f"${escape_text(node.text)}$"
        formula = f"<code>{escape_text(node.text)}</code>"
    return f'<{tag} class="math math-{kind}">{formula}</{tag}>'
