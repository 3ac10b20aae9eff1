"""What git knows of a project.

1. `command` is how git is run, and only where its own files do not say enough.
2. `git_folder` finds git's own files around it, and reads them without running git.
3. `repository` is where its source is public.
4. `commit_dates` is when its files were committed.
5. `tree` is which of its files git keeps, and whether any has changed.
"""
