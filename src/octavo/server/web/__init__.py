"""Answers requests for the files of a site.

1. `ports` finds a free port, `server` listens there and lets through only what is `plain_http`.
   `connections` bounds how long connections last and how many there are, by the `descriptors` that
   the system allows.
2. `static_site` finds the file of an address and sends it, in the words of `asgi`.
3. `accept` reads in which form a reader takes it.
4. `senders` tells who asks, `rates` limits how often.
"""
