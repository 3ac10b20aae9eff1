"""Serves a built site: one command on one machine, or several replicas behind a load balancer.

1. `server` is where it begins: it checks the folder, listens, and starts `workers`.
2. `generation` is one state of the site, checked as a whole; `current` follows the folder.
3. `served_site` finds what a request asks for in it, and in which form; `content_memory` keeps
   what was asked for last, and compresses it.
4. `quick` keeps answers ready for plain requests; `app` answers all: files, the proxy of the
   playground, and whether all is well.
5. `log` writes a line for each request and `events` one for each mistake; `metrics` counts for all
   workers.
6. `shared_rates` limits what a reader may ask of the proxy, however many workers there are.
7. `read_site` is the site as assistants read it; `stdio` answers one on this computer.
8. `mounted` is a site inside another application.
"""
