"""Projects with `docs.json`: settings get other names, and pages change little.

1. `settings_file` reads `docs.json` and the files it refers to. It knows the location of each
   value, and collects notes about them.
2. `navigation` turns the tree of languages, versions, tabs, dropdowns and groups into lists of
   groups, tabs, anchors and versions. `operations` adds page files where an API document fills the
   tree.
3. `keys` translates all other settings.
4. `read` combines the parts, fills in the values of variables and renames picture tags.
"""
