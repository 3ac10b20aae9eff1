"""Serves a built site: one command on one machine, or several replicas behind a load balancer.

1. `server` is the entry point: it checks the folder, listens, and starts `workers`.
2. `generation` is one checked state of the site; `current` follows the folder.
3. `served_site` finds the file for a request, and its encoding; `content_memory` keeps recent files
   in memory, and compresses them.
4. `quick` keeps answers ready for plain requests; `app` answers all requests: files, the proxy of
   the playground, and health checks.
5. `log` writes a line for each request and `events` one for each failure; `metrics` counts for all
   workers.
6. `shared_rates` limits the use of the proxy by readers, for any number of workers.
7. `read_site` is the site for assistants; `stdio` answers one on this computer.
8. `mounted` is a site inside another application.
"""
