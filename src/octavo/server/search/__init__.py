"""Searches a built site, as its readers do.

1. `folder_search` finds the index of a built site, and says what was found.
2. `engine` runs the scripts that browsers run.
"""
