"""Reads schemas, one at a time and on demand.

1. `reader` reads a schema with its references; `bases` finds its parts, and `circles` chooses the
   start for schemas that contain themselves.
2. `keywords` reads its keywords, `types` infers its types, `type_names` has their names.
3. `all_of` merges parts, `choice` reads alternatives, `labels` names them; `inheritance` and
   `discriminator` read the values that distinguish them.
4. `words` describes limits in words, `places` finds the schemas of nested values.
"""
