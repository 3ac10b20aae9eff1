"""Reads OpenAPI documents into operations and schemas.

1. `document` contains a document and follows references.
2. `info` reads the facts about the API; `operation` lists and reads operations; `schema` reads
   schemas, one at a time.
3. `examples` generates values for schemas, `request` describes requests.
4. `validity` finds mistakes in values.
5. `page_plan` plans the pages of a document.
6. `rules` finds mistakes that readers would notice; `swagger` converts documents of version 2.0.
7. `bundle` writes a document as one file for readers, without hidden parts.
8. `changes` compares two versions of a document.
9. `internal` removes the parts that the author marks as internal, before any other step.

`model` has the values that these return; `plain_text` turns a description into plain text.
"""
