"""The commands that serve requests until they are stopped."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn

from octavo.cli.arguments import (
    Commands,
    Several,
    Switch,
    add_option,
    add_overlay,
    read_days,
    read_kinds,
    read_log_form,
    read_networks,
    read_port,
    read_seconds,
    read_size,
    read_workers,
)
from octavo.cli.options import (
    add_allowed_nets,
    add_built_site,
    add_database,
    add_mcp_calls,
    add_project,
    add_site_url,
)
from octavo.cli.terminal import (
    EXIT_FINE,
    EXIT_USAGE,
    exit_code,
    find_painter,
    print_problems,
    say,
    write_line,
)
from octavo.problems import Problem, sort_problems

if TYPE_CHECKING:
    from octavo.server.feedback.service import FeedbackOptions


def add_dev(commands: Commands) -> None:
    """Declare `octavo dev`."""
    command = commands.add_parser("dev", help="preview a project, following its changes")
    add_project(command)
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
        help="let assistants call the documented API, with their own credentials",
    )
    command.add_argument(
        "--app", help="write the API document of an application, such as main:app, and follow it"
    )
    command.add_argument(
        "--app-file", metavar="FILE", help="where to write it (the file that site.json names)"
    )
    add_site_url(command)
    add_allowed_nets(command)
    command.set_defaults(run=run_dev)


def run_dev(options: argparse.Namespace) -> int:
    """Preview a project."""
    start = time.perf_counter()
    problems: Sequence[Problem] = ()
    if options.mcp_calls and not options.mcp:
        print("octavo dev: --mcp-calls needs --mcp", file=sys.stderr)
        return EXIT_USAGE
    with _end_by_sigterm():
        from octavo.preview.server import PreviewOptions, serve_preview
        from octavo.server.assistants.door import SdkMissingError

        preview_options = PreviewOptions(
            options.folder,
            options.host,
            options.port,
            options.strict_port,
            open_browser=not options.no_open and sys.stdout.isatty(),
            allow_nets=options.proxy_allow_net,
            site_url=options.site_url or "",
            has_mock=options.mock,
            has_mcp=options.mcp,
            has_mcp_calls=options.mcp_calls,
            app=options.app or "",
            app_file=options.app_file or "",
        )
        try:
            report = serve_preview(preview_options, say, find_painter(), start)
        except SdkMissingError as error:
            print(f"octavo dev: {error}", file=sys.stderr)
            return EXIT_USAGE
        problems = sort_problems(report.problems)
        print_problems(problems, "text", report.line_of)
    return exit_code(problems, strict=False)


def add_serve(commands: Commands) -> None:
    """Declare `octavo serve`."""
    command = commands.add_parser(
        "serve",
        help="serve a built site",
        epilog="Each option can be given in the environment, too: --site-url as OCTAVO_SITE_URL.",
    )
    add_built_site(command)
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
    add_site_url(command)
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


def run_serve(options: argparse.Namespace) -> int:
    """Serve a built site."""
    from octavo.server.assistants.door import SdkMissingError
    from octavo.server.serve.server import ServeOptions, serve_site

    if options.mcp_calls and (options.no_proxy or not options.mcp):
        what = "has no way to the API with --no-proxy" if options.no_proxy else "needs --mcp"
        print(f"octavo serve: --mcp-calls {what}", file=sys.stderr)
        return EXIT_USAGE
    if options.workers > 1 and not hasattr(os, "fork"):
        print("octavo serve: this system can run one worker only", file=sys.stderr)
        return EXIT_USAGE
    try:
        feedback = _read_feedback_options(options)
    except ValueError as error:
        print(f"octavo serve: {error}", file=sys.stderr)
        return EXIT_USAGE
    how = ServeOptions(
        options.folder,
        options.host,
        options.port,
        options.workers,
        site_url=options.site_url or "",
        trusted_proxies=options.trusted_proxy,
        has_proxy=not options.no_proxy,
        allow_nets=options.proxy_allow_net,
        log=options.log,
        metrics_port=options.metrics_port,
        drain_delay=options.drain_delay,
        feedback=feedback,
        has_mcp=options.mcp,
        has_mcp_calls=options.mcp_calls,
    )
    try:
        problems = serve_site(how, say, write_line)
    except SdkMissingError as error:
        print(f"octavo serve: {error}", file=sys.stderr)
        return EXIT_USAGE
    print_problems(problems, "text", lambda _source, _line: None)
    return exit_code(problems, strict=False)


def _add_mcp_options(command: argparse.ArgumentParser) -> None:
    """Add the options for assistants that read the site."""
    add_option(command, "--mcp", action=Switch, help="let assistants read the site at /mcp")
    add_mcp_calls(command)


def _add_feedback_options(command: argparse.ArgumentParser) -> None:
    """Add the options for feedback."""
    add_database(command)
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
        help="delete votes and counts older than N days",
    )
    add_option(
        command,
        "--insights-token-file",
        metavar="FILE",
        help="show feedback at /_octavo/insights to people who know the text of this file",
    )
    over_http = "also show that page without encryption; others on the network may read it"
    add_option(command, "--insights-over-http", action=Switch, help=over_http)


def _add_proxy_options(command: argparse.ArgumentParser) -> None:
    """Add the options for the playground's proxy, and for proxies in front of this server."""
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
    add_allowed_nets(command)


