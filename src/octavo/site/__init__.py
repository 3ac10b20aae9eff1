"""Combines settings and documents to the site: pages, URLs, navigation, redirects.

1. `load` reads a project, `build` creates its site; `model` has the values.
2. `api` plans the pages of API documents and combines them with page files.
3. `navigation` arranges pages, `divisions` tabs and anchors, `versions` versions.
4. `address` is the public address of the site, `urls` has the rules for paths in it. `links`
   resolves links, `fragments` links to headings. `redirects` and `redirect_patterns` lead old
   addresses to new ones, `suggestions` finds similar pages.
5. `visibility` decides which pages are in the site.
"""
