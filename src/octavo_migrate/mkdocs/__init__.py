"""Projects with `mkdocs.yml`: their settings, their navigation, and pages of Python-Markdown.

1. `read` combines all parts: settings, files, navigation, pages.
2. `settings_file` reads `mkdocs.yml` and the files it inherits from; it never runs a tag.
3. `navigation` builds groups from `nav`, `SUMMARY.md`, `.pages` or folders. `languages` reads the
   languages of the plugin `i18n`, and makes tabs. `blog` finds the posts of a blog.
4. `settings` translates all other settings to `site.json`.
5. `pages` converts a page: front matter, `includes` (files that a page includes), `templates`
   (Jinja statements), and then `markdown`, its text. `context` has the data they share, and
   resolves links.
6. `reference` writes the documentation of mkdocstrings blocks; `old_site` knows what only the old
   site has.
"""
