"""Turns the site into HTML and other output texts.

1. `site` renders a whole site: what pages share once, pages one by one.
2. `content` renders what an author wrote, `api` what an API document says; `twin` writes both as
   Markdown.
3. `shell` puts what surrounds a page around it, and `head` what it tells search engines; `listings`
   are files beside the pages for programs that follow a site.
4. `styling`, `utilities`, `icons` and `assets` make styles, drawings and scripts.
5. `pictures` draws what other services show of a page.

All of them stand on `basis`: HTML, words, names and policies.
"""
