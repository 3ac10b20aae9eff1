"""Reads the author's folder; no other part of Octavo opens files of the project.

1. `walk` walks the folder once, `names` finds the kind of each file, `discover` lists them.
2. `files` opens them: only inside the project, and with limits of size.
3. `documents` reads API documents, JSON and YAML; `web` downloads linked files.
4. `images` measures pictures, `svg_colors` reads their colors, `named_hosts` finds other hosts in
   scripts and style sheets.
5. `git` reads the public repository and the dates of commits; `dates` combines them with those of
   the disk, and has the time of the build.
6. `public` decides which files are for readers, and which never are.
7. `cache_folder` is Octavo's folder in the user's cache; `missing_settings` explains missing
   settings.
8. `surface` has the names that other packages of the wheel may import.
"""
