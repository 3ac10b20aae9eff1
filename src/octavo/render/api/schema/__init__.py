"""Renders schemas.

1. `schema` renders a schema as a list of fields.
2. `chain` keeps such lists, and sees to it that none is written inside of itself.
3. `field` renders one of them, `facts` what is said about its value.
4. `users` finds the operations that use a schema.
"""
