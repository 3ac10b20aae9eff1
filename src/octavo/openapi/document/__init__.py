"""An API document and its files.

1. `acceptance` tells whether a tree can be used, and which version it has; `read_tree` makes a
   document of it.
2. `document` holds the files, `references` finds what a reference means.
   `memory` holds what was worked out of them for others, until the document forgets it.
3. `shapes` takes values of any type apart; what is wrong becomes a finding.
4. `same_words` tells which schemas are written in the same words, so that each is read once.
5. `overlay` applies overlays to a tree before all of that.
6. `locate` turns findings into problems with places.
"""
