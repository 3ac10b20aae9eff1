"""Components that describe things.

`examples` of requests and answers, `fields`, `prompts`, `repositories` and `trees` of files: each
file writes the HTML of one family.
"""
