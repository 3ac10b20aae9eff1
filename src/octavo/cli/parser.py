"""The parser of all commands."""

from __future__ import annotations

import argparse

from octavo import __version__
from octavo.cli import asking, building, changes, documents, serving
from octavo.cli.arguments import CommandParser, Commands, ProgramParser


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = ProgramParser(prog="octavo", description="Turns a folder into a documentation site.")
    parser.add_argument("--version", action="version", version=f"octavo {__version__}")
    commands = parser.add_subparsers(
        dest="command", metavar="command", title="commands", parser_class=CommandParser
    )
    for add_command in (
        building.add_init,
        _add_migrate,
        serving.add_dev,
        building.add_build,
        serving.add_serve,
        asking.add_insights,
        asking.add_search,
        serving.add_mcp,
        serving.add_mock,
        building.add_check,
        documents.add_openapi_file,
        documents.add_openapi_bundle,
        documents.add_openapi_page,
        documents.add_openapi_export,
        changes.add_diff,
        documents.add_openapi_collection,
        documents.add_settings_schema,
    ):
        add_command(commands)
    parser.commands = commands.choices
    return parser


def _add_migrate(commands: Commands) -> None:
    command = commands.add_parser("migrate", help="move a site of another tool here")
    command.package = "octavo_migrate"
