"""Utility classes of authors as rules of CSS.

1. `classes` finds the rules of a page's class names.
2. `variants` reads prefixes, `tables` knows whole names, `families` those that end in a value.
3. `values` reads these values, `palette` the colors among them.
"""
