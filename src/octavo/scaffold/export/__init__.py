"""Writes the API document of a Python application.

1. `child` runs in a process of its own: it imports the application, and asks for its document.
2. `application` starts that process, and says in plain words what went wrong.
3. `file` writes the document, where it may.
"""
