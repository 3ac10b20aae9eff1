"""Reads JSON text that people wrote by hand.

`text` reads it, `mistakes` explains what is not JSON, `places` finds where values are, and `lookup`
that of one value when a problem asks for it.
"""
