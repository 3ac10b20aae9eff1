"""Puts a site in place in one step.

1. `place` decides whether a site may be published where the author wants it.
2. `lock` lets builds of the same folder follow one another.
3. `publication` makes the next state of the folder beside it; `exchange` swaps the two names.
   `compressed` adds the forms in which servers send files.
   `taking` says what takes the files of a site: a publication, or what throws them away.
4. `site_folder` knows which files of a folder Octavo wrote, and which are somebody else's.
5. `held_folder` works inside a folder without following links (`beneath` opens what is below it),
   `safe_folder` writes page files in the same way; `disk` waits for the disk, and explains what
   failed.
"""
