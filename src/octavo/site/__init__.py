"""Joins settings and documents into the site: pages, urls, navigation, redirects.

1. `load` reads what a project says, `build` makes the site of it; `model` has the values.
2. `api` plans the pages of API documents and joins them with page files.
3. `navigation` arranges pages, `divisions` tabs and anchors, `versions` versions.
4. `address` is where readers find the site, `urls` the rule for addresses in it; `links` resolves
   links, `fragments` links to headings; `redirects` and `redirect_patterns` lead old addresses to
   new ones, `suggestions` the lost.
5. `visibility` decides which pages there are.
"""
