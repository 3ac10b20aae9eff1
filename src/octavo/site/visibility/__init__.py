"""Decides which pages a site shows, before anything else sees them.

1. `decision` is the one rule: what marks say, and for whom the site is made.
2. `gate` asks it for all pages and parts of the navigation, and keeps what it held back.
3. `report` tells the author; `standing` has the words that others need.
"""
