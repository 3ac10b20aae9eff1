"""Reads operations.

1. `listing` lists operations, webhooks and tags.
2. `operation` reads one in full: `parameters`, `bodies`, `security`, `servers`.
3. `written_samples` reads the samples that a document brings, `life` when an operation ends.
4. `badges` are stages such as beta, and what else authors put next to names.

`phrases` says what statuses are called.
"""
