"""Pagefind: an index in parts, made of the finished HTML."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

from relevance.in_browser import run_in_browser

# The surroundings of the article are the same on all pages, and not part of their text.
TEXTS = ("--root-selector", "main article", "--exclude-selectors", ".contents-bar")

_PROGRAM = """
async (queries) => {
  const pagefind = await import("/pagefind/pagefind.js");
  const answers = [];
  for (const query of queries) {
    const { results } = await pagefind.search(query);
    const pages = await Promise.all(results.slice(0, 20).map((result) => result.data()));
    answers.push(pages.map((page) => page.raw_url ?? page.url));
  }
  return answers;
}
"""


def is_installed() -> bool:
    """Tell whether the package with its program is there."""
    return importlib.util.find_spec("pagefind") is not None


def search(site: Path, queries: list[str]) -> list[list[str]]:
    """Return the addresses that it finds for each query, the best one first."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pagefind", "--site", str(site), *TEXTS]
        bundle = ["--output-path", str(Path(folder) / "pagefind")]
        subprocess.run([*command, *bundle], check=True, capture_output=True)
        answers: list[list[str]] = run_in_browser(Path(folder), _PROGRAM, queries)
        return answers
