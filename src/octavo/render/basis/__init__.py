"""Helpers for all packages of `render`.

1. `html` has the only two ways to put text into HTML; `rendered` has the results of rendering;
   `elements` are those that foreign texts may use.
2. `wording` has the interface texts in the language of a page; `names` shortens very long names.
3. `policy` is the content security policy of a page, `changing` has its facts that change with its
   text.
"""