def _read_feedback_options(options: argparse.Namespace) -> FeedbackOptions | None:
    """Return the feedback options; ValueError says what is wrong with them."""
    from octavo.server.feedback.service import FeedbackOptions, load_token

    if options.database is None:
        for name in ("count", "keep_days", "insights_token_file", "insights_over_http"):
            if getattr(options, name):
                raise ValueError(f"--{name.replace('_', '-')} needs --database")
        return None
    file = options.insights_token_file
    if options.insights_over_http and not file:
        raise ValueError("--insights-over-http needs --insights-token-file")
    if options.database.kind == "sqlite":
        _check_place(options.database.place, options.folder, "the database")
    if file:
        _check_place(file, options.folder, "the token")
    return FeedbackOptions(
        options.database,
        frozenset(options.count),
        options.keep_days,
        load_token(file) if file else "",
        options.insights_over_http,
    )


def _check_place(path: str, site: str, what: str) -> None:
    from octavo.server.feedback.places import check_place

    if warning := check_place(path, site, what):
        say(f"octavo serve: warning: {warning}")


def add_mcp(commands: Commands) -> None:
    """Declare `octavo mcp`."""
    command = commands.add_parser(
        "mcp", help="let an assistant on this computer read a built site (MCP)"
    )
    add_built_site(command)
    add_site_url(command)
    add_mcp_calls(command)
    add_allowed_nets(command)
    command.set_defaults(run=run_mcp)


def run_mcp(options: argparse.Namespace) -> int:
    """Answer an assistant on this computer; standard output is only for the protocol."""
    from octavo.server.assistants.door import SdkMissingError
    from octavo.server.serve.stdio import StdioOptions, serve_stdio

    # A thread waits for standard input and can't be interrupted, so the process ends directly.
    signal.signal(signal.SIGTERM, lambda *_signal: os._exit(EXIT_FINE))
    how = StdioOptions(
        options.folder, options.site_url or "", options.mcp_calls, options.proxy_allow_net
    )
    try:
        problems = serve_stdio(how, say)
    except SdkMissingError as error:
        print(f"octavo mcp: {error}", file=sys.stderr)
        return EXIT_USAGE
    print_problems(problems, "text", lambda _source, _line: None)
    return exit_code(problems, strict=False)


def add_mock(commands: Commands) -> None:
    """Declare `octavo mock`."""
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
    add_overlay(command)
    command.set_defaults(run=run_mock)


def run_mock(options: argparse.Namespace) -> int:
    """Answer requests from an OpenAPI document."""
    problems: Sequence[Problem] = ()
    with _end_by_sigterm():
        from octavo.mock.server import MockOptions, serve_mock

        place = options.document, options.host, options.port
        how = MockOptions(*place, options.max_body, tuple(options.overlay))
        problems = serve_mock(how, say)
        print_problems(problems, "text", lambda _source, _line: None)
    return exit_code(problems, strict=False)


@contextlib.contextmanager
def _end_by_sigterm() -> Iterator[None]:
    """Leave the block when the system asks the command to end, which is no failure."""

    def leave(*_signal: object) -> NoReturn:
        raise SystemExit

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    except SystemExit:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)
