"""Files beside the pages for programs that follow a site: search engines, readers of feeds.

1. `sitemap` lists the addresses of pages, `robots` tells who may read them.
2. `feeds` tell the updates of a page, with `plain_html` of what they say.
"""
