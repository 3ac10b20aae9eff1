"""Projects with `mint.json`, whose keys are those of `site.json`: `read` renames the file."""
