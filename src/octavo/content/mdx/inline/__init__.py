"""What stands inside a line.

`parser` walks over the text and asks `marks`, `code`, `inline_links`, `inline_tags` and
`autolinks`; `emphasis` pairs marks, `nesting` keeps tags in order, `formulas` tells formulas from
prices.
"""
