"""The one door to the web at build time.

1. `web_links` reads addresses strictly, `addresses` says which hosts may be dialed.
2. `download` loads, `link_cache` keeps copies.
3. `fonts` loads fonts for the site to serve itself, `font_faces` reads their style sheets,
   `font_weights` the fonts of the project. `installed_fonts` finds those that come as Python
   packages (`pip install fontpkg-figtree`), and `font_making` cuts them into files for browsers.
"""
