"""Follows a project while it is written.

1. `watch` reports which paths have changed.
2. `state` is what the project says at one moment; its loader makes the next state after a change.
3. `facts` remembers what was read, so that only what has changed is read again.
"""
