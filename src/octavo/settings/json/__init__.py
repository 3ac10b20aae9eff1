"""Reads hand-written JSON.

`text` reads it, `mistakes` explains invalid JSON, `places` finds all values, and `lookup` finds one
value when a problem needs it. `empty_values` leaves out keys whose values say nothing.
"""
