"""The command line: arguments, the printing of problems, exit codes.

Commands import what they need when they run, so that `octavo --help` answers at once.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn, TextIO, TypeAlias

from octavo import __version__
from octavo.problems import (
    LineLookup,
    Painter,
    Problem,
    Severity,
    count_by_severity,
    problem_as_json,
    render_text,
    sort_problems,
)

if TYPE_CHECKING:
    from octavo.outputs.build.folder import BuildReport
    from octavo.outputs.proxy.rules import AllowedNet

EXIT_FINE = 0
EXIT_PROBLEMS = 1
EXIT_USAGE = 2
EXIT_IO = 74

_STYLES = {
    "error": "31;1",
    "warning": "33;1",
    "info": "36",
    "place": "1",
    "code": "2",
    "hint": "36",
    "caret": "31;1",
}


def run() -> NoReturn:
    """Run the command of this process, and end the process with it.

    It looks for no garbage, and leaves its memory to the system: a command makes next to none that
    only the collector would find, and to free all values of a large site one by one takes longer
    than to build a small one. The preview, which goes on, turns the collector on.
    """
    gc.disable()
    code = main()
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    os._exit(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; all that it says has been written then."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    try:
        if options.command is None:
            parser.print_help()
            code = EXIT_USAGE
        else:
            code = int(options.run(options))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output went away; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_IO


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
        _add_check,
        _add_openapi_file,
        _add_settings_schema,
    ):
        add_command(commands)
    return parser


def _add_init(commands: _Commands) -> None:
    command = commands.add_parser("init", help=f"start a project {_NOT_YET}")
    command.add_argument("folder", nargs="?", default=".")
    command.set_defaults(run=_not_there_yet)


def _add_dev(commands: _Commands) -> None:
    command = commands.add_parser("dev", help="preview a project, following its changes")
    command.add_argument("folder", nargs="?", default=".", help="the project (this folder)")
    command.add_argument("--port", type=_port, default=3000, help="port to listen on (3000)")
    command.add_argument("--host", default="localhost", help="address to listen on (localhost)")
    command.add_argument("--strict-port", action="store_true", help="fail when the port is taken")
    command.add_argument("--no-open", action="store_true", help="do not open the browser")
    command.add_argument(
        "--proxy-allow-net",
        action="append",
        default=[],
        type=_allowed_net,
        metavar="NET[:PORT]",
        help="let the playground call this network too, such as localhost:8000 or 10.1.0.0/16",
    )
    command.set_defaults(run=_dev)


def _add_build(commands: _Commands) -> None:
    command = commands.add_parser("build", help="build a static site")
    command.add_argument("folder", nargs="?", default=".", help="the project (this folder)")
    command.add_argument("-o", "--output", help="where to write the site (dist in the project)")
    command.add_argument(
        "--base-path",
        default="",
        type=_base_path,
        help="path that the site is served below, such as /docs",
    )
    command.add_argument("--strict", action="store_true", help="fail on warnings, too")
    command.add_argument(
        "--no-cache", action="store_true", help="neither use nor keep what was built before"
    )
    command.add_argument(
        "--allow-local-links",
        action="store_true",
        help="let links to API documents name this computer, such as http://localhost:8000/…",
    )
    command.add_argument(
        "--workers",
        type=_workers,
        metavar="N",
        default=0,
        help="most processes for large sites (one for each core, at most 8)",
    )
    command.add_argument(
        "--host-files",
        action="append",
        default=[],
        type=_hosts,
        metavar="HOST",
        help="write the settings of netlify, cloudflare, vercel, nginx, caddy, or all of them",
    )
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="form of the problems (text)"
    )
    command.set_defaults(run=_build)


def _add_serve(commands: _Commands) -> None:
    command = commands.add_parser("serve", help=f"serve a built site {_NOT_YET}")
    command.add_argument("folder", nargs="?", default="dist")
    command.set_defaults(run=_not_there_yet)


def _add_check(commands: _Commands) -> None:
    command = commands.add_parser("check", help=f"find problems without building {_NOT_YET}")
    command.add_argument("folder", nargs="?", default=".")
    command.set_defaults(run=_not_there_yet)


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
    command.set_defaults(run=_write_page_files)


def _add_settings_schema(commands: _Commands) -> None:
    command = commands.add_parser("settings-schema", help="print the JSON Schema of site.json")
    command.set_defaults(run=_settings_schema)


def _base_path(text: str) -> str:
    path = text.strip("/")
    if any(character in path for character in "?#\\") or ".." in path.split("/"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a path")
    return f"/{path}" if path else ""


def _hosts(text: str) -> frozenset[str]:
    from octavo.outputs.host_files.plan import HOSTS

    named = frozenset(text.lower().split(","))
    wrong = sorted(named - {*HOSTS, "all"})
    if wrong:
        raise argparse.ArgumentTypeError(f"{wrong[0]!r} is none of {', '.join(HOSTS)}, all")
    return frozenset(HOSTS) if "all" in named else named


def _workers(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of workers: 1 to 64")
    return int(text)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: 0 to 65535")
    return int(text)


def _allowed_net(text: str) -> AllowedNet:
    from octavo.outputs.proxy.rules import parse_allowed_net

    try:
        return parse_allowed_net(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _not_there_yet(options: argparse.Namespace) -> int:
    print(f"octavo {options.command} is not there yet.", file=sys.stderr)
    return EXIT_USAGE


def _settings_schema(_options: argparse.Namespace) -> int:
    from octavo.settings.schema import settings_schema

    print(json.dumps(settings_schema(), indent=2, ensure_ascii=False))
    return EXIT_FINE


def _write_page_files(options: argparse.Namespace) -> int:
    from octavo.outputs.page_files import HEADING, write_page_files

    report = write_page_files(
        options.document,
        options.output,
        overwrite=options.overwrite,
        write=options.writeFiles == "true",
    )
    problems = sort_problems(report.problems)
    print_problems(problems, "text", report.line_of)
    if report.failed:
        return EXIT_IO
    if report.navigation is None:
        return EXIT_PROBLEMS
    print(HEADING, report.navigation, sep="\n")
    return EXIT_FINE


def _dev(options: argparse.Namespace) -> int:
    started = time.perf_counter()
    problems: Sequence[Problem] = ()
    with _ended_by_sigterm():
        from octavo.outputs.preview.server import PreviewOptions, serve_preview

        wanted = PreviewOptions(
            options.folder,
            options.host,
            options.port,
            options.strict_port,
            open_browser=not options.no_open and sys.stdout.isatty(),
            allow_nets=tuple(options.proxy_allow_net),
        )
        report = serve_preview(wanted, _say, _painter(), started)
        problems = sort_problems(report.problems)
        print_problems(problems, "text", report.line_of)
    return exit_code(problems, strict=False)


@contextlib.contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Leave the block when the system asks the command to end: that is no failure."""

    def leave(*_signal: object) -> NoReturn:
        raise SystemExit

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    except SystemExit:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _build(options: argparse.Namespace) -> int:
    from octavo.outputs.build.folder import BuildOptions, build_folder
    from octavo.project.cache_folder import user_cache_folder
    from octavo.project.discover import source_line_lookup

    progress = Progress(sys.stderr)
    how = BuildOptions(
        options.base_path,
        None if options.no_cache else user_cache_folder(),
        options.workers,
        allow_local_links=options.allow_local_links,
        durable=True,
        host_files=frozenset().union(*options.host_files),
        say=_say,
        progress=progress.show,
    )
    try:
        report = build_folder(options.folder, options.output, how)
    finally:
        progress.clear()
    problems = sort_problems(report.problems)
    print_problems(problems, options.format, source_line_lookup(report.project))
    if options.format == "text":
        print(_summary(report, problems), file=sys.stderr)
    return EXIT_IO if report.failed else exit_code(problems, strict=options.strict)


