"""Renders operations.

1. `endpoint` is the bar with method and path, `security` says how callers prove who they are.
2. `operation` renders what is asked for and answered, `bodies` its bodies.
"""
