"""Applies overlays to the tree of an API document before anybody reads it.

1. `overlay` reads an overlay: its version and its actions; what is wrong becomes a finding.
2. `query` is the door to the library for JSONPath, with a limit on the work of all queries.
3. `tree` is a tree that changes, and knows for each value which file it is written in.
4. `apply` carries out the actions.
"""
