"""Checks whether values follow their schemas.

1. `convert` writes a schema of a document, with its references, as plain JSON Schema.
2. `library` calls jsonschema-rs, and is the only module that imports it. `ways` first refuses
   comparisons that would never end.
3. `words` describes mistakes in plain words, with their location.
4. `validity` combines these: `Validity(reader).find_mistakes(node, value, side)`.
"""
