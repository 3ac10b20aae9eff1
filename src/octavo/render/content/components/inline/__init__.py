"""Components that stand inside a line of text.

`badges`, `icon`, `swatches` of colors and `tooltips`: each file writes the HTML of one family.
"""
