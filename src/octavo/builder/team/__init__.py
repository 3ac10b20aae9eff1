"""Builds all pages of a site, for builds and for checks.

1. `all_pages` is the entry point: it builds every page and collects their problems.
2. `workers` divides the pages among several processes, if there are enough pages.
3. `builder` builds and writes one page after the other.
4. `api_report` collects what API pages share: files, and the problems of their documents.
   `api_parts` selects the files that pages name.
"""
