"""The arguments of every command."""

from __future__ import annotations

import argparse

from octavo import __version__
from octavo.cli.arguments import (
    PROBLEM_FORMS,
    CommandParser,
    Commands,
    ProgramParser,
    Several,
    Switch,
    add_option,
    read_allowed_nets,
    read_base_path,
    read_codes,
    read_database,
    read_days,
    read_hosts,
    read_kinds,
    read_limit,
    read_log_form,
    read_networks,
    read_port,
    read_seconds,
    read_site_url,
    read_size,
    read_workers,
)
from octavo.cli.commands import (
    run_build,
    run_check,
    run_dev,
    run_export,
    run_init,
    run_insights,
    run_mcp,
    run_mock,
    run_search,
    run_serve,
    run_settings_schema,
    run_write_page_files,
)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = ProgramParser(prog="octavo", description="Turns a folder into a documentation site.")
    parser.add_argument("--version", action="version", version=f"octavo {__version__}")
    commands = parser.add_subparsers(
        dest="command", metavar="command", title="commands", parser_class=CommandParser
    )
    for add_command in (
        _add_init,
        _add_migrate,
        _add_dev,
        _add_build,
        _add_serve,
        _add_insights,
        _add_search,
        _add_mcp,
        _add_mock,
        _add_check,
        _add_openapi_file,
        _add_openapi_export,
        _add_settings_schema,
    ):
        add_command(commands)
    parser.commands = commands.choices
    return parser


def _add_init(commands: Commands) -> None:
    command = commands.add_parser("init", help="start a project")
    command.add_argument("folder", nargs="?", default=".", help="where to start it (this folder)")
    command.add_argument(
        "--from",
        dest="document",
        metavar="DOCUMENT",
        help="start from an OpenAPI document: a file or an address",
    )
    command.set_defaults(run=run_init)


def _add_migrate(commands: Commands) -> None:
    command = commands.add_parser("migrate", help="move a site of another tool here")
    command.package = "octavo_migrate"


def _add_dev(commands: Commands) -> None:
    command = commands.add_parser("dev", help="preview a project, following its changes")
    _add_project(command)
    command.add_argument("--port", type=read_port, default=3000, help="port to listen on (3000)")
    command.add_argument("--host", default="localhost", help="address to listen on (localhost)")
    command.add_argument("--strict-port", action="store_true", help="fail when the port is taken")
    command.add_argument("--no-open", action="store_true", help="do not open the browser")
    command.add_argument(
        "--mock",
        action="store_true",
        help="let playgrounds call a server that answers as the API documents say",
    )
    command.add_argument(
        "--mcp", action="store_true", help="let assistants read the project at /mcp"
    )
    command.add_argument(
        "--mcp-calls",
        action="store_true",
        help="let assistants call the documented API, too, with credentials of theirs",
    )
    command.add_argument(
        "--app", help="write the API document of an application, such as main:app, and follow it"
    )
    command.add_argument(
        "--app-file", metavar="FILE", help="where to write it (the file that site.json names)"
    )
    _add_site_url(command)
    _add_allowed_nets(command)
    command.set_defaults(run=run_dev)


def _add_build(commands: Commands) -> None:
    command = commands.add_parser("build", help="build a static site")
    _add_project(command)
    command.add_argument("-o", "--output", help="where to write the site (dist in the project)")
    _add_addresses(command)
    _add_strict(command)
    command.add_argument(
        "--no-cache", action="store_true", help="neither use nor keep what was built before"
    )
    command.add_argument(
        "--compress",
        action="store_true",
        help="write files compressed, too, for servers that send them so",
    )
    _add_means(command)
    command.add_argument(
        "--host-files",
        action="append",
        default=[],
        type=read_hosts,
        metavar="HOST",
        help="write the settings of a host, such as netlify or nginx, or of all of them",
    )
    _add_problem_form(command)
    command.set_defaults(run=run_build)


def _add_project(command: argparse.ArgumentParser) -> None:
    command.add_argument("folder", nargs="?", default=".", help="the project (this folder)")


def _add_built_site(command: argparse.ArgumentParser) -> None:
    command.add_argument("folder", nargs="?", default="dist", help="the built site (dist)")


def _add_addresses(command: argparse.ArgumentParser) -> None:
    """Add where the site will be."""
    command.add_argument(
        "--base-path",
        default="",
        type=read_base_path,
        help="path that the site is served below, such as /docs",
    )
    _add_site_url(command)


def _add_strict(command: argparse.ArgumentParser) -> None:
    command.add_argument("--strict", action="store_true", help="fail on warnings, too")


