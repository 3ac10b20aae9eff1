"""The arguments of every command."""

from __future__ import annotations

import argparse
from typing import TypeAlias

from octavo import __version__
from octavo.cli.arguments import (
    Several,
    Switch,
    add_option,
    read_allowed_nets,
    read_base_path,
    read_hosts,
    read_limit,
    read_log_form,
    read_networks,
    read_port,
    read_seconds,
    read_site_url,
    read_workers,
)
from octavo.cli.commands import (
    run_build,
    run_dev,
    run_not_there_yet,
    run_search,
    run_serve,
    run_settings_schema,
    run_write_page_files,
)

_NOT_YET = "(not there yet)"
_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="octavo", description="Turns a folder into a documentation site."
    )
    parser.add_argument("--version", action="version", version=f"octavo {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", title="commands")
    for add_command in (
        _add_init,
        _add_dev,
        _add_build,
        _add_serve,
        _add_search,
        _add_check,
        _add_openapi_file,
        _add_settings_schema,
    ):
        add_command(commands)
    return parser


def _add_init(commands: _Commands) -> None:
    command = commands.add_parser("init", help=f"start a project {_NOT_YET}")
    command.add_argument("folder", nargs="?", default=".")
    command.set_defaults(run=run_not_there_yet)


def _add_dev(commands: _Commands) -> None:
    command = commands.add_parser("dev", help="preview a project, following its changes")
    command.add_argument("folder", nargs="?", default=".", help="the project (this folder)")
    command.add_argument("--port", type=read_port, default=3000, help="port to listen on (3000)")
    command.add_argument("--host", default="localhost", help="address to listen on (localhost)")
    command.add_argument("--strict-port", action="store_true", help="fail when the port is taken")
    command.add_argument("--no-open", action="store_true", help="do not open the browser")
    _add_allowed_nets(command)
    command.set_defaults(run=run_dev)


def _add_build(commands: _Commands) -> None:
    command = commands.add_parser("build", help="build a static site")
    command.add_argument("folder", nargs="?", default=".", help="the project (this folder)")
    command.add_argument("-o", "--output", help="where to write the site (dist in the project)")
    command.add_argument(
        "--base-path",
        default="",
        type=read_base_path,
        help="path that the site is served below, such as /docs",
    )
    command.add_argument("--strict", action="store_true", help="fail on warnings, too")
    command.add_argument(
        "--no-cache", action="store_true", help="neither use nor keep what was built before"
    )
    command.add_argument(
        "--compress",
        action="store_true",
        help="write files compressed, too, for servers that send them so",
    )
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
    command.add_argument(
        "--host-files",
        action="append",
        default=[],
        type=read_hosts,
        metavar="HOST",
        help="write the settings of netlify, cloudflare, vercel, nginx, caddy, or all of them",
    )
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="form of the problems (text)"
    )
    command.set_defaults(run=run_build)


def _add_serve(commands: _Commands) -> None:
    command = commands.add_parser(
        "serve",
        help="serve a built site",
        epilog="Each option can be given in the environment, too: --site-url as OCTAVO_SITE_URL.",
    )
    command.add_argument("folder", nargs="?", default="dist", help="the built site (dist)")
    add_option(command, "--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    add_option(command, "--port", type=read_port, default=8000, help="port to listen on (8000)")
    add_option(
        command,
        "--workers",
        type=read_workers,
        metavar="N",
        default=1,
        help="processes that answer (1)",
    )
    add_option(
        command,
        "--site-url",
        type=read_site_url,
        metavar="URL",
        help="where readers reach the site, such as https://docs.example.com",
    )
    _add_proxy_options(command)
    add_option(
        command,
        "--log",
        type=read_log_form,
        metavar="{json,text,off}",
        default="json",
        help="form of the log (json)",
    )
    add_option(
        command,
        "--metrics-port",
        type=read_port,
        metavar="PORT",
        help="tell Prometheus figures at this port",
    )
    add_option(
        command,
        "--drain-delay",
        type=read_seconds,
        metavar="SECONDS",
        default=0.0,
        help="go on taking requests so long after SIGTERM, while /readyz says no (0)",
    )
    command.set_defaults(run=run_serve)


def _add_proxy_options(command: argparse.ArgumentParser) -> None:
    """Add what is about the proxy of the playground, and servers in front of this one."""
    add_option(
        command,
        "--trusted-proxy",
        action=Several,
        default=(),
        type=read_networks,
        metavar="CIDR",
        help="believe what servers in this network say about whom they ask for",
    )
    add_option(
        command,
        "--no-proxy",
        action=Switch,
        help="let the playground send no requests through here",
    )
    _add_allowed_nets(command)


def _add_allowed_nets(command: argparse.ArgumentParser) -> None:
    add_option(
        command,
        "--proxy-allow-net",
        action=Several,
        default=(),
        type=read_allowed_nets,
        metavar="NET[:PORT]",
        help="let the playground call this network too, such as localhost:8000 or 10.1.0.0/16",
    )


def _add_search(commands: _Commands) -> None:
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


def _add_check(commands: _Commands) -> None:
    command = commands.add_parser("check", help=f"find problems without building {_NOT_YET}")
    command.add_argument("folder", nargs="?", default=".")
    command.set_defaults(run=run_not_there_yet)


def _add_openapi_file(commands: _Commands) -> None:
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
    command.set_defaults(run=run_write_page_files)


def _add_settings_schema(commands: _Commands) -> None:
    command = commands.add_parser("settings-schema", help="print the JSON Schema of site.json")
    command.set_defaults(run=run_settings_schema)
