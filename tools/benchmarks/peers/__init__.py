"""Other tools that build documentation, on the pages that Octavo is measured with.

`versions.txt` pins what is installed, `install.py` installs it, `projects.py` writes the same pages
as a project of each tool, `figures.py` holds what was measured and prints it.
"""
