"""The door to griffe, which parses the source of packages and never runs it.

`library` loads packages, finds objects and chooses their members; `texts` writes their code, their
types and their docstrings. Both return plain values.
"""
