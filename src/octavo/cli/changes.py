"""The command that compares two versions of an API document."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from octavo.cli.arguments import Commands
from octavo.cli.terminal import (
    EXIT_FINE,
    EXIT_IO,
    EXIT_PROBLEMS,
    EXIT_USAGE,
    exit_code,
    print_problems,
    say,
)
from octavo.problems import sort_problems

if TYPE_CHECKING:
    from octavo.scaffold.changes.report import Report

_FORMATS = ("text", "json", "markdown", "sarif", "github", "html")
_LEVELS = ("breaking", "dangerous", "additive", "documentation")


def add_diff(commands: Commands) -> None:
    """Declare `octavo diff`."""
    command = commands.add_parser("diff", help="compare two versions of an OpenAPI document")
    command.add_argument("old", help="a file, an address, or git:REVISION:path")
    command.add_argument("new", nargs="?", help="the same, for the new version")
    command.add_argument("--app", help="a Python application as new version, such as main:app")
    command.add_argument("--format", choices=_FORMATS, default="text", help="what to print (text)")
    command.add_argument(
        "--fail-on",
        choices=(*_LEVELS, "nothing"),
        default="breaking",
        help="exit with 1 for changes of this severity or worse (breaking)",
    )
    command.add_argument("--accept", metavar="FILE", help="a file of accepted changes")
    command.add_argument("--all", action="store_true", help="also print changed texts")
    command.set_defaults(run=run_diff)


def run_diff(options: argparse.Namespace) -> int:
    """Compare two versions of an API document."""
    from octavo.openapi.changes.effects import Impact
    from octavo.scaffold.changes.accepted import load_accepted
    from octavo.scaffold.changes.report import build_report
    from octavo.scaffold.changes.versions import load_version

    if (options.new is None) == (options.app is None):
        say("octavo diff: name two versions, or one version and --app")
        return EXIT_USAGE
    accepted, problems = load_accepted(options.accept) if options.accept else ((), ())
    if accepted is None:
        print_problems(problems, "text", lambda _source, _line: None)
        return EXIT_IO
    old = load_version(options.old)
    new = load_version(options.app or options.new, is_app=options.app is not None)
    report = build_report(old, new, accepted, options.accept or "")
    listed = sort_problems((*problems, *report.problems))
    print_problems(listed, "text", lambda _source, _line: None)
    if old.document is None or new.document is None:
        return EXIT_PROBLEMS
    print(_choose_printer(options)(report))
    if options.fail_on != "nothing" and report.has(Impact(options.fail_on)):
        return EXIT_PROBLEMS
    return exit_code(listed, strict=False) or EXIT_FINE


def _choose_printer(options: argparse.Namespace) -> Callable[[Report], str]:
    from octavo.scaffold.changes import page, programs, text

    return {
        "text": lambda report: text.render_text(report, everything=options.all),
        "json": programs.render_json,
        "markdown": text.render_markdown,
        "sarif": programs.render_sarif,
        "github": programs.render_github,
        "html": page.render_page,
    }[options.format]
