"""Remembers what builds made, so that the next one does only what is new.

1. `memory` holds all that follows, for the builds of one project into one folder.
2. `store` is the SQLite file of a project; `version` identifies the code that filled it.
3. `state` is that of a project when a build begins, `files` reads its files.
4. `record` is what a build published and what it was made of; `changes` compares it with today.
5. `contents` caches the contents of pages; `api` does so for API pages.
6. `records` writes all of these as bytes, and reads them back.
"""
