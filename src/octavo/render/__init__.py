"""Turns the site into HTML and other output texts.

1. `site` renders a whole site: what pages share once, pages one by one.
2. `content` renders what an author wrote, `api` what an API document says.
3. `shell` puts what surrounds a page around it.
4. `styling`, `utilities`, `icons` and `assets` make styles, pictures and scripts.

`html` has the only two ways in which text becomes part of HTML; `rendered` is what comes of it.
"""
