"""What a built site and its server both know.

1. `manifest` is what a server must know of a site beside its files.
2. `file_headers` chooses the headers of a file: its type, how long it is kept, and what it may do
   in a browser. `locations` are the addresses that servers send readers on to.
3. `proxy_manifest` holds everything that the playground may call: `proxy_servers` and, by
   `proxy_paths`, operations; `stored_manifest` writes it down. `refusals` say why not.
"""
