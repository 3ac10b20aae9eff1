"""Projects with `docs.json`: settings get other names, and pages stay nearly as they are.

1. `settings_file` reads `docs.json` and the files it refers to, knows where values stand, and
   collects what is told of them.
2. `navigation` turns the tree of languages, versions, tabs, dropdowns and groups into lists of
   groups, tabs, anchors and versions; `operations` adds page files where an API document fills it.
3. `keys` translates all other settings.
4. `read` joins it all, puts the values of variables into pages, and gives pictures their usual
   name.
"""
