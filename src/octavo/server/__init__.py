"""Answers requests: a built site on the web.

1. `serve` is `octavo serve`: one command on one machine, or replicas behind a load balancer.
2. `web` listens, and answers requests for files.
3. `proxy` forwards the requests of the playground, `feedback` takes what readers say.
4. `assistants` lets programs read the site, by the `search` that browsers run.
"""
