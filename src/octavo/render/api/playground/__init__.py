"""Writes the data files of the playground.

1. `file` describes an operation: its request and its responses.
2. `schemas` writes schemas as data for inputs and checks.
3. `written` does the same for an endpoint that a page describes by hand.
4. `calls` finds the addresses of requests, for the policy of the page.
"""
