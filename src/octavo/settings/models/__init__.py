"""The keys of site.json and of front matter.

`site_settings` is the whole settings file, `page_settings` front matter. `styling`, `structure`,
`links`, `api` and `analytics` are the objects in them, `icon_types` the styles of icons.
"""
