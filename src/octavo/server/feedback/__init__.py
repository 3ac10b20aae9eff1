"""Stores the feedback of readers, and counts searches without results.

1. `votes` reads the answer of a reader, `readers` tells readers apart without identifying them.
2. `counters` counts what the operator chose, and skips readers who opt out.
3. `writer` stores everything in batches; `records` has the statements for it.
4. `database` opens the storage: `sqlite` or `postgres`, with the tables of `schema`. `places` says
   where its files may be.
5. `vote_pages` are the pages for readers without scripts; `app` answers their requests, `service`
   all requests.
6. `insights` shows the results to the authors of the site.
"""
