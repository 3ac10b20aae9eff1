"""Colours code: own grammars for the common languages, Pygments for the rest."""

from __future__ import annotations

from octavo.render.highlight.grammar import KINDS
from octavo.render.highlight.write import LARGEST, has_grammar, highlight, highlight_text

__all__ = ["KINDS", "LARGEST", "has_grammar", "highlight", "highlight_text"]
