"""Files beside the pages for programs that follow a site: search engines, feeds, assistants.

1. `sitemap` lists the addresses of pages, `robots` tells who may read them.
2. `feeds` tell the updates of a page, with `plain_html` of what they say.
3. `llms` lists and joins all Markdown twins, `full_text` in several files where they are long.
4. `downloads` offers API documents as files.
"""
