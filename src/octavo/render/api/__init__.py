"""Renders API pages.

1. `reference` has the API pages of a site, and their shared parts.
2. `api_page` combines the author's text with the content of the API document; `view` prints the
   latter.
3. `written` reads the endpoints that a page describes by hand.
4. `samples` prints requests, `playground` writes the data of the request form,
   `collections` writes requests for clients.
5. `texts` renders foreign Markdown once, with `untrusted`; `document_links` resolves its links,
   `headings` gives its headings ids.
"""
