"""What a preview tells authors beside their pages.

1. `log` prints changes and problems in the terminal.
2. `live_reload` tells open pages when they have changed.
3. `problems_page` lists all problems of the project.
4. `unready_page` stands in place of a site whose settings were never usable.
"""
