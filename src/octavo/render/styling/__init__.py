"""The author's styling as custom properties of CSS.

1. `look` is what the author set, else what the theme says, and which of its styles that needs.
2. `surfaces` works out what text and marks stand on in each mode, and in which shade of the
   author's color they can be read there; `colors` is the arithmetic.
3. `styles` writes all of it; `fonts` brings the author's fonts and those of the theme
   (`theme_fonts`), as `font_rules`, with fallbacks that `font_metrics` measures.
"""
