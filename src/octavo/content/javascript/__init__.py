"""Snippets and JavaScript of pages.

1. `code_search` tells whether a page holds code at all; `imports` what it imports.
2. `snippets` finds the files that a page is made of, `modules` reads what they export.
3. `expansion` puts snippets in place; `literals` evaluates what needs no engine, `inclusions` knows
   where an expression stands.
4. `requests` asks the engine for the rest, with `jsx` as calls; `evaluation` has question and
   answer, `answers` puts answers into the page.
5. `expressions` does all of this in order.
"""
