"""Builds a project into a folder.

1. `whole` is the plain build: it loads the site, has everything built, and publishes it.
2. `site` builds every page, and the files that pages share.
3. `pages` builds one page after the other; `workers` does so in several processes.
4. `api` collects what the API pages of a site have in common.
5. `folder` is where a build begins: without a cache it is a plain one, else it decides how much has
   to be built: nothing, some pages, or everything.
6. `hosts` adds what web servers and static hosts are told of the site.
7. `record` writes down what a build made; `rebuild` starts from that when only texts changed.
8. `manifest` adds what servers must know of the site, `compressed` the forms in which they send it.
"""
