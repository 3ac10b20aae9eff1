"""Versions of a site, which may be languages.

1. `twins` finds the same section in other versions, and reports empty versions.
2. `counterparts` finds the same page in several versions.
3. `languages` finds the language of a version.
4. `translations` finds the same page in several languages.
"""
