"""API documents in the site.

1. `load` loads the documents that the settings and pages name, `library` holds them.
2. `pages` plans a page for each operation, `bindings` finds the operation that a page names.
3. `sample_languages` is the list of languages in which samples are shown.
"""
