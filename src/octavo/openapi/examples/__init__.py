"""Examples of values.

1. `documented` reads the examples in a document, `stated_values` those in schemas.
2. `value` generates values for schemas, `leaves` their texts and numbers with `fillers.json` of the
   theme, `patterns` texts that match a pattern. `valid_values` generates values that follow their
   schemas completely, and `varied` changes them.
3. `text` and `xml` write them in the form of a body.
4. `value_types` finds values that their schema does not allow.
5. `examples` combines the examples for pages, and `memory` caches results. All have the limits of
   `budget`.
"""
