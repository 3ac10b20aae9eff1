"""Builds a page, in the same way for builds, checks and previews.

1. `documents` loads the text of a page: read, parsed, with its snippets, and evaluated.
2. `site_renderer` creates the renderer of a project's site.
3. `named_files` finds the files that settings and code link to; `held_files` finds files that only
   unpublished pages name; `leads` plans the files that only redirect.
4. `page_build` renders the text and adds the shell; `written` has the facts about a finished page.
5. `table` lists the outputs of a site besides its pages: theme, search index, lists of pages.
   `site_manifest` has the facts that a server needs.
"""
