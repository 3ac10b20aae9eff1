"""Accesses the web at build time.

1. `web_links` reads addresses strictly, `addresses` decides which hosts may be called.
2. `download` loads files, `link_cache` stores copies.
3. `fonts` loads fonts that the site serves, `font_faces` reads their style sheets, `font_weights`
   the fonts of the project. `installed_fonts` finds fonts from Python packages (`pip install
   fontpkg-figtree`), and `font_making` cuts them into files for browsers.
"""
