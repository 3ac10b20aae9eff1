"""Renders API pages.

1. `reference` is the API pages of a site, and what they have in common.
2. `page` puts an API page together, and decides how much of it is written out.
3. `operation` renders what is asked for and answered, `schema` the fields of its bodies.
4. `written` does the same for endpoints that a page describes by hand.
5. `examples` is the right column; `samples` prints requests, `playground` writes what sends them.
6. `fragments` are what is loaded when a reader asks for it.
7. `downloads` offers API documents as files.
8. `texts` renders foreign Markdown once, through `untrusted`; `markup` has the common pieces.
"""
