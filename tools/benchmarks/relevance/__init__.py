"""What readers search for, the pages that answer them, and how well engines find these.

1. `sets` holds the queries: a file for each site, a line for each query. The site is `garden` (the
   example), `docs`, `world` (a small one in many languages, in `sites`), or an API document.
2. `query_set` reads them, `built_sites` builds the sites.
3. `own_engine` asks our search, `pagefind_engine` and `minisearch_engine` those of others. Records
   for the latter are made by `records`.
4. `figures` says how well an engine did.

To add a query, read a page first, then write what somebody would type who needs it and has not
read it. Never look at results while you write: a query that was chosen for its result measures
nothing. `pages` are all pages that answer it; one of them is enough.
"""
