"""Puts an API page together.

1. `parts` are what renders the pages of one API document, made once for all of them.
2. `page` puts the text of the author around what the document says.
3. `room` decides how much of it is written out.
4. `fold` lets what has no room even then come when a reader asks for it.
"""
