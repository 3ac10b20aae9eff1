"""Writes the head of a page: its facts for browsers, search engines and other sites.

1. `titles` makes titles unique; `indexing` decides which pages search engines may show, and under
   which address.
2. `metadata` writes the meta tags: the author's first, then those derived from the page.
3. `structured_data` writes the facts as JSON-LD, with the path to the page.
4. `heads` combines them for one site.
5. `speculation` chooses the links that browsers load in advance.
"""
