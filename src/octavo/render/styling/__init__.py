"""The author's styling as custom properties of CSS.

1. `look` is what the author set, else what the theme says, and which of its styles that needs.
2. `styles` writes it; `colors` checks that text can be read, `fonts` brings fonts with fallbacks
   that `font_metrics` measures.
"""
