"""Builds a project into a folder.

1. `folder_build` is where a build begins; where nothing has changed since the one before, it ends
   there.
2. `whole` loads the site, has built what is not there yet, and publishes it; `record` writes down
   what the next build must know.
3. `source` loads the site; checks do so, too.
4. `site_build` builds everything: each page as `pages` says, all of them by a `team` of processes,
   then the files that they share, and those that are copied (`copies`).
5. `host_files` adds what web servers and static hosts are told of the site, in the words of each;
   `served` is what Octavo's own server needs to send it.
6. `publish` puts all of it in place in one step; `cache` is what the next build knows of this one.
7. `check` is a build whose files are thrown away. `javascript` evaluates the code of pages.
"""
