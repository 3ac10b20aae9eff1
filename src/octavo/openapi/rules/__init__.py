"""The rules of OpenAPI that an API document may break without failing to be read.

1. `tables` says which keys the objects of OpenAPI have; `objects` and `schemas` what a table
   cannot say, as `faults`.
2. `check` compares a whole document with them, once, and notes the `foreign_keys` in it.
3. Checks alone look for the rest. `completeness` is what readers miss of operations,
   `consistency` compares parts of a document with each other, `given_values` examples, defaults
   and allowed values with their schemas.
"""
