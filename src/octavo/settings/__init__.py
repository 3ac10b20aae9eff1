"""Reads site.json and page settings: returns values and problems for a text.

1. `json` reads the text, with the places of values, and leaves out empty ones.
2. `models` lists the keys; `kinds`, `values` and `objects` read their values.
3. `read` reads the settings file, `read_page` front matter; `checks` compares settings with each
   other.
4. `mistakes` describes errors, `nearest` suggests similar names.
5. `marks` are the keys that hide pages from the public.
6. `schema` writes the JSON Schema; `urls` has the rules for addresses of authors, `dates` those for
   days.
7. `surface` has the names that other packages of the wheel may import.
"""
