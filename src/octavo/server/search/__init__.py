"""Searches a built site like its readers.

1. `folder_search` finds the index of a built site, and describes the results.
2. `engine` runs the scripts that browsers run.
"""
