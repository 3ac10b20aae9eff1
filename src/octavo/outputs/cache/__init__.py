"""Remembers what builds made, so that the next one does only what is new.

1. `memory` is what builds of a folder tell one another: all that follows, for one project.
2. `store` is the SQLite file of a project; `version` names the code that filled it.
3. `state` says what a project is when a build begins, `files` what each of its files is.
4. `record` is what a build published and what it was made of; `changes` compares it with today.
5. `contents` keeps what pages say, in the place of what renders it; `api` does so for API pages.
"""
