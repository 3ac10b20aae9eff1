"""Colors code: own grammars for the common languages, Pygments for the rest if it is there.

1. `write` writes code as HTML, each token in an element of its kind.
2. `grammar` is what a grammar is made of; `c_family`, `data`, `markup`, `scripting`, `shells` and
   `web` are grammars; `fallback` asks Pygments.
3. `json_lines` colors JSON that we wrote ourselves, a line at a time.
4. `for_browsers` writes grammars as scripts, so that samples keep their colors while readers type.
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
