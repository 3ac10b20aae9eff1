"""Reads site.json and page settings: text in, values or problems out.

1. `json` reads the text, with places.
2. `models` say which keys there are; `kinds`, `values` and `objects` how they are read.
3. `read` reads the settings file, `read_page` front matter; `checks` looks at them as a whole.
4. `mistakes` says what is wrong, `nearest` what was probably meant; `empty_values` is the rule
   for null and empty texts.
5. `marks` are the keys that keep pages from the public.
6. `schema` writes the JSON Schema; `urls` is the rule for addresses that authors write, `dates`
   that for days.
"""
