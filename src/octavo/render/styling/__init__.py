"""Writes the author's styling as CSS custom properties.

1. `look` combines the author's settings with the theme's defaults, and chooses the styles for them.
2. `surfaces` computes the backgrounds of text and marks in each mode, and the readable shades of
   the author's color on them; `colors` has the arithmetic.
3. `styles` writes all of it; `fonts` adds the author's fonts and those of the theme
   (`theme_fonts`), as `font_rules`, with fallbacks that `font_metrics` measures.
"""
