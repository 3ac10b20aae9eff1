"""Adds to a site what Octavo's server needs to send it.

1. `manifest` writes down what the server must know of the site.
2. `compressed` adds the forms in which its files are sent.
"""
