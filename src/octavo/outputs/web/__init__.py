"""Answers requests for the files of a site.

1. `server` listens, and lets through only what is plain HTTP.
2. `static_site` finds the file of an address and sends it.
3. `file_headers` chooses the headers of a file: its type, and what it may do in a browser.
"""
