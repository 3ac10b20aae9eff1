"""Endpoints that a page describes by hand.

1. `fields` reads the fields that the page lists.
2. `sections` arranges them like those of generated pages.
"""
