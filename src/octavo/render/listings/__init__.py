"""Files for programs that follow a site: search engines, feeds, assistants.

1. `sitemap` lists the addresses of pages, `robots` says which programs may read them.
2. `feeds` list the updates of a page, with `plain_html` of their content.
3. `llms` lists and joins all Markdown twins, with `full_text` in several files if they are long.
4. `downloads` offers API documents as files, `collections` their requests.
"""
