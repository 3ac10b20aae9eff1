"""Renders schemas.

1. `schema` renders a schema as a list of fields.
2. `field` renders one of them, `facts` what is said about its value.
3. `users` finds the operations that use a schema.
"""
