"""Converts pages of Docusaurus with edits at single places; all other bytes stay.

1. `convert` converts a page: `front_matter` first, then part by part of its text.
2. `scan` splits the text into code, comments, module code and the rest.
3. `marked_blocks` reads `:::note`, and the titles and line marks of code blocks.
4. `commonmark` turns CommonMark pages into MDX. `components` replaces imports and tags, which
   `page_tags` reads with the positions of their attributes.
5. `old_links` resolves addresses, and finds the files that the new project needs.
"""
