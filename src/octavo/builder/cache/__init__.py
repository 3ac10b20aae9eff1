"""Remembers the results of builds, so that the next build does only new work.

1. `memory` holds all parts for the builds of one project into one folder.
2. `store` is the SQLite file of a project; `version` identifies the code that filled it.
3. `state` is the state of a project at the start of a build; `files` reads its files.
4. `record` is what a build published, and from which inputs; `changes` compares it with the
   project.
5. `held` takes over published pages whose inputs are unchanged.
6. `contents` caches the contents of the other pages; `api` does so for API pages, which depend on
   what their operations `reach`.
7. `records` converts all of these to bytes and back.
"""
