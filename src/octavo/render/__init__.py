"""Turns the site into HTML and other output texts.

1. `site` renders a whole site: shared parts once, pages one by one.
2. `content` renders the author's text, `api` the content of API documents; `twin` writes both as
   Markdown.
3. `shell` adds the parts around a page, and `head` its facts for search engines; `listings` writes
   files for programs that follow a site.
4. `styling`, `utilities`, `icons` and `assets` write styles, drawings and scripts.
5. `pictures` draws share pictures for other services.

All of them use `basis`: HTML, texts of the interface, names and policies.
"""
