"""Generates page files, projects, documents and comparisons of API documents.

1. `page_files` writes a page file for every operation of a document.
2. `starter` starts a project, with an example API or from a document.
3. `export` writes the document of a Python application.
4. `changes` compares two versions of a document, `contract` a document with its API.
5. `collection` writes its requests for a client.
6. `onefile` writes its reference as one HTML file.
"""
