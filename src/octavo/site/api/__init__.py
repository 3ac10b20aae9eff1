"""The API documents in the site.

1. `load` loads the documents that settings and pages name, `library` stores them.
2. `pages` plans a page for each operation, `bindings` finds the operation of a page.
3. `sample_languages` checks the languages of request samples in the settings.
4. `hidden` finds the operations that aren't public, and the files that describe them; `held_back`
   finds those of unpublished pages.
5. `page_facts` combines the facts of pages and their documents; `logo` reads the logo that a
   document names.
6. `releases` loads the changelog of a document, and `snapshot` reads the document of a release.
7. `proof` reads the report of `octavo check --against`; `compared` holds what pages show of it.
"""
