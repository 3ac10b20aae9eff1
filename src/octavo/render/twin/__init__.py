"""Writes the Markdown twin of every page, for those who read without a browser.

1. `text` has the only ways in which text becomes Markdown.
2. `writer` writes the nodes of a page: blocks, and what stands in lines; `tables` its tables, and
   `parts` looks into nodes. Components write themselves, see `render.content.components`.
3. `operations` writes what API documents say, `endpoints` and `security` parts of it, `fields` what
   is inside of bodies; `foreign` are the texts of others.
4. `page` puts a title and a description before what a page says; `llms` lists and joins all twins,
   `full_text` in several files where they are long.
"""
