"""How fast pages are parsed: `python tools/benchmarks/mdx_parse.py [folder of .mdx and .md files]`.

Prints milliseconds a page and megabytes a second, beside those of a Markdown parser written in Rust
in the same run: on a noisy machine only ratios mean something.
"""

from __future__ import annotations

import gc
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyromark

from octavo.content.mdx import parse_mdx

ROOT = Path(__file__).resolve().parents[2]
REPEATS = 7
PARCEL = 25
_FRONT_MATTER = re.compile(r"---[ \t]*\n.*?^---[ \t]*$\n?", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Figures:
    """The best of several runs over all pages, in CPU seconds."""

    pages: int
    characters: int
    ours: float
    markdown: float

    @property
    def milliseconds(self) -> float:
        """Our milliseconds a page."""
        return 1000 * self.ours / self.pages


def measure(pages: list[str], repeats: int = REPEATS) -> Figures:
    """Parse all pages several times with both parsers in turns.

    Pages are measured in small parcels and the best time of each parcel counts. So a short load of
    the machine spoils one parcel of one run, not the figure.
    """
    ours = markdown = 0.0
    for start in range(0, len(pages), PARCEL):
        parcel = pages[start : start + PARCEL]
        times = [(_time(parse_mdx, parcel), _time(pyromark.html, parcel)) for _ in range(repeats)]
        ours += min(time for time, _ in times)
        markdown += min(time for _, time in times)
    return Figures(len(pages), sum(map(len, pages)), ours, markdown)


def _time(parse: Callable[[str], Any], pages: list[str]) -> float:
    gc.collect()
    gc.disable()
    start = time.process_time()
    for page in pages:
        parse(page)
    seconds = time.process_time() - start
    gc.enable()
    return seconds


def load_pages(folder: Path) -> list[str]:
    """Return the pages of a folder, with blank lines in place of their front matter."""
    files = sorted(file for file in folder.rglob("*") if file.suffix in (".mdx", ".md"))
    return [_blank_front_matter(file.read_text("utf-8", "replace")) for file in files]


def _blank_front_matter(text: str) -> str:
    match = _FRONT_MATTER.match(text)
    return "\n" * match.group().count("\n") + text[match.end() :] if match else text


def print_figures(name: str, figures: Figures) -> None:
    """Print one measurement."""
    megabytes = figures.characters / 1e6
    print(f"{name}: {figures.pages} pages, {megabytes:.2f} MB")
    print(f"  MDX       {figures.milliseconds:.3f} ms/page  {megabytes / figures.ours:.2f} MB/s")
    per_page = 1000 * figures.markdown / figures.pages
    print(f"  Markdown  {per_page:.3f} ms/page  {megabytes / figures.markdown:.2f} MB/s")
    print(f"  ratio     {figures.ours / figures.markdown:.1f}")


def main(arguments: list[str]) -> int:
    """Measure the folder that the arguments name, or the repository's own pages, repeated."""
    if arguments:
        pages = load_pages(Path(arguments[0]))
    else:
        pages = [*load_pages(ROOT / "docs"), *load_pages(ROOT / "examples")] * 20
    if not pages:
        print("no pages found", file=sys.stderr)
        return 1
    print_figures(arguments[0] if arguments else "docs and examples", measure(pages))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
