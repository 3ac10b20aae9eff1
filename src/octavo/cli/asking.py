"""The commands that query a built site: its texts, and its feedback."""

from __future__ import annotations

import argparse
import json
import sys

from octavo.cli.arguments import Commands, read_days, read_limit
from octavo.cli.options import add_database
from octavo.cli.terminal import EXIT_FINE, EXIT_PROBLEMS, EXIT_USAGE, exit_code, print_problems, say


def add_search(commands: Commands) -> None:
    """Declare `octavo search`."""
    command = commands.add_parser("search", help="search a built site")
    command.add_argument("folder", help="the built site")
    command.add_argument("words", nargs="+", help="what to look for")
    command.add_argument("--kind", choices=("guide", "api"), help="only guides, or only API pages")
    command.add_argument("--tab", help="only pages of this tab")
    command.add_argument("--in-version", metavar="VERSION", help="only what this version shows")
    command.add_argument(
        "--limit", type=read_limit, metavar="N", default=10, help="most results (10)"
    )
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="form of the results (text)"
    )
    command.set_defaults(run=run_search)


def run_search(options: argparse.Namespace) -> int:
    """Search a built site."""
    from octavo.server.search.folder_search import list_lines, search_folder

    filter_by = {
        "kind": {"guide": "g", "api": "a"}.get(options.kind, ""),
        "tab": options.tab or "",
        "version": options.in_version or "",
    }
    report = search_folder(options.folder, " ".join(options.words), filter_by, options.limit)
    print_problems(report.problems, "text", lambda _source, _line: None)
    if report.answer is None:
        return EXIT_PROBLEMS
    if options.format == "json":
        print(json.dumps(report.answer, indent=2, ensure_ascii=False))
    else:
        print("\n".join(list_lines(report.answer["results"])) or "Nothing found.")
    return EXIT_FINE


def add_insights(commands: Commands) -> None:
    """Declare `octavo insights`."""
    command = commands.add_parser("insights", help="show what readers say of pages")
    add_database(command)
    command.add_argument(
        "--days", type=read_days, metavar="N", default=30, help="show the last N days (30)"
    )
    command.add_argument(
        "--format",
        choices=("text", "json", "csv", "html"),
        default="text",
        help="form of the report (text)",
    )
    command.add_argument(
        "--site", metavar="FOLDER", help="the built site, whose pages redirects may lead to"
    )
    others = command.add_mutually_exclusive_group()
    others.add_argument("--export", metavar="FILE", help="write everything as lines of JSON")
    others.add_argument(
        "--import", dest="import_from", metavar="FILE", help="read what --export wrote"
    )
    others.add_argument("--delete-page", metavar="URL", help="delete all feedback on a page")
    others.add_argument(
        "--keep-days", type=read_days, metavar="N", help="delete votes and counts older than N days"
    )
    command.set_defaults(run=run_insights)


def run_insights(options: argparse.Namespace) -> int:
    """Show, export, import or delete the feedback on pages."""
    from octavo.server.feedback.insights.command import InsightsOptions
    from octavo.server.feedback.insights.command import run_insights as run
    from octavo.server.serve.generation import SiteError, load_generation

    if options.database is None:
        print("octavo insights: name the database with --database", file=sys.stderr)
        return EXIT_USAGE
    pages: tuple[str, ...] = ()
    if options.site:
        try:
            pages = tuple(load_generation(options.site).list_pages())
        except SiteError as error:
            print_problems((error.problem,), "text", lambda _source, _line: None)
            return EXIT_PROBLEMS
    how = InsightsOptions(
        options.database,
        options.days,
        options.format,
        pages,
        options.export,
        options.import_from,
        options.delete_page,
        options.keep_days,
    )
    problems = run(how, sys.stdout.write, say)
    print_problems(problems, "text", lambda _source, _line: None)
    return exit_code(problems, strict=False)
