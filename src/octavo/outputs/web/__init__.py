"""Answers requests for the files of a site.

1. `ports` finds a free port, `server` listens there and lets through only what is `plain_http`.
   `connections` bounds how long connections last and how many there are, by the `descriptors` that
   the system allows.
2. `static_site` finds the file of an address and sends it, in the words of `asgi`.
3. `accept` reads in which form a reader takes it, `file_headers` chooses the headers of a file: its
   type, and what it may do in a browser.
4. `manifest` is what a server must know of a built site beside its files.
5. `senders` tells who asks, `rates` limits how often.
"""
