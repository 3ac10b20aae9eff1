"""Highlights code: with its own grammars for common languages, with Pygments for others.

1. `write` writes code as HTML, each token in an element of its kind.
2. `grammar` defines grammars; `c_family`, `data`, `markup`, `scripting`, `shells` and `web` are
   grammars; `fallback` uses Pygments.
3. `json_lines` highlights generated JSON, a line at a time.
4. `for_browsers` writes grammars as scripts, so that samples stay highlighted while readers type.
"""

from __future__ import annotations

from octavo.render.content.highlight.grammar import KINDS
from octavo.render.content.highlight.write import (
    LARGEST,
    explain_plain_code,
    has_grammar,
    highlight,
    highlight_text,
)

__all__ = [
    "KINDS",
    "LARGEST",
    "explain_plain_code",
    "has_grammar",
    "highlight",
    "highlight_text",
]
