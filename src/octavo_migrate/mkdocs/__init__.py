"""Projects with `mkdocs.yml`: their settings, their navigation, and pages of Python-Markdown.

1. `read` is the whole of it: settings, files, navigation, pages.
2. `settings_file` reads `mkdocs.yml` and what it inherits; no tag in it is ever run.
3. `navigation` makes groups of `nav`, of `SUMMARY.md`, of `.pages`, or of the folders. `languages`
   reads those of the plugin `i18n`, and makes tabs. `blog` finds the posts of a blog.
4. `settings` turns the rest of the settings into those of `site.json`.
5. `pages` converts a page: front matter, `includes` (files that a page takes in), `templates`
   (statements of Jinja), and then `markdown`, its text. `context` is what all of them share, and
   says where a link leads.
6. `reference` writes out what blocks of mkdocstrings document; `old_site` knows what only the old
   site has.
"""
