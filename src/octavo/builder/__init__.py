"""Builds a project into a folder.

1. `folder_build` is the entry point of a build. If the project hasn't changed since the last build,
   it stops there.
2. `whole` loads the site, builds what is missing, and publishes it; `record` stores the facts for
   the next build.
3. `source` loads the site, also for checks.
4. `site_build` builds everything: the pages with `pages`, in the processes of a `team`, then the
   shared files and the copied files (`copies`).
5. `host_files` writes configuration for web servers and static hosts; `served` has the data that
   Octavo's server needs.
6. `publish` puts everything in place in one step; `cache` keeps results for the next build.
7. `check` is a build that discards its files. `javascript` evaluates the code of pages.
"""
