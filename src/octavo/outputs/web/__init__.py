"""Answers requests for the files of a site.

1. `server` listens, and lets through only what is plain HTTP.
2. `static_site` finds what an address stands for and sends it.
3. `file_headers` says what goes with a file: its type, and what it may do in a browser.
"""
