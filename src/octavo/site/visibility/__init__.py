"""Decides which pages a site shows, before any other step sees them.

1. `decision` has the rule: marks, and the viewer of the site.
2. `gate` applies it to all pages and parts of the navigation, and records hidden ones.
3. `report` reports them to the author; `standing` has the shared names.
"""
