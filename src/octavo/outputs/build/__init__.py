"""Builds a project into a folder.

1. `folder` decides how much has to be built: nothing, some pages, or everything.
2. `site` builds everything: every page, and the files that pages share.
3. `pages` builds one page after the other; `workers` does so in several processes.
4. `api` collects what the API pages of a site have in common.
5. `record` writes down what a build made; `rebuild` starts from that when only texts changed.
"""
