"""`octavo migrate`: a site of another tool becomes a project of Octavo.

1. `cli` has the arguments and what is said on the screen. `command` is what the command does: it
   finds the source by its settings file, lets it read, and writes. It reads `mint.json` itself,
   whose keys are those of `site.json`.
2. Each other source is a folder that reads a foreign project, and writes nothing: `docs` reads
   `docs.json`, `docusaurus` reads `docusaurus.config.js`, `mkdocs` reads `mkdocs.yml` and
   `zensical.toml`. What it returns are the plain values of `moved_site`.
3. `project_files` lists the files of projects that are laid out as Octavo's own, and finds the
   folder outside of which nothing is read; `edits` changes single places of a page and leaves the
   rest of it byte for byte. `data` loads the tables of the folder `tables`, and reads values that
   may have any shape.
4. `plan` adds what every move needs: `site.json`, redirects for pages whose address changed, and
   `MIGRATION.md`. `moved_folder` writes all of it: a new folder, or in place.
   `history` gives pages the days that the old repository knows.
   `losses` then checks the new project, and adds to the list what its pages lose; before that,
   `mending` mends those of its pages whose problems the old site explains.

To add a source: make a folder with a function that takes the path of a project and returns a
`MovedSite`, and add a line to `SOURCES` in `command`. It names every page and file of the new
project, the settings as `site.json` has them, where pages have moved (`redirects`, old url to new),
and a `Note` with its place for all that was changed or could not be carried over.
"""
