"""Reads JSON and YAML files.

1. `api_sources` finds the API documents of a project, `api_files` loads their files.
2. `json` reads JSON; `yaml` reads YAML, with `scalars`.
3. `places` finds lines and columns, `yaml_mistakes` explains mistakes.
"""
