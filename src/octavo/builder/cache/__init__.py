"""Remembers what builds made, so that the next one does only what is new.

1. `memory` holds all that follows, for the builds of one project into one folder.
2. `store` is the SQLite file of a project; `version` identifies the code that filled it.
3. `state` is that of a project when a build begins, `files` reads its files.
4. `record` is what a build published and what it was made of; `changes` tells whether that is so.
5. `held` takes over published pages whose inputs are the same.
6. `contents` caches the contents of the other pages; `api` does so for API pages, which are made of
   what their operations `reach`.
7. `records` writes all of these as bytes, and reads them back.
"""
