"""The files that the playground works with.

1. `file` describes an operation: what can be sent, and what comes back.
2. `schemas` writes schemas as data for inputs and checks.
3. `written` does the same for an endpoint that a page describes by hand.
4. `calls` says where requests go, for the policy of the page.
"""
