"""Renders the content of pages.

1. `page` renders a document and collects its further needs; `leads` renders the line below the
   title.
2. `nodes` writes Markdown, `tags` JSX, `attributes` the attributes of elements, and
   `style_attribute` turns their styles into rules.
3. `components` are the built-in components, `highlight` highlights code.
4. `math` and `diagrams` draw formulas and diagrams.
"""
