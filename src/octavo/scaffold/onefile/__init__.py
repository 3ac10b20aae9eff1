"""Writes the reference of an API document as one HTML file.

1. `reference_site` builds a site of the document into a temporary folder.
2. `pieces` takes its pages apart, and turns addresses into those of one file.
3. `pack` joins pages, scripts, styles and search to one file.
4. `write` does all of it, and writes the file if that is safe.
"""
