"""Pages of Docusaurus as pages of Octavo: edits at single places, the rest byte for byte.

1. `convert` converts a page: `front_matter` first, then part by part of its text.
2. `scan` cuts the text into code, comments, module code and the rest.
3. `directives` reads `:::note`, `code_blocks` the heads and marks of code.
4. `components` replaces imports and tags, which `tags` reads with the places of their attributes;
   `shared` knows those that pages need not import.
5. `links` finds what addresses mean, and which files are carried over because of them.
"""
