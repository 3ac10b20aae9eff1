"""Builds all pages of a site: for builds, and for checks, which throw them away.

1. `all_pages` is where it begins: it has every page built, and tells what is wrong with them.
2. `workers` divides the pages among several processes, if there are enough of them.
3. `builder` builds one page after the other, and writes it.
4. `api_report` collects what API pages have in common: files, and the problems of their documents.
   `api_parts` selects the files that pages name.
"""
