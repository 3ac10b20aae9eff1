"""Builds a project into a folder.

1. `folder` is where a build begins; where nothing has changed since the one before, it ends there.
2. `whole` loads the site, has built what is not there yet, and publishes it; `record` writes down
   what the next build must know.
3. `source` loads the site; checks do so, too.
4. `site` builds all `pages`, the files that they share, and those that are copied (`copies`).
5. `host_files` adds what web servers and static hosts are told of the site, in the words of each.
6. `server_files` adds what Octavo's own server needs to send it.
"""
