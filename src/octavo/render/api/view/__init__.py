"""Prints the API content that `reference` chose: as HTML, as Markdown, and for the search.

1. `words` prints sentences, names and marks as HTML.
2. `code` prints code as HTML, and stores files for code that is too long for a page.
3. `parts` prints all parts of a page as HTML, with `switch` for alternatives. `since` prints the
   choice of a release.
4. `markdown` prints a page as Markdown.
5. `found` prints the words of a page for the search.
"""
