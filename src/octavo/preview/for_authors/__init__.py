"""Shows authors more than their pages.

1. `log` prints changes and problems in the terminal.
2. `live_reload` reloads open pages after a change.
3. `problems_page` lists all problems of the project.
4. `unready_page` replaces a site whose settings were never usable.
"""
