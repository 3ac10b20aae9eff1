"""Follows a project while its author writes it.

1. `watch` reports which paths have changed.
2. `state` is the project at one moment; its loader creates the next state after a change.
3. `facts` keeps earlier results, so that only changed files are read again.
"""
