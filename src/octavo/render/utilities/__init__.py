"""Turns authors' utility classes into CSS rules.

1. `classes` finds the rules of a page's class names.
2. `table` reads `utilities.json` of the theme, which defines names, and `variants` prefixes.
3. `class_values` reads the values at the end of names.
"""
