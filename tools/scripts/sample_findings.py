"""Checks real projects, counts findings by code, and prints some to be judged by hand.

python -m scripts.sample_findings [--count 200] [--most 25] [--seed 1] FOLDER...

Each finding is printed with the lines around it. The same seed prints the same findings, of each
code no more than `--most`, so that rare ones are among them.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from octavo.builder.check.folder_check import check_folder
from octavo.builder.folder_build import BuildOptions
from octavo.problems import LineLookup, Problem, sort_problems
from octavo.project.discover import build_line_lookup
from scripts.build_corpus import copy_project

AROUND = 2
WIDTH = 160


def main(arguments: list[str]) -> None:
    options = read_arguments(arguments)
    findings: dict[str, list[str]] = {}
    for folder in sorted(options.folders):
        with copy_project(Path(folder)) as project:
            report = check_folder(str(project), BuildOptions(workers=1))
            problems = sort_problems(report.problems)
            line_of = build_line_lookup(report.project)
            for problem in problems:
                name = f"{problem.severity} {problem.code}"
                findings.setdefault(name, []).append(f"[{folder}] {_show(problem, line_of)}")
        print(f"{folder}: {len(problems)} findings", file=sys.stderr, flush=True)
    for name in sorted(findings, key=lambda name: -len(findings[name])):
        print(f"{len(findings[name]):7,} {name}")
    chance = random.Random(options.seed)
    some = [chance.sample(each, min(options.most, len(each))) for each in findings.values()]
    chosen = [finding for each in some for finding in each]
    for number, finding in enumerate(chance.sample(chosen, min(options.count, len(chosen))), 1):
        print(f"\n--- {number} {finding}")


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Print findings of real projects.")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--most", type=int, default=25, help="of one code")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


def _show(problem: Problem, line_of: LineLookup) -> str:
    place = problem.location
    head = f"{place}: {problem.severity}: {problem.message} [{problem.code}]\n    {problem.hint}"
    numbers = range(place.line - AROUND, place.line + AROUND + 1) if place.line else ()
    lines = [(number, line_of(place.source, number)) for number in numbers if number > 0]
    shown = (f"  {number:5} | {line[:WIDTH]}" for number, line in lines if line is not None)
    return "\n".join([head, *shown])


if __name__ == "__main__":
    main(sys.argv[1:])
