"""Reads schemas, one at a time, when somebody asks for them.

1. `reader` reads a schema with all that it refers to; `bases` says what it is combined from, and
   `circles` where to begin with schemas that are combined from themselves.
2. `keywords` reads what stands in it, `types` settles its types, `type_names` knows their names.
3. `all_of` merges parts, `choice` reads alternatives, `labels` names them; `inheritance` and
   `discriminator` read which values tell them apart.
4. `words` says in words what is allowed, `places` finds the schemas of values inside of others.
"""
