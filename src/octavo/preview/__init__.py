"""Serves a project while its author writes it.

1. `server` listens, and `follow` updates the state of the project when its files change.
2. `guard` decides which requests the preview answers, `app` answers them, and `view` finds the
   files.
3. `site` renders pages on demand.
4. `for_authors` has the parts that only authors see: problems, and reloads after changes.
5. `proxy` lets the playground call the documented API; `read_site` is the site for assistants.
6. `mounted` is a project inside another application, `mounted_reference` an API document.
7. `api_document` keeps the API document of a Python application up to date.
"""
