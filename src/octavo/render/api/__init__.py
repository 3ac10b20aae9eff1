"""Renders API pages.

1. `reference` is the API pages of a site, and what they have in common.
2. `api_page` puts the text of the author around what the API document says; `view` prints the
   latter.
3. `written` reads the endpoints that a page describes by hand.
4. `samples` prints requests, `playground` writes what sends them.
5. `texts` renders foreign Markdown once, through `untrusted`; `document_links` resolves its links,
   `headings` gives its headings ids.
"""
