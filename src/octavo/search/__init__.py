"""What the search of a site finds, as files that browsers load in parts.

1. `page_text` reads the sections of a page's text. Those of an operation or a schema are printed of
   what its page shows: `render/api/view/found`.
2. `entry` puts them together with what lists show of the page: the entry of a page; `paths` adds
   the path of its operation.
3. `words` cuts texts into words and says which terms a word is found by; the browser's own
   scripts (`theme/js/search/engine`) do the same with what readers type.
4. `index` joins the words of all pages: terms, and the pages that each is on.
5. `files` writes all of it, with the pages where reading begins (`start`), and reads it back to
   change the words of one page.
"""
