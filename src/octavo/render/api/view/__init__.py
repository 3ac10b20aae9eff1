"""Prints what an API page shows, which is decided in `reference`: as HTML, as Markdown, and for the
search.

1. `words` prints sentences, names and marks as HTML.
2. `code` prints code as HTML, and keeps files for what is too long for a page.
3. `parts` prints all parts of a page as HTML, those that take turns with `switch`.
4. `markdown` prints a page as Markdown.
5. `found` prints the words by which the search finds a page.
"""
