"""The rules of OpenAPI that an API document may break without failing to be read.

1. `tables` says which keys the objects of OpenAPI have, `objects` what a table cannot say.
2. `check` compares a whole document with them, once.
"""
