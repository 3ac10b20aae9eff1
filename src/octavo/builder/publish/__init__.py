"""Puts a site in place in one step.

1. `place` decides whether the site may go to the author's output folder.
2. `lock` makes builds of the same folder wait for each other.
3. `publication` creates the next state of the folder next to it; `exchange` swaps the two names.
   `compressed` adds compressed files for servers. `taking` is the interface of a publication, and
   of a check that discards files.
4. `site_folder` knows which files of a folder Octavo wrote, and which are foreign.
5. `held_folder` works inside a folder without following links (`beneath` opens files below it),
   `safe_folder` writes page files in the same way. `disk` waits for the disk, and explains its
   failures.
"""
