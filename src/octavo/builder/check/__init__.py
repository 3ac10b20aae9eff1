"""Finds every problem of a project, without writing into it.

1. `folder_check` is the entry point. If the project hasn't changed since the last check, it repeats
   the result.
2. `site_check` goes through the stages of a build, and adds problems that only a check reports,
   some of them from `page_checks`.
3. `outside_links` collects the links to other sites, and `external` requests them if you ask for
   it.
"""
