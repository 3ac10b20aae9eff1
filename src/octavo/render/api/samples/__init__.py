"""Request samples.

1. `samples` chooses: those of the document, and those that we print.
2. `printer` prints them with the same scripts that browsers run.
3. `code` colors them.
"""
