"""Reads the keys that keep pages from the public: `draft`, `publishDate`, `private` and others.

1. `reading` reads the marks of a page or of an object, from data of any kind.
2. `parts` finds those of the navigation, and takes out what they hold back.
"""