def _add_means(command: argparse.ArgumentParser) -> None:
    """Add what pages may be built with."""
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


def _add_problem_form(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--format", choices=PROBLEM_FORMS, default="text", help="form of the problems (text)"
    )


def _add_serve(commands: Commands) -> None:
    command = commands.add_parser(
        "serve",
        help="serve a built site",
        epilog="Each option can be given in the environment, too: --site-url as OCTAVO_SITE_URL.",
    )
    _add_built_site(command)
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
    _add_site_url(command)
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
    _add_feedback_options(command)
    _add_mcp_options(command)
    command.set_defaults(run=run_serve)


def _add_mcp_options(command: argparse.ArgumentParser) -> None:
    """Add what is about assistants that read the site."""
    add_option(command, "--mcp", action=Switch, help="let assistants read the site at /mcp")
    _add_mcp_calls(command)


def _add_mcp_calls(command: argparse.ArgumentParser) -> None:
    calls = "let assistants call the documented API, too, with credentials of theirs"
    add_option(command, "--mcp-calls", action=Switch, help=calls)


def _add_site_url(command: argparse.ArgumentParser) -> None:
    add_option(
        command,
        "--site-url",
        type=read_site_url,
        metavar="URL",
        help="where readers reach the site, such as https://docs.example.com",
    )


def _add_feedback_options(command: argparse.ArgumentParser) -> None:
    """Add what is about readers who say whether pages are helpful."""
    _add_database(command)
    add_option(
        command,
        "--count",
        action=Several,
        default=(),
        type=read_kinds,
        metavar="KIND",
        help="count views, searches, missing or calls, too, without knowing who",
    )
    add_option(
        command,
        "--keep-days",
        type=read_days,
        metavar="N",
        help="forget what is older than so many days",
    )
    add_option(
        command,
        "--insights-token-file",
        metavar="FILE",
        help="show what readers say at /_octavo/insights to whoever knows the text of this file",
    )
    over_http = "show that page without encryption, too, where others may read it on its way"
    add_option(command, "--insights-over-http", action=Switch, help=over_http)


def _add_database(command: argparse.ArgumentParser) -> None:
    add_option(
        command,
        "--database",
        type=read_database,
        metavar="ADDRESS",
        help="where feedback is kept, outside of the site: sqlite:/var/lib/octavo/feedback.db, "
        "or postgresql://user@host/name",
    )


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


def _add_insights(commands: Commands) -> None:
    command = commands.add_parser("insights", help="show what readers say of pages")
    _add_database(command)
    command.add_argument(
        "--days", type=read_days, metavar="N", default=30, help="show so many days (30)"
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
    others.add_argument("--delete-page", metavar="URL", help="delete what was said of a page")
    others.add_argument(
        "--keep-days", type=read_days, metavar="N", help="delete what is older than so many days"
    )
    command.set_defaults(run=run_insights)


def _add_search(commands: Commands) -> None:
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


def _add_mcp(commands: Commands) -> None:
    command = commands.add_parser(
        "mcp", help="let an assistant on this computer read a built site (MCP)"
    )
    _add_built_site(command)
    _add_site_url(command)
    _add_mcp_calls(command)
    _add_allowed_nets(command)
    command.set_defaults(run=run_mcp)


def _add_mock(commands: Commands) -> None:
    command = commands.add_parser("mock", help="answer requests as an OpenAPI document says")
    command.add_argument("document", help="a file or an address")
    command.add_argument("--port", type=read_port, default=4010, help="port to listen on (4010)")
    command.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    command.add_argument(
        "--max-body",
        type=read_size,
        metavar="SIZE",
        default="1m",
        help="largest body of a request, such as 500k or 10m (1m)",
    )
    command.set_defaults(run=run_mock)


def _add_check(commands: Commands) -> None:
    command = commands.add_parser("check", help="find problems without building")
    _add_project(command)
    _add_addresses(command)
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
        "--external", action="store_true", help="ask links to other sites, too; this takes a while"
    )
    command.add_argument(
        "--ignore-link",
        action="append",
        default=[],
        metavar="PATTERN",
        help="do not ask links such as https://example.com/*",
    )
    _add_strict(command)
    command.add_argument(
        "--no-cache", action="store_true", help="neither use nor keep what was checked before"
    )
    _add_means(command)
    _add_problem_form(command)
    command.set_defaults(run=run_check)


def _add_openapi_file(commands: Commands) -> None:
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


def _add_openapi_export(commands: Commands) -> None:
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


def _add_settings_schema(commands: Commands) -> None:
    command = commands.add_parser("settings-schema", help="print the JSON Schema of site.json")
    command.set_defaults(run=run_settings_schema)
