"""Projects with `docusaurus.config.js`, whose settings are code that runs in a sandbox.

1. `read` combines all parts: settings, documents, sidebars, pages.
2. `modules` evaluates JavaScript in Octavo's sandbox; values that need Node stay `Code`.
   `typescript` removes types first.
3. `files` reads the files of the old project. `instances` finds the folders of documents with their
   addresses, versions and languages. `documents` gives each document its id and its address.
4. `sidebars` makes groups from sidebars or from folders. `navigation` places them in tabs, versions
   and languages. `settings` translates all other settings to `site.json`, and notes those without
   an equivalent. `blog` lists the posts of a blog. `old_site` knows the pages that only the old
   site has.
5. `pages` converts the pages; `operations` converts pages that a plugin made from an API document.
"""
