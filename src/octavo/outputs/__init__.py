"""Writes and serves what was rendered; nothing else in Octavo writes or listens.

Packages and modules, from the top down; each imports only those below it:

1. `check` tells all that is wrong with a project, by the stages of a build.
2. `build`, a project becomes a published folder; `serve`, such a folder becomes a site on the web;
   `preview`, a project becomes a live site; `api`, an API document becomes page files or a new
   project, or answers as a mock.
3. `mcp` lets assistants read a site.
4. `search` finds pages of a published folder; `proxy` forwards the requests of the playground;
   `feedback` keeps what readers say; `cache` keeps what builds made.
5. `pages` is the one way to build a page: it loads its text, and makes the renderer of its site.
6. `web` answers requests for files, `javascript` evaluates author code in a sandbox, `publish`
   puts a site in place in one step.
"""
