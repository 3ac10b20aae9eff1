"""Reads operations.

1. `listing` lists operations, webhooks and tags.
2. `operation` reads an operation in full: `parameters`, `bodies`, `security`, `servers`.
3. `written_samples` reads the samples in a document, `life` the end date of an operation.
4. `badges` reads stages such as beta, and other labels next to names.

`phrases` has the names of statuses.
"""
