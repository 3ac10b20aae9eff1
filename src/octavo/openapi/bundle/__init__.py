"""Writes API documents for readers: a single file, without hidden parts.

1. `bundler` combines a document and its referenced files into one tree.
2. `graph` finds the components that parts of such a tree refer to.
3. `visible` removes hidden operations, and components that only they need.
4. `part` extracts a single operation.
"""
