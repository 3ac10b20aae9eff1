"""Writes the Markdown twin of every page, for those who read without a browser.

1. `text` has the only ways in which text becomes Markdown.
2. `writer` writes the nodes of a page: blocks, and what stands in lines; `tables` its tables, and
   `parts` looks into nodes. Components write themselves, see `render.content.components`.
3. `foreign` are the texts of API documents, which others wrote.
4. `twin_page` puts a title and a description before what a page says.
"""
