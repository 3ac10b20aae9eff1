"""Parses block structure.

`flow` goes through the lines and tries, in this order: `block_tags`, `module_code`, `comments`,
`fences`, `quotes`, `boxes`, `lists`, `definitions`, `paragraphs` and the `tables` among them.
"""
