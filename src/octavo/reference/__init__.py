"""Decides what API pages show; printers give it a form.

1. `view` has the values that a page consists of, and their ids.
2. `facts` chooses the statements about a value. `fields` lists fields up to a depth; `chain` stops
   cycles, and `later` is for deeper fields.
3. `bodies` arranges parameters and bodies, `security` credentials, `operation` all sections of an
   operation. `endpoint` builds the bar above them, `examples` the right column, `life` the note
   about the end of an operation.
4. `room` decides how much a page shows at once, by its `weight`.
5. `pages` builds the view of a page, `overview` that of a whole document or a tag.
"""
