"""The text of a page: Python-Markdown as MDX that says the same.

1. `blocks` walks over the lines of a page, each with its place in the old file, and knows every
   kind of block. What needs no change stays as it was written.
2. `fences` reads code blocks, `containers` boxes, items and definitions.
3. `html_blocks` writes blocks of HTML, whose tags `html` makes ones of MDX.
4. `inline` converts the text of paragraphs. `titles` takes marks out of what becomes plain text,
   and knows the names of icons; `pieces` holds what several of them share, such as attribute lists.
"""
