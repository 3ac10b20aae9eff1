"""The rules of OpenAPI that a readable API document may still violate.

1. `tables` lists the keys of OpenAPI's objects; `objects` and `schemas` have further rules, which
   return `faults`.
2. `check` compares a whole document with them, once, and notes the `foreign_keys` in it.
3. Other rules run only in a check. `completeness` finds missing texts and examples of operations,
   `consistency` compares parts of a document with each other, and `given_values` compares examples,
   defaults and allowed values with their schemas.
"""
