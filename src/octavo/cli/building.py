"""The commands that start, build and check a project."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from octavo.cli.arguments import Commands, read_codes, read_hosts
from octavo.cli.contract import add_contract, is_contract, run_contract
from octavo.cli.options import add_addresses, add_means, add_problem_form, add_project, add_strict
from octavo.cli.terminal import (
    EXIT_FINE,
    EXIT_IO,
    EXIT_PROBLEMS,
    Progress,
    exit_code,
    print_problems,
    say,
    shorten_path,
)
from octavo.problems import Code, Problem, Severity, count_by_severity, join_causes, sort_problems

if TYPE_CHECKING:
    from octavo.builder.check.external import ExternalOptions
    from octavo.builder.check.folder_check import CheckReport
    from octavo.builder.folder_build import BuildReport

MOST_NOTES = 10
"""The number of notes with one code that are printed by default."""


_NO_ADDRESS = (
    "Pages do not name their addresses, and there is no sitemap: say where readers find the site "
    "with --site-url or `seo.siteUrl`."
)


def add_init(commands: Commands) -> None:
    """Declare `octavo init`."""
    command = commands.add_parser("init", help="start a project")
    command.add_argument("folder", nargs="?", default=".", help="where to start it (this folder)")
    command.add_argument(
        "--from",
        dest="document",
        metavar="DOCUMENT",
        help="start from an OpenAPI document: a file or an address",
    )
    command.set_defaults(run=run_init)


def run_init(options: argparse.Namespace) -> int:
    """Start a project."""
    from octavo.scaffold.starter.new_folder import start_project

    report = start_project(options.folder, options.document)
    print_problems(sort_problems(report.problems), "text", report.line_of)
    if report.problems:
        return EXIT_IO if report.failed else EXIT_PROBLEMS
    folder = "" if options.folder == os.curdir else f" {options.folder}"
    for name in report.files:
        say(f"  {shorten_path(os.path.join(options.folder, name))}")
    say(f"Wrote {len(report.files)} files. Preview the site: octavo dev{folder}")
    return EXIT_FINE


def add_build(commands: Commands) -> None:
    """Declare `octavo build`."""
    command = commands.add_parser("build", help="build a static site")
    add_project(command)
    command.add_argument("-o", "--output", help="where to write the site (dist in the project)")
    add_addresses(command)
    add_strict(command)
    command.add_argument(
        "--no-cache", action="store_true", help="build everything again, without the cache"
    )
    command.add_argument(
        "--compress",
        action="store_true",
        help="write files compressed, too, for servers that send them so",
    )
    add_means(command)
    command.add_argument(
        "--host-files",
        action="append",
        default=[],
        type=read_hosts,
        metavar="HOST",
        help="write the settings of a host, such as netlify or nginx, or of all of them",
    )
    add_problem_form(command)
    command.set_defaults(run=run_build)


def run_build(options: argparse.Namespace) -> int:
    """Build a static site."""
    from octavo.builder.folder_build import BuildOptions, build_folder
    from octavo.project.cache_folder import find_cache_folder
    from octavo.project.discover import build_line_lookup

    progress = Progress(sys.stderr)
    how = BuildOptions(
        options.base_path,
        None if options.no_cache else find_cache_folder(),
        compress=options.compress,
        workers=options.workers,
        allow_local_links=options.allow_local_links,
        durable=True,
        host_files=frozenset().union(*options.host_files),
        site_url=options.site_url or "",
        say=say,
        progress=progress.show,
    )
    try:
        report = build_folder(options.folder, options.output, how)
    finally:
        progress.clear()
    problems = sort_problems(report.problems)
    is_text = options.format == "text"
    problems = join_causes(problems) if is_text else problems
    line_of = build_line_lookup(report.project)
    print_problems(problems, options.format, line_of, options.folder, MOST_NOTES)
    if is_text:
        if not report.has_address:
            say(_NO_ADDRESS)
        say(_summarize(report, problems))
    return EXIT_IO if report.failed else exit_code(problems, strict=options.strict)


def _summarize(report: BuildReport, problems: Sequence[Problem]) -> str:
    counts = _count(problems)
    if report.output is None:
        return f"Nothing was built: {counts}."
    where = shorten_path(report.output)
    return f"Built {_count_pages(report.pages)} into {where}" + (f" ({counts})." if counts else ".")


def _count(problems: Sequence[Problem]) -> str:
    return ", ".join(
        f"{number} {severity}{'s' if number != 1 else ''}"
        for severity, number in count_by_severity(problems).items()
        if number and severity is not Severity.INFO
    )


def _count_pages(number: int) -> str:
    return f"{number} page{'s' if number != 1 else ''}"


def add_check(commands: Commands) -> None:
    """Declare `octavo check`."""
    command = commands.add_parser("check", help="find problems without building")
    add_project(command)
    add_addresses(command)
    command.add_argument(
        "--only",
        action="append",
        default=[],
        type=read_codes,
        metavar="CODE",
        help="tell only these problems, such as link-to-nothing or api-*",
    )
    command.add_argument(
        "--except",
        dest="leave_out",
        action="append",
        default=[],
        type=read_codes,
        metavar="CODE",
        help="do not tell these problems",
    )
    command.add_argument(
        "--external", action="store_true", help="also check external links (slower)"
    )
    command.add_argument(
        "--ignore-link",
        action="append",
        default=[],
        metavar="PATTERN",
        help="do not ask links such as https://example.com/*",
    )
    add_strict(command)
    command.add_argument(
        "--no-cache", action="store_true", help="neither use nor keep what was checked before"
    )
    add_means(command)
    add_problem_form(command)
    add_contract(command)
    command.set_defaults(run=run_check)


def run_check(options: argparse.Namespace) -> int:
    """Find all problems of a project, or compare an API with its document."""
    if is_contract(options):
        return run_contract(options)
    from octavo.builder.check.folder_check import check_folder
    from octavo.builder.folder_build import BuildOptions
    from octavo.project.cache_folder import find_cache_folder
    from octavo.project.discover import build_line_lookup

    how = BuildOptions(
        options.base_path,
        None if options.no_cache else find_cache_folder(),
        site_url=options.site_url or "",
        workers=options.workers,
        allow_local_links=options.allow_local_links,
        say=say,
    )
    external = _read_external(options) if options.external else None
    report = check_folder(options.folder, how, external)
    wanted = frozenset().union(*options.only) or frozenset(Code)
    codes = wanted - frozenset().union(*options.leave_out)
    problems = [each for each in sort_problems(report.problems) if each.code in codes]
    if options.format == "text" and not options.only:
        problems = join_causes(problems)
    line_of = build_line_lookup(report.project)
    most_notes = None if options.only else MOST_NOTES
    print_problems(problems, options.format, line_of, options.folder, most_notes)
    if options.format == "text":
        say(_summarize_check(report, problems))
    return exit_code(problems, strict=options.strict)


def _read_external(options: argparse.Namespace) -> ExternalOptions:
    from octavo.builder.check.external import ExternalOptions

    return ExternalOptions(tuple(options.ignore_link))


def _summarize_check(report: CheckReport, problems: Sequence[Problem]) -> str:
    number = count_by_severity(problems)[Severity.INFO]
    notes = f", {number} note{'s' if number != 1 else ''}" if number else ""
    counts = f"{_count(problems) or 'no problems'}{notes}"
    if report.pages is None:
        return f"Nothing could be checked: {counts}."
    return f"Checked {_count_pages(report.pages)}: {counts}."
