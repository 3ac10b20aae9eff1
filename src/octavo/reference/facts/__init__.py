"""The statements about a value: `about` its type, marks and facts, `rules` its other rules.

`since` has the marks for the releases that changed it. `proof` says when an
operation was compared with the API.
"""
