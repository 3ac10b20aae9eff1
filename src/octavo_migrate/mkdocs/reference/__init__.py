"""Blocks of mkdocstrings and mkautodoc: `::: package.Name`, written out as pages.

1. `block` reads a block, and knows what each of its options means. It has the plain values by which
   everything else sees an object of Python.
2. `python` reads packages with griffe, which parses their source and never runs it.
3. `index` says where each object, and each heading, stands: links to them need the whole site.
4. `write` makes MDX of an object; texts of docstrings are converted as those of pages are.
"""
