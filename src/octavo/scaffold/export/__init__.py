"""Writes API documents: that of a Python application, and any as one file.

1. `child` runs in a process of its own: it imports the application, and asks for its document.
2. `application` starts that process, and says in plain words what went wrong.
3. `file` writes the document, where it may.
4. `bundle` writes one with its overlays, and with all that it refers to.
"""
