"""Writes the Markdown twin of every page, for programs and for reading without a browser.

1. `text` has the only ways to put text into Markdown.
2. `writer` writes the nodes of a page: blocks and inline parts; `tables` its tables, and `parts`
   reads nodes. Components have their own functions, see `render.content.components`.
3. `foreign` handles the texts of API documents.
4. `twin_page` adds a title and a description.
"""
