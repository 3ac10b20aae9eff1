"""Pages of Docusaurus as pages of Octavo: edits at single places, the rest byte for byte.

1. `convert` converts a page: `front_matter` first, then part by part of its text.
2. `scan` cuts the text into code, comments, module code and the rest.
3. `marked_blocks` reads `:::note`, and the heads and marks of code.
4. `commonmark` makes MDX of a page that is none. `components` replaces imports and tags, which
   `page_tags` reads with the places of their attributes.
5. `old_links` finds what addresses mean, and which files are carried over because of them.
"""
