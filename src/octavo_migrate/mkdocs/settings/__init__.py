"""`mkdocs.yml` as `site.json` says it; what has no counterpart is told, and nothing is left out.

`site` is the whole of it, `theme` the look, and `plugins` what they and extensions did. `notices`
are the notes about settings.
"""
