"""Reads the keys that hide pages from the public: `draft`, `publishDate`, `private` and others.

1. `reading` reads the marks of a page or of an object, from data of any kind.
2. `parts` finds the marks of the navigation, and removes hidden parts.
"""
