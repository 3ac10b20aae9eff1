"""Serves a built site on the web.

1. `serve` is `octavo serve`: one command on one machine, or replicas behind a load balancer.
2. `web` listens, and answers requests for files.
3. `proxy` forwards the requests of the playground, `feedback` stores the feedback of readers.
4. `assistants` lets programs read the site, with the same `search` that browsers run.
"""
