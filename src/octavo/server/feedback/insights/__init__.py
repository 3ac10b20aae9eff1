"""Shows feedback and searches to the authors of a site.

1. `report` reads the database and ranks the pages to improve.
2. `texts` writes the report for terminals and for programs, `report_page` as HTML tables.
3. `door` serves the report to authors who know the token. `logins` remembers them.
4. `portable` exports and imports feedback; `command` is `octavo insights`.
"""
