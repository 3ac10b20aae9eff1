"""Says which files of a project are for readers.

1. `types` lists the types of files that a website serves.
2. `secrets` recognizes what is never for readers, whatever it is called.
"""
