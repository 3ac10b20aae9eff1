"""Reads OpenAPI documents into operations and schemas.

1. `document` holds a document and follows references.
2. `info` reads what a document says of the API; `operation` lists operations and reads them;
   `schema` reads schemas, one at a time.
3. `examples` makes values for schemas, `request` describes what is sent.
4. `validity` tells what is wrong with values.
5. `page_plan` is the one rule for the pages of a document.
6. `rules` finds mistakes that readers would notice; `swagger` converts documents of version 2.0.
7. `bundle` writes a document as one file for readers to take, without what is hidden.
8. `changes` compares two versions of a document.
9. `internal` takes out of a document what its author marks as internal, before anybody reads it.

`model` has the values that all of this returns; `plain_text` makes one line of a description.
"""
