"""What is made of an API document beside pages.

1. `page_files` writes a page file for every operation of a document.
2. `mock` answers requests as a document says.
3. `starter` starts a project, with an API to begin with or from a document.
4. `export` writes the document of a Python application.
"""
