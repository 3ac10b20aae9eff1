"""Draws share pictures, which other services show for links to a page.

1. `share` plans the picture of a page and its file name; it is drawn on demand.
2. `palette` chooses the colors from those of the site.
3. `letters` cleans texts, and breaks them into lines.
4. `fonts` finds fonts with the right letters.
5. `logo` converts the site's logo to a small bitmap, if that is safe.
6. `typeface` measures and draws lines of text, `drawing` a whole picture; only they use the drawing
   library.
"""
