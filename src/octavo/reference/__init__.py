"""Decides what API pages show: everything but the form, which printers give it.

1. `view` are the values that a page is made of, and their ids.
2. `facts` decides what is said about a value, `fields` which fields there are and how deep, with
   `chain` against circles and `later` for what is too deep.
3. `bodies` arranges parameters and bodies, `security` credentials, `operation` all sections of an
   operation, `endpoint` the bar above them, `examples` the right column,
   `life` what is said of an operation that ends.
4. `room` decides how much a page writes out, by what it weighs: `weight`.
5. `pages` makes the view of a page, `overview` that of a whole document or a tag.
"""
