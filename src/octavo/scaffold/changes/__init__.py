"""Compares two versions of an API document, and reports what changed.

1. `versions` loads a version: a file, an address, a file of an earlier commit, an application.
2. `report` compares two versions and finds the lines. `accepted` reads the changes to leave out.
3. `text`, `programs` and `page` print a report: for people, for programs, as a page.
"""
