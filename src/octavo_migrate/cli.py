"""The arguments of `octavo migrate`, and its output on the screen."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

from octavo.cli.terminal import (
    EXIT_FINE,
    EXIT_IO,
    EXIT_PROBLEMS,
    EXIT_USAGE,
    print_problems,
    say,
    shorten_path,
)
from octavo.problems import has_fault, sort_problems
from octavo_migrate.command import SOURCES, MigrateOptions, MigrateReport, migrate_folder


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `octavo migrate`, and the function that runs it."""
    command.add_argument(
        "folder", nargs="?", default=".", help="the site of the other tool (this folder)"
    )
    command.add_argument("-o", "--output", help="the new folder (one beside the old one)")
    command.add_argument(
        "--from",
        dest="source",
        choices=("auto", *(source.name for source in SOURCES)),
        default="auto",
        help="which settings to read (the ones that are found)",
    )
    command.add_argument(
        "--config",
        metavar="FILE",
        help="the settings, as a path from the folder, if they have another name than usual",
    )
    command.add_argument(
        "--in-place",
        action="store_true",
        help="change the folder itself, in which everything has to be committed to git",
    )
    command.add_argument(
        "--dry-run", action="store_true", help="write nothing, and print the list of what is done"
    )
    command.add_argument(
        "--allow-outside",
        action="store_true",
        help="also read files outside of the folder, where its settings and pages name them",
    )
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Move a site of another tool, and return the exit code."""
    if options.in_place and options.output is not None:
        print("octavo migrate: -o and --in-place exclude one another", file=sys.stderr)
        return EXIT_USAGE
    names = ("folder", "output", "source", "config", "in_place", "dry_run", "allow_outside")
    report = migrate_folder(MigrateOptions(**{name: getattr(options, name) for name in names}))
    print_problems(sort_problems(report.problems), "text", report.line_of)
    if report.output is None:
        return EXIT_IO if report.failed else EXIT_PROBLEMS
    if options.dry_run:
        print(report.text, end="")
    for line in _summarize(report, dry_run=options.dry_run):
        say(line)
    return EXIT_PROBLEMS if has_fault(report.problems) else EXIT_FINE


def _summarize(report: MigrateReport, *, dry_run: bool) -> Iterator[str]:
    where = shorten_path(report.output or "")
    verb = "Would move" if dry_run else "Moved"
    pages = f"{report.pages} page{'s' if report.pages != 1 else ''}"
    lost = f"{report.lost} thing{'s' if report.lost != 1 else ''} could not be carried over"
    kept = "everything else was carried over" if report.held_back else "everything was carried over"
    yield (
        f"{verb} {pages} into {where}, {report.changed} of them changed; "
        f"{lost if report.lost else kept}."
    )
    if report.held_back:
        files = "1 file says" if report.held_back == 1 else f"{report.held_back:,} files say"
        yield f"{files} of pages that they are not public; these are not published."
    if not dry_run:
        yield f"What was done is in {shorten_path(os.path.join(where, report.report_name))}."
        yield f"Preview it: octavo dev {where}"
        yield "The steps of the switch, and how to go back, are at the end of that file."
