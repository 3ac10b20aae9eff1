"""Shows what readers said and looked for to those who write the site.

1. `report` reads the database and finds what to improve first.
2. `texts` writes it for people in a terminal and for programs, `report_page` as tables for
   browsers.
3. `door` answers for the server: whoever knows the token may read. `logins` remembers who does.
4. `portable` takes everything along, and brings it back; `command` is `octavo insights`.
"""
