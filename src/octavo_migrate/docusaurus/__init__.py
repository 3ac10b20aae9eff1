"""Projects with `docusaurus.config.js`, whose settings are code that is read and never run.

1. `read` is the whole of it: settings, documents, sidebars, pages.
2. `js_values` reads what is data in JavaScript and TypeScript; the rest of it stays `Code`.
3. `files` reads the files of the old project. `instances` says which folders hold documents, under
   which addresses and in which versions and languages; `documents` gives each document its id and
   its address.
4. `sidebars` makes groups of sidebars that are written, or of folders, and `navigation` sets them
   in their tabs, versions and languages; `settings` turns the rest of the settings into those of
   `site.json`, and tells which of them have no equivalent. `blog` lists the posts of a blog.
5. `pages` converts the pages; `operations` those that a plugin made of an API document.
"""
