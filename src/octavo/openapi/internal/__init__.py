"""Removes the internal parts of an API document before any other step.

1. `marks` knows the keys that mark internal parts.
2. `judge` decides which parts are internal, including those that refer to them.
3. `walk` goes through a document and lists the parts to remove.
4. `levels` merges the schemas of one value; `pruner` removes internal parts from the value.
5. `edits` removes the listed parts, and `reach` finds components that become unused.
6. `clean` returns the document without internal parts.
"""
