"""API documents for readers to take with them: everything in one file, and nothing that is hidden.

1. `bundler` puts a document and the files that it refers to into one tree.
2. `graph` knows which components parts of such a tree refer to.
3. `visible` leaves out hidden operations, and what only they need.
4. `part` cuts out what one operation needs.
"""
