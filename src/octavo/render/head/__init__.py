"""The head of a page: what browsers, search engines and other sites are told of it.

1. `titles` tells pages with the same title apart; `indexing` says which pages search engines are to
   know, and under which address.
2. `metadata` is the meta tags: those of the author first, then those that follow from the page.
3. `structured_data` says the same once more as JSON-LD, with the way to the page.
4. `heads` puts it together for one site.
5. `speculation` says which links browsers load before they are opened.
"""
