"""Projects with `mkdocs.yml`: their settings, their navigation, and pages of Python-Markdown.

1. `read` is the whole of it: settings, files, navigation, pages.
2. `settings_file` reads `mkdocs.yml` and what it inherits; no tag in it is ever run. `files` reads
   a file that may be anywhere below a folder, and never one outside.
3. `navigation` makes groups of `nav`, of `SUMMARY.md`, of `.pages`, or of the folders, and `tabs`
   divides them. `blog` finds the posts of a blog. `languages` reads those of the plugin `i18n`.
4. `settings` turns the rest of the settings into those of `site.json`.
5. `pages` converts a page: `front_matter`, `includes` (files that a page takes in), and then
   `markdown`, its text. `links` says where a link leads; `context` is what all of them share.
6. `reference` writes out what blocks of mkdocstrings document.
"""
