"""Projects with `docs.json`: settings get other names, and pages stay nearly as they are.

1. `settings_file` reads `docs.json` and the files it refers to, and knows where values stand.
2. `navigation` turns the tree of languages, versions, tabs, dropdowns and groups into lists of
   groups, tabs, anchors and versions; `operations` adds page files where an API document fills it,
   `languages` names languages.
3. `keys` translates all other settings, with `looks`, `links` and `services`.
4. `pages` puts the values of variables into pages, `pictures` gives pictures their usual name.
5. `notes` collects what is told, `read` joins it all.
"""
