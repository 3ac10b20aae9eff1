"""Parses pages: MDX text in, documents with places and problems out.

1. `front_matter` reads what stands between the fences, `mdx` parses the rest into `nodes`.
2. `javascript` puts snippets in place and finds out what expressions say.
3. `attributes` reads those of tags, `headings` names headings, `titles` and `leads` read the
   Markdown of titles and descriptions, `fences` what stands behind the fence of code, whose
   `languages` have names.
4. `inspection` is what checks alone look for, `code_mistakes` finds those of JSON and YAML.
"""
