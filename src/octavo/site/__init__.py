"""Joins settings and documents into the site: pages, urls, navigation, redirects.

1. `build` puts the site together; `model` has the values it is made of.
2. `api` plans the pages of API documents and joins them with page files.
3. `navigation` arranges pages, `divisions` tabs and anchors, `versions` versions.
4. `links` resolves links, `fragments` links to headings, `urls` is the rule for addresses;
   `redirects` and `redirect_patterns` lead old addresses to new ones, `suggestions` the lost.
5. `page_facts` is what pages say of themselves; `search` is what the search knows of them.
"""
