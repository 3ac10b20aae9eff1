"""Renders API pages.

1. `reference` is the API pages of a site, and what they have in common.
2. `page` puts an API page together; `room` decides how much of it is written out, `fold` lets
   the rest of a long list come when a reader asks for it.
3. `operation` renders what is asked for and answered, `schema` the fields of its bodies.
4. `written` does the same for endpoints that a page describes by hand.
5. `examples` is the right column; `samples` prints requests, `playground` writes what sends them.
6. `fragments` are what is loaded when a reader asks for it.
7. `texts` renders foreign Markdown once, through `untrusted`; `markup` has the common pieces.
"""
