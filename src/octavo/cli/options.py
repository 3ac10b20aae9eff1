"""The arguments that several commands take."""

from __future__ import annotations

import argparse

from octavo.cli.arguments import (
    PROBLEM_FORMS,
    Several,
    Switch,
    add_option,
    read_allowed_nets,
    read_base_path,
    read_database,
    read_site_url,
    read_workers,
)


def add_project(command: argparse.ArgumentParser) -> None:
    """Add the argument for the folder of a project."""
    command.add_argument("folder", nargs="?", default=".", help="the project (this folder)")


def add_built_site(command: argparse.ArgumentParser) -> None:
    """Add the argument for the folder of a built site."""
    command.add_argument("folder", nargs="?", default="dist", help="the built site (dist)")


def add_addresses(command: argparse.ArgumentParser) -> None:
    """Add the options for the address of the site."""
    command.add_argument(
        "--base-path",
        default="",
        type=read_base_path,
        help="path that the site is served below, such as /docs",
    )
    add_site_url(command)


def add_strict(command: argparse.ArgumentParser) -> None:
    """Add the option that makes warnings fail."""
    command.add_argument("--strict", action="store_true", help="fail on warnings, too")


def add_means(command: argparse.ArgumentParser) -> None:
    """Add the options for building pages."""
    command.add_argument(
        "--allow-local-links",
        action="store_true",
        help="let links to API documents name this computer, such as http://localhost:8000/…",
    )
    command.add_argument(
        "--workers",
        type=read_workers,
        metavar="N",
        default=0,
        help="most processes for large sites (one for each core, at most 8)",
    )


def add_problem_form(command: argparse.ArgumentParser) -> None:
    """Add the option for the format of problems."""
    command.add_argument(
        "--format", choices=PROBLEM_FORMS, default="text", help="form of the problems (text)"
    )


def add_mcp_calls(command: argparse.ArgumentParser) -> None:
    """Add the option that lets assistants call the API."""
    calls = "let assistants call the documented API, with their own credentials"
    add_option(command, "--mcp-calls", action=Switch, help=calls)


def add_site_url(command: argparse.ArgumentParser) -> None:
    """Add the option for the public address of the site."""
    add_option(
        command,
        "--site-url",
        type=read_site_url,
        metavar="URL",
        help="where readers reach the site, such as https://docs.example.com",
    )


def add_allowed_nets(command: argparse.ArgumentParser) -> None:
    """Add the option for private networks that the proxy may call."""
    add_option(
        command,
        "--proxy-allow-net",
        action=Several,
        default=(),
        type=read_allowed_nets,
        metavar="NET[:PORT]",
        help="let the playground call this network too, such as localhost:8000 or 10.1.0.0/16",
    )


def add_database(command: argparse.ArgumentParser) -> None:
    """Add the option for the feedback database."""
    add_option(
        command,
        "--database",
        type=read_database,
        metavar="ADDRESS",
        help="where feedback is kept, outside of the site: sqlite:/var/lib/octavo/feedback.db, "
        "or postgresql://user@host/name",
    )
