"""Formulas: converts TeX to MathML, which browsers show without scripts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from octavo.content.nodes import Math
from octavo.problems import Code
from octavo.render.basis.html import escape_text

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer

_LONGEST = 10_000
"""The longest formula to convert; longer ones appear as their source."""


@lru_cache(maxsize=2048)
def render_math(tex: str, display: bool) -> str | None:
    """Return a formula as MathML, or None if it is invalid."""
    from latex2mathml.converter import convert  # noqa: PLC0415 (most sites have no formula)

    if len(tex) > _LONGEST or not tex.strip():
        return None
    try:
        return str(convert(tex, display="block" if display else "inline"))
    except (ValueError, IndexError, KeyError, AttributeError, TypeError, RecursionError):
        return None  # The library reports invalid TeX with all these errors.
    except Exception as error:
        if type(error).__module__.startswith("latex2mathml"):
            return None
        raise


def render_formula(page: ContentRenderer, node: Math) -> str:
    """Return a formula; an invalid one appears unchanged."""
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
