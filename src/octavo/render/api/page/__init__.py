"""Puts an API page together.

1. `parts` are what makes the pages of one API document, made once for all of them.
2. `page` puts the text of the author around what the document says.
"""
