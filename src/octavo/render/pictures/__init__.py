"""Share pictures: what other services show of a page when somebody links to it.

1. `share` says what the picture of a page shows, and how its file is called; it is drawn when
   somebody asks for it.
2. `palette` chooses the colors, from those of the site.
3. `letters` cleans texts, and breaks them into lines.
4. `fonts` finds fonts that have the letters.
5. `logo` turns the site's logo into a small picture of dots, if that is safe.
6. `typeface` measures and draws lines of text, `drawing` a whole picture; they are the door to
   the library for it.
"""
