"""Serves a project while it is written.

1. `server` listens, and lets the state of the project `follow` its files.
2. `guard` decides whom the preview answers, `app` answers; `view` finds what is asked for.
3. `site` renders a page when it is asked for.
4. `for_authors` is what only authors see: problems, and when a page has changed.
5. `proxy` lets the playground call what the project documents at the moment; `read_site` is what
   assistants read of it.
6. `mounted` is a project inside another application.
7. `api_document` keeps the API document of a Python application up to date.
"""
