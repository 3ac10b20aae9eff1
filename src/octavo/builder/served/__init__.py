"""The facts about a built site that its server shares.

1. `manifest` has the facts that a server needs besides the files of a site.
2. `file_headers` chooses the headers of a file: its type, its cache time, and its rights in a
   browser. `locations` builds the targets of redirects.
3. `proxy_manifest` lists everything that the playground may call: `proxy_servers` and, with
   `proxy_paths`, operations. `stored_manifest` reads and writes it. `refusals` has the reasons for
   refusals.
"""
