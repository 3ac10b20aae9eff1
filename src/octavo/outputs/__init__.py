"""Writes and serves what was rendered; nothing else in Octavo writes or listens.

Packages and modules, from the top down; each imports only those below it:

1. `build`, a project becomes a published folder; `serve`, such a folder becomes a site on the web;
   `preview`, a project becomes a live site;
   `page_files`, the operations of an API document become page files; `search` finds pages of a
   published folder.
2. `proxy` forwards the requests of the playground; `cache` keeps what builds made; `host_files`
   tells web servers and static hosts how to serve a site.
3. `pages` is the one way to build a page; `documents` loads its text, `site_renderer` makes the
   renderer of a project's site.
4. `web` answers requests for files, `javascript` evaluates author code in a sandbox, `publish`
   puts a site in place in one step.
"""
