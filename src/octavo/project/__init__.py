"""Reads the author's folder; nothing else in Octavo opens a file of the project.

1. `walk` walks the folder once, `names` tells what a file is for, `discover` lists them.
2. `files` opens them: confined to the project, limited in size.
3. `documents` reads API documents, JSON and YAML; `web` loads what stands behind links.
4. `images` measures pictures, `svg_colors` reads theirs, `named_hosts` looks for other hosts in
   scripts and style sheets.
5. `git` asks git: where the source is public, and when files were committed; `file_dates` is when
   they were changed, as git or the disk says.
6. `public` says which files are for readers, and which never are.
7. `cache_folder` is the folder in the user's cache; `missing_settings` says why there are none.
8. `build_time` is what a build takes as now.
"""
