"""The git facts about a project.

1. `run` runs git by the `command` that is safe, only if its files don't say enough.
2. `git_folder` finds git's files around the project, and reads them without running git.
3. `repository` is the public address of its source.
4. `commit_dates` has the dates of commits.
5. `revision` reads a file of a commit.
6. `tags` lists the tags of the repository.
7. `tree` lists which files git tracks, and which have changed.
"""
