"""Parses pages: returns documents with places, and problems, for MDX text.

1. `front_matter` reads the settings at the top, `mdx` parses the rest into `nodes`.
2. `javascript` inserts snippets and evaluates expressions.
3. `attributes` reads those of tags, `headings` gives headings their ids. `titles` and `leads` read
   the Markdown of titles and descriptions. `fences` reads the options of code blocks, whose
   `languages` have names.
4. `inspection` has the additional rules of checks, `code_mistakes` finds mistakes in JSON and YAML.
5. `surface` has the names that other packages of the wheel may import.
"""
