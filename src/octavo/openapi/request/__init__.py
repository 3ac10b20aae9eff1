"""Describes requests as data.

1. `request` says what can be sent, and how it is written.
2. `sample_values` are what a sample starts with, `sample_files` the names of files in it; `headers`
   are those that something else sends as well.
3. `endpoint` describes endpoints that a page describes by hand.
4. `routes` finds the operation of a request, `templates` compares texts with paths that have names
   in braces.
"""
