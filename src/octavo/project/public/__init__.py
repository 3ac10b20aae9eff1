"""Decides which files of a project are for readers.

1. `types` lists the types of files that a website serves.
2. `secrets` recognizes files that are never for readers, under any name.
"""
