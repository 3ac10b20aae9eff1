"""Finds every problem of a project, and writes nothing into it.

1. `folder_check` is where a check begins: where nothing has changed since the last one, it says the
   same.
2. `site_check` goes through the stages of a build, and looks for what only a check tells, some of
   it in `page_checks`.
3. `outside_links` collects the links to other sites, and `external` asks them, if somebody wants
   that.
"""
