"""MiniSearch: an index of sections, searched as a whole."""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import asdict
from pathlib import Path

from relevance.in_browser import run_in_browser
from relevance.records import load_sections

# All words first, then any of them: of its usual settings these find most.
_PROGRAM = """
async (queries) => {
  const { default: MiniSearch } = await import("/minisearch.js");
  const sections = await (await fetch("/sections.json")).json();
  const index = new MiniSearch({
    fields: ["title", "heading", "text"],
    searchOptions: { boost: { title: 4, heading: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(sections.map((section, id) => ({ id, ...section })));
  return queries.map((query) => {
    const found = [...index.search(query, { combineWith: "AND" }), ...index.search(query)];
    return [...new Set(found.map(({ id }) => sections[id].url))].slice(0, 20);
  });
}
"""


class MiniSearch:
    """An engine that is given as one file, a module of JavaScript."""

    def __init__(self, script: Path) -> None:
        self._script = script

    def search(self, site: Path, queries: list[str]) -> list[list[str]]:
        """Return the addresses that it finds for each query, the best one first."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(self._script, Path(folder) / "minisearch.js")
            sections = [asdict(section) for section in load_sections(site)]
            (Path(folder) / "sections.json").write_text(json.dumps(sections))
            answers: list[list[str]] = run_in_browser(Path(folder), _PROGRAM, queries)
            return answers
