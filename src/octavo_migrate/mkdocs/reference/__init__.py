"""Converts blocks of mkdocstrings and mkautodoc, `::: package.Name`, to pages.

1. `block` reads a block with its options. It has the plain values that describe a Python object.
2. `python` reads packages with griffe, which parses their source and never runs it.
3. `index` has the location of each object and each heading, because links need the whole site.
4. `write` turns an object into MDX; docstrings are converted like pages.
"""
