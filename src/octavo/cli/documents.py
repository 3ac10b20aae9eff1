"""The commands that write and print documents: page files, API documents, the schema."""

from __future__ import annotations

import argparse
import json

from octavo.cli.arguments import Commands, add_overlay
from octavo.cli.terminal import EXIT_FINE, EXIT_IO, EXIT_PROBLEMS, exit_code, print_problems, say
from octavo.problems import escape_controls, sort_problems
from octavo.theme import CLIENTS, PRESETS


def add_openapi_file(commands: Commands) -> None:
    """Declare `octavo openapi-file`."""
    command = commands.add_parser("openapi-file", help="write page files for an OpenAPI document")
    command.add_argument("document", help="a file or an address")
    command.add_argument(
        "-o", "--output", "--outDir", default=".", help="where to write the files (this folder)"
    )
    command.add_argument(
        "--overwrite", action="store_true", help="replace page files that are there"
    )
    command.add_argument(
        "-w",
        "--writeFiles",
        choices=("true", "false"),
        default="true",
        help="with false, only print the navigation (true)",
    )
    add_overlay(command)
    command.set_defaults(run=run_write_page_files)


def run_write_page_files(options: argparse.Namespace) -> int:
    """Write page files for an OpenAPI document."""
    from octavo.scaffold.page_files import HEADING, write_page_files

    report = write_page_files(
        options.document,
        options.output,
        overwrite=options.overwrite,
        write=options.writeFiles == "true",
        overlays=options.overlay,
    )
    problems = sort_problems(report.problems)
    print_problems(problems, "text", report.line_of)
    if report.failed:
        return EXIT_IO
    if report.navigation is None:
        return EXIT_PROBLEMS
    print(HEADING, report.navigation, sep="\n")
    return exit_code(problems, strict=False)


def add_openapi_bundle(commands: Commands) -> None:
    """Declare `octavo openapi-bundle`."""
    command = commands.add_parser(
        "openapi-bundle", help="write an OpenAPI document as one file, with its overlays applied"
    )
    command.add_argument("document", help="a file or an address")
    add_overlay(command)
    command.add_argument("-o", "--output", help="a file, .json or .yaml (standard output)")
    command.add_argument("--public", action="store_true", help="leave out what is internal")
    command.add_argument(
        "--force", action="store_true", help="write over a file that is no OpenAPI document"
    )
    command.set_defaults(run=run_bundle)


def run_bundle(options: argparse.Namespace) -> int:
    """Write an OpenAPI document as one file."""
    from octavo.scaffold.export.bundle import bundle_file

    report = bundle_file(
        options.document,
        options.overlay,
        options.output,
        is_public=options.public,
        force=options.force,
    )
    problems = sort_problems(report.problems)
    print_problems(problems, "text", report.line_of)
    if report.failed:
        return EXIT_IO
    if report.text is not None and options.output is None:
        print(report.text, end="")
    elif report.text is not None:
        say(f"{options.output} is {'written' if report.is_written else 'unchanged'}.")
    return exit_code(problems, strict=False)


def add_openapi_page(commands: Commands) -> None:
    """Declare `octavo openapi-page`."""
    command = commands.add_parser(
        "openapi-page", help="write the reference of an OpenAPI document as one HTML file"
    )
    command.add_argument("document", help="a file or an address")
    command.add_argument("-o", "--output", required=True, help="the HTML file to write")
    add_overlay(command)
    command.add_argument("--title", help="the name at the top (the title of the document)")
    command.add_argument("--theme", choices=PRESETS, help="the theme (default)")
    command.add_argument("--color", help="the main color, such as #0a7d5a")
    command.add_argument(
        "--force", action="store_true", help="write over a file that Octavo did not write"
    )
    command.set_defaults(run=run_write_one_file)


def run_write_one_file(options: argparse.Namespace) -> int:
    """Write the reference of a document as one HTML file."""
    from octavo.scaffold.onefile.write import Look, write_one_file

    look = Look(options.title, options.theme, options.color)
    overlays, force = options.overlay, options.force
    report = write_one_file(options.document, options.output, overlays, look, force=force)
    problems = sort_problems(report.problems)
    print_problems(problems, "text", report.line_of)
    if report.failed:
        return EXIT_IO
    if report.size:
        state = "written" if report.is_written else "unchanged"
        say(f"{options.output} is {state} ({report.size / 1000:,.0f} KB).")
    return exit_code(problems, strict=False)


def add_openapi_export(commands: Commands) -> None:
    """Declare `octavo openapi-export`."""
    command = commands.add_parser(
        "openapi-export", help="write the OpenAPI document of a Python application"
    )
    command.add_argument(
        "app", help="the application, such as main:app, or Django's settings module"
    )
    command.add_argument("-o", "--output", help="a file, .json or .yaml (standard output)")
    command.add_argument(
        "--force", action="store_true", help="write over a file that is no OpenAPI document"
    )
    command.set_defaults(run=run_export)


def run_export(options: argparse.Namespace) -> int:
    """Write the API document of an application."""
    from octavo.scaffold.export.file import export_document

    report = export_document(options.app, options.output, force=options.force)
    if report.problem is not None:
        print_problems([report.problem], "text", lambda _source, _line: None)
        for line in report.notes:
            say(f"    {escape_controls(line)}")
        return EXIT_IO if report.failed else EXIT_PROBLEMS
    if options.output is None:
        print(report.text, end="")
    else:
        say(f"{options.output} is {'written' if report.is_written else 'unchanged'}.")
    return EXIT_FINE


def add_openapi_collection(commands: Commands) -> None:
    """Declare `octavo openapi-collection`."""
    command = commands.add_parser(
        "openapi-collection", help="write the requests of an OpenAPI document for a client"
    )
    command.add_argument("document", help="a file or an address")
    command.add_argument(
        "--for",
        dest="client",
        choices=tuple(CLIENTS),
        default="postman",
        help="the client that opens the collection (postman)",
    )
    command.add_argument("-o", "--output", required=True, help="the file to write")
    command.add_argument("--force", action="store_true", help="replace a file that exists")
    command.set_defaults(run=run_write_collection)


def run_write_collection(options: argparse.Namespace) -> int:
    """Write the requests of a document for a client."""
    from octavo.scaffold.collection import write_collection

    report = write_collection(options.document, options.client, options.output, force=options.force)
    print_problems(sort_problems(report.problems), "text", lambda _source, _line: None)
    if report.problems:
        return EXIT_IO if report.failed else EXIT_PROBLEMS
    count = "1 request" if report.count == 1 else f"{report.count:,} requests"
    say(f"Wrote {count} to {options.output} for {CLIENTS[options.client]}.")
    return EXIT_FINE


def add_settings_schema(commands: Commands) -> None:
    """Declare `octavo settings-schema`."""
    command = commands.add_parser("settings-schema", help="print the JSON Schema of site.json")
    command.set_defaults(run=run_settings_schema)


def run_settings_schema(_options: argparse.Namespace) -> int:
    """Print the schema of settings."""
    from octavo.settings.schema import build_settings_schema

    print(json.dumps(build_settings_schema(), indent=2, ensure_ascii=False))
    return EXIT_FINE
