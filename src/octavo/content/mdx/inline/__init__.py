"""Parses inline text.

`parser` goes through the text and calls `marks`, `code`, `inline_links`, `inline_tags` and
`autolinks`. `emphasis` pairs marks, `nesting` nests tags, `formulas` tells formulas from prices.
"""
