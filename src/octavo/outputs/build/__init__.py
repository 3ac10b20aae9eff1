"""Builds a project into a folder.

1. `folder` is where a build begins: without a cache it is a plain one, else it decides how much has
   to be built: nothing, some pages (`rebuild`), or everything.
2. `whole` is the plain build: it loads the site, has everything built, and publishes it.
3. `source` loads the site; checks do so, too.
4. `site` builds all `pages`, the files that they share, and those that are copied (`copies`).
5. `host_files` adds what web servers and static hosts are told of the site, in the words of each.
6. `server_files` adds what Octavo's own server needs to send it.
"""
