"""Builds the same pages and the same API document with other tools, and prints what each costs.

python tools/benchmarks/compare_peers.py [TOOL …] [--pages COUNT …] [--operations COUNT]
    [--runs COUNT] [--markdown]

Tools are installed once into `.peers`, at the versions of `peers/versions.txt`. Every build starts
from nothing: no site and no cache of an earlier one. The least of some runs counts.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generated_api import api_document
from measure import PACE, CommandError, Cost, least, run_once
from octavo import __version__
from peers.figures import Built, Figure, table_of_figures, weigh_output
from peers.install import FOLDER, NODE, VERSIONS, NotInstalledError, Tool, install_tool, read_tools
from peers.projects import (
    API_TOOLS,
    OCTAVO,
    PAGE_TOOLS,
    Project,
    make_pages,
    write_project,
)
from table import render_markdown, render_text

SIZES = (100, 1_000)
OPERATIONS = 250
QUIET = {
    "ASTRO_TELEMETRY_DISABLED": "1",
    "CI": "1",
    "NO_COLOR": "1",
    "DOCUSAURUS_NO_PERSISTENT_CACHE": "1",
    "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true",
    "REDOCLY_TELEMETRY": "off",
    "ZUDOKU_DISABLE_UPDATE_CHECK": "1",
    "ZUDOKU_DO_NOT_TRACK": "1",
}
"""Tools neither call home nor keep what they built."""


def main(arguments: list[str]) -> None:
    tools = read_tools(VERSIONS.read_text("utf-8"))
    options = read_arguments(arguments, [OCTAVO, *(name for name in tools if name != NODE)])
    chosen = {OCTAVO, *(options.tools or tools)}
    comparison = Comparison(tools, options.runs)
    os.environ.update(QUIET)
    render = render_markdown if options.markdown else render_text
    for count in options.pages:
        pages = make_pages(count)
        plans = {name: plan(pages, tools) for name, plan in PAGE_TOOLS.items() if name in chosen}
        figures = comparison.measure(plans, least_pages=count)
        print(render(table_of_figures(f"{count:,} pages", figures)), end="\n\n", flush=True)
    if options.operations:
        text = json.dumps(api_document(options.operations))
        plans = {name: plan(text, tools) for name, plan in API_TOOLS.items() if name in chosen}
        figures = comparison.measure(plans, least_pages=1)
        label = f"API of {options.operations:,} operations"
        print(render(table_of_figures(label, figures)), end="\n\n", flush=True)
    print(PACE.sum_up())


def read_arguments(arguments: list[str], names: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Print what builds with other tools cost.")
    parser.add_argument("tools", nargs="*", metavar="TOOL", help=f"all, or: {', '.join(names)}")
    parser.add_argument("--pages", type=int, nargs="*", default=SIZES, help="sizes of the site")
    parser.add_argument("--operations", type=int, default=OPERATIONS, help="0: no API reference")
    parser.add_argument("--runs", type=int, default=1, help="builds of each, the least counts")
    parser.add_argument("--markdown", action="store_true", help="print tables in Markdown")
    options = parser.parse_args(arguments)
    if unknown := sorted(set(options.tools) - set(names)):
        parser.error(f"no tool {', '.join(unknown)}; there are {', '.join(names)}")
    return options


@dataclass(frozen=True, slots=True)
class Comparison:
    """Builds projects some times each; those of tools that need no installation are in `folder`."""

    tools: Mapping[str, Tool]
    runs: int = 1
    folder: Path = FOLDER

    def measure(self, plans: Mapping[str, Project], least_pages: int) -> Iterator[Figure]:
        """Build a project with each tool; one that fails is named with the reason."""
        for name, project in plans.items():
            version = self.tools[name].version if name in self.tools else __version__
            print(f"measuring: {name}", file=sys.stderr, flush=True)
            try:
                cost, built = self._build(name, project)
                if built.pages < least_pages:
                    raise CommandError(f"wrote {built.pages} pages of {least_pages}")
                yield Figure(name, version, cost, built)
            except (NotInstalledError, CommandError) as error:
                print(error, file=sys.stderr, flush=True)
                yield Figure(name, version, reason=_first_reason(str(error)))

    def _build(self, name: str, project: Project) -> tuple[Cost, Built]:
        # Below the folder of the tool: programs of Node look for packages in the folders above.
        folder = self._install(name) / "project"
        costs = [_build_once(folder, project) for _ in range(self.runs)]
        return least(costs), weigh_output(folder / project.output)

    def _install(self, name: str) -> Path:
        tool = self.tools.get(name)
        if tool is None:
            return self.folder / name.lower()
        if tool.installer == "npm":
            install_tool(self.tools[NODE])
        install_tool(tool)
        return tool.folder


def _first_reason(told: str) -> str:
    """Return the line that says why: the one below the command, if a command failed."""
    return told.splitlines()[:2][-1]


def _build_once(folder: Path, project: Project) -> tuple[float, float, float, float]:
    write_project(folder, project)
    before = PACE.take_loop()
    return (*run_once(project.command, folder), PACE.average_since(before))


if __name__ == "__main__":
    main(sys.argv[1:])
