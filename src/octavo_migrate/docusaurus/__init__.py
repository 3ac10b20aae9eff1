"""Projects with `docusaurus.config.js`, whose settings are code: it runs in a sandbox.

1. `read` is the whole of it: settings, documents, sidebars, pages.
2. `modules` evaluates JavaScript in Octavo's sandbox, where what needs Node stays `Code`;
   `typescript` leaves out types before that.
3. `files` reads the files of the old project. `instances` says which folders hold documents, under
   which addresses and in which versions and languages; `documents` gives each document its id and
   its address.
4. `sidebars` makes groups of sidebars that are written, or of folders, and `navigation` sets them
   in their tabs, versions and languages; `settings` turns the rest of the settings into those of
   `site.json`, and tells which of them have no equivalent. `blog` lists the posts of a blog;
   `old_site` knows what only the old site has.
5. `pages` converts the pages; `operations` those that a plugin made of an API document.
"""
