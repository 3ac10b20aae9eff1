"""Answers requests for the files of a site.

1. `ports` finds a free port, `server` listens there and accepts only `plain_http`. `connections`
   limits the number and the duration of connections, by the system's limit of `descriptors`.
2. `static_site` finds the file of an address and sends it with the helpers of `asgi`.
3. `accept` reads the formats that a reader accepts.
4. `senders` identifies clients, `rates` limits their requests.
"""
