"""API documents in the site.

1. `load` loads the documents that the settings and pages name, `library` holds them.
2. `pages` plans a page for each operation, `bindings` finds the operation that a page names.
3. `sample_languages` checks the languages that samples are asked for in.
4. `hidden` finds the operations that are not for everybody, and the files that tell of them;
   `held_back` those that only pages show which are not public.
5. `page_facts` is what pages say of themselves, and what their document says; `logo` the
   logo that one names.
"""
