"""Starts a project: `octavo init`.

1. `folder` looks whether the place is free, and writes the files.
2. `pages` makes them: from those in `files`, or from an API document.
"""
