"""Takes what readers say of pages, and counts what they look for in vain.

1. `votes` reads an answer of a reader, `readers` tells readers apart without knowing them.
2. `counters` counts what the operator asked for, and nothing of readers who want no counting.
3. `writer` keeps what comes in, one batch after the other; `records` says how it is kept.
4. `database` opens the place of it: `sqlite` or `postgres`, with the tables of `schema`;
   `places` says where its files may be.
5. `vote_pages` are what readers without scripts see; `app` answers requests, `service` all of them.
6. `insights` shows all of it to those who write the site.
"""
