"""The door to griffe, which parses the source of packages and never runs it.

`library` loads packages and finds objects, `selection` chooses their members, `signatures` writes
their code, `docstrings` reads their texts, and `expressions` their types. They return plain values.
"""
