"""Converts the text of a page from Python-Markdown to equivalent MDX.

1. `blocks` goes through the lines of a page, each with its location in the old file, and recognizes
   every kind of block. Blocks that need no change stay as they are.
2. `fences` reads code blocks, `containers` boxes, items and definitions.
3. `html_blocks` writes blocks of HTML, whose tags `html` turns into MDX.
4. `inline` converts the text of paragraphs. `titles` reduces titles to plain text, and knows the
   names of icons. `pieces` has helpers that several of them share, such as attribute lists.
"""
