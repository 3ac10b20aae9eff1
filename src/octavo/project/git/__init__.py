"""What git knows of a project.

1. `folder` finds git's own files around it, and reads them without running git.
2. `repository` is where its source is public.
3. `commit_dates` is when its files were committed.
4. `tree` is which of its files git keeps, and whether any has changed.
"""
