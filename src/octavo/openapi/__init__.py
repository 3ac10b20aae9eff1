"""Reads OpenAPI documents into operations and schemas.

1. `document` holds a document and follows references.
2. `operation` lists operations and reads them; `schema` reads schemas, one at a time.
3. `examples` makes values for schemas, `request` describes what is sent.
4. `page_plan` is the one rule for the pages of a document.
5. `rules` finds mistakes that readers would notice; `swagger` converts documents of version 2.0.

`model` has the values that all of this returns; `plain_text` makes one line of a description.
"""
