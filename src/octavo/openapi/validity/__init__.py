"""Tells whether values follow their schemas.

1. `convert` writes a schema of a document, and what it refers to, as plain JSON Schema.
2. `library` has them checked; it is the one door to jsonschema-rs. `ways` says before it which
   comparisons would never end.
3. `words` says what is wrong in plain words, and where.
4. `validity` puts this together: `Validity(reader).find_mistakes(node, value, side)`.
"""
