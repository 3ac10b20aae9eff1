"""`octavo migrate` turns a site of another tool into an Octavo project.

1. `cli` defines the arguments and prints the result. `command` finds the source by its settings
   file, runs its reader and writes the new project. It reads `mint.json` itself, because its keys
   are those of `site.json`.
2. Each other source is a package that reads a foreign project and writes no files. `docs` reads
   `docs.json`, `docusaurus` reads `docusaurus.config.js`, `mkdocs` reads `mkdocs.yml` and
   `zensical.toml`. Each returns the plain values of `moved_site`.
3. `project_files` lists the files of projects that have Octavo's layout, and limits which folders
   may be read. `edits` changes single places of a page and keeps all other bytes. `data` loads the
   tables of the folder `tables`, and reads values of any shape.
4. `plan` adds the files that every move needs: `site.json`, redirects and `MIGRATION.md`.
   `moved_folder` writes everything, to a new folder or in place. `history` adds the dates of the
   last changes from the old repository. `mending` repairs pages with the help of the old site.
   `losses` checks the new project and adds what its pages lose to the report.

To add a source, write a package with a function that takes the path of a project and returns a
`MovedSite`. Then add a line to `SOURCES` in `command`. A `MovedSite` lists every page and file of
the new project, the settings of `site.json` and the redirects from old to new URLs. It also has a
`Note` with a location for each change and each loss.
"""
