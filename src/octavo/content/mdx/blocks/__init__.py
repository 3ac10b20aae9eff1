"""Blocks: what the lines of a page are.

`flow` walks over the lines and asks, in this order: `block_tags`, `module_code`, `comments`,
`fences`, `quotes`, `boxes`, `lists`, `definitions`, `paragraphs` and the `tables` among them.
"""