class Progress:
    """Shows how far a build is: a bar on a terminal, a line now and then elsewhere."""

    FIRST_AFTER = 0.5
    """Seconds; most builds are done before."""
    BAR_EVERY = 0.1
    LINE_EVERY = 10.0
    _WIDTH = 30

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._is_bar = stream.isatty()
        self._is_shown = False
        self._next = clock() + (self.FIRST_AFTER if self._is_bar else self.LINE_EVERY)

    def show(self, done: int, pages: int) -> None:
        """Show how many of all pages are built, unless it was just shown."""
        now = self._clock()
        if now < self._next:
            return
        self._next = now + (self.BAR_EVERY if self._is_bar else self.LINE_EVERY)
        told = f"Built {done:,} of {pages:,} pages"
        if not self._is_bar:
            print(f"{told}.", file=self._stream, flush=True)
            return
        filled = self._WIDTH * done // pages
        bar = "=" * filled + " " * (self._WIDTH - filled)
        print(f"\r\x1b[K[{bar}] {told}", end="", file=self._stream, flush=True)
        self._is_shown = True

    def clear(self) -> None:
        """Take the bar away."""
        if self._is_shown:
            print("\r\x1b[K", end="", file=self._stream, flush=True)


def _summary(report: BuildReport, problems: Sequence[Problem]) -> str:
    counts = count_by_severity(problems)
    told = ", ".join(
        f"{number} {severity}{'s' if number != 1 else ''}"
        for severity, number in counts.items()
        if number and severity is not Severity.INFO
    )
    if report.output is None:
        return f"Nothing was built: {told}."
    pages = f"{report.pages} page{'s' if report.pages != 1 else ''}"
    where = _short_path(report.output)
    return f"Built {pages} into {where}" + (f" ({told})." if told else ".")


def _short_path(path: str) -> str:
    """Return a path relative to the working directory when it lies below it."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def exit_code(problems: Sequence[Problem], *, strict: bool) -> int:
    """Return the exit code that problems call for."""
    counts = count_by_severity(problems)
    failing = counts[Severity.ERROR] + (counts[Severity.WARNING] if strict else 0)
    return EXIT_PROBLEMS if failing else EXIT_FINE


def print_problems(problems: Sequence[Problem], form: str, line_of: LineLookup) -> None:
    """Print problems: for people on standard error, for programs as JSON on standard output."""
    if form == "json":
        found = [problem_as_json(problem) for problem in problems]
        print(json.dumps({"problems": found}, indent=2, ensure_ascii=False))
        return
    paint = _painter()
    for problem in problems:
        print(render_text(problem, line_of, paint), file=sys.stderr)


def _painter() -> Painter | None:
    """Return what colors problems, where colors are seen and wanted."""
    return _paint if sys.stderr.isatty() and "NO_COLOR" not in os.environ else None


def _paint(role: str, text: str) -> str:
    style = _STYLES.get(role)
    return f"\x1b[{style}m{text}\x1b[0m" if style else text
