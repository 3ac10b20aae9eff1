"""Starts a project: `octavo init`.

1. `new_folder` checks the folder, and writes the files.
2. `starter_files` returns them: from the folder `files`, or for an API document.
"""
