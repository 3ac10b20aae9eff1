"""The rules of OpenAPI that an API document may break without failing to be read.

1. `tables` says which keys the objects of OpenAPI have, `objects` what a table cannot say.
2. `check` compares a whole document with them, once, and notes the `foreign_keys` in it.
3. `completeness` is what checks alone look for: what readers miss of operations, and
   `given_values` compares examples, defaults and allowed values with their schemas.
"""
