"""API documents in the site.

1. `load` loads the documents that the settings and pages name, `library` holds them.
2. `pages` plans a page for each operation, `bindings` finds the operation that a page names.
3. `sample_languages` checks the languages that samples are asked for in.
4. `hidden` finds the operations that are not for everybody, and the files that tell of them.
"""
