"""Handles the snippets and the JavaScript of pages.

1. `code_search` tells whether a page has any code; `imports` finds its imports.
2. `snippets` loads the files of a page, `modules` reads their exports.
3. `expansion` inserts snippets; `literals` evaluates code without an engine, `inclusions` is the
   file and the properties around an expression.
4. `requests` writes the engine's code for the rest, with `jsx` as calls; `evaluation` has requests
   and answers, `answers` inserts answers into the page.
5. `expressions` runs all of these in order.
"""
