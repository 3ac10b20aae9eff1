"""Decides what the pages of a whole API document and of its tags show.

1. `users` finds the operations that use a schema.
2. `document_pages` finds the pages that a site has for a document.
3. `views` makes the views of the pages, and `releases` those of the changelog.
"""
