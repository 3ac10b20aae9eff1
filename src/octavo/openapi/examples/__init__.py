"""Examples of values.

1. `documented` reads the examples that a document gives, `stated_values` what schemas say.
2. `value` makes values for schemas, `leaves` texts and numbers among them, by
   `fillers.json` of the theme, `patterns` texts that match a pattern; `valid_values` makes
   values that follow their schemas in everything, and `varied` makes others of them.
3. `text` and `xml` write them as they look in a body.
4. `value_types` finds values that their schema does not allow.
5. `examples` puts together what pages show, and `memory` keeps what was made. All keep
within what `budget` says.
"""
