"""Builds the search index of a site, as files that browsers load in parts.

1. `page_text` splits a page's text into sections. For an operation or a schema, the text comes from
   its rendered parts: `render/api/view/found`.
2. `entry` combines sections and facts of a page to its entry; `paths` adds the path of its
   operation.
3. `words` splits texts into words and returns their search terms; the browser's scripts
   (`theme/js/search/engine`) do the same with queries.
4. `index` merges the words of all pages: terms, with the pages of each.
5. `files` writes the index, with the first pages to read (`start`), and reads it back to update the
   words of one page.
"""
