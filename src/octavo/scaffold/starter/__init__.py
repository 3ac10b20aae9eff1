"""Starts a project: `octavo init`.

1. `new_folder` looks whether the place is free, and writes the files.
2. `starter_files` makes them: from those in `files`, or from an API document.
"""
