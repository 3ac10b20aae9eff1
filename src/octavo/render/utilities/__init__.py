"""Utility classes of authors as rules of CSS.

1. `classes` finds the rules of a page's class names.
2. `table` reads `utilities.json` of the theme, which says what names mean, and `variants` prefixes.
3. `class_values` reads the values at the end of names.
"""
