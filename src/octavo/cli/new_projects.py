"""The arguments of the commands that make a project."""

from __future__ import annotations

from octavo.cli.arguments import Commands
from octavo.cli.commands import run_init, run_migrate


def add_init(commands: Commands) -> None:
    """Add `octavo init`."""
    command = commands.add_parser("init", help="start a project")
    command.add_argument("folder", nargs="?", default=".", help="where to start it (this folder)")
    command.add_argument(
        "--from",
        dest="document",
        metavar="DOCUMENT",
        help="start from an OpenAPI document: a file or an address",
    )
    command.set_defaults(run=run_init)


def add_migrate(commands: Commands) -> None:
    """Add `octavo migrate`."""
    command = commands.add_parser("migrate", help="move a site of another tool here")
    command.add_argument(
        "folder", nargs="?", default=".", help="the site of the other tool (this folder)"
    )
    command.add_argument("-o", "--output", help="the new folder (one beside the old one)")
    command.add_argument(
        "--from",
        dest="source",
        choices=("auto", "mint", "docs", "mkdocs", "docusaurus"),
        default="auto",
        help="which settings to read (the ones that are found)",
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
    command.set_defaults(run=run_migrate)
