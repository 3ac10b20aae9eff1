"""Converts Swagger 2.0 documents to OpenAPI 3.0.

1. `convert` converts a document, with `parameters` and `schemas`.
   `faults` finds what OpenAPI cannot keep.
2. `references` leads references to where things stand now.
"""
