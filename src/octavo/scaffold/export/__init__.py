"""Writes API documents: that of a Python application, and any document as one file.

1. `child` runs in a separate process: it imports the application, and reads its document.
2. `application` starts that process, and explains errors in plain words.
3. `file` writes the document, if that is safe.
4. `bundle` writes a document with its overlays and all its references.
"""
