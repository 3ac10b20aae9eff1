"""Versions of a site, which may be languages.

1. `twins` are sections in other versions; versions that hold nothing are told.
2. `counterparts` are the same pages in several versions.
3. `languages` tells which language a version is.
4. `translations` are the same page in several languages.
"""
