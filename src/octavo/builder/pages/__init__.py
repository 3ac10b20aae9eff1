"""Builds a page: the one way for builds, checks and previews.

1. `documents` loads the text of a page: read, parsed, with its snippets, and evaluated.
2. `site_renderer` makes the renderer of a project's site.
3. `named_files` are what settings and code lead readers to; `held_files` are what only pages name
   that are not public; `leads` are files that only lead on.
4. `page_build` renders the text, and has the renderer put its shell around it; `written` is what is
   known of the page afterwards.
5. `table` lists what a site consists of beside its pages: theme, search index, lists of pages.
   `site_manifest` is what a server must know of all of it.
"""
