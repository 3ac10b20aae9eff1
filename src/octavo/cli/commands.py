"""What each command does: it loads what it needs, and tells what is wrong.

Modules are loaded when a command runs, so that `octavo --help` answers at once.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn

from octavo.cli.terminal import (
    EXIT_FINE,
    EXIT_IO,
    EXIT_PROBLEMS,
    EXIT_USAGE,
    Progress,
    exit_code,
    find_painter,
    print_problems,
    say,
    shorten_path,
    write_line,
)
from octavo.problems import Problem, Severity, count_by_severity, sort_problems

if TYPE_CHECKING:
    from octavo.outputs.build.folder import BuildReport


def run_not_there_yet(options: argparse.Namespace) -> int:
    """Say that a command is still to come."""
    print(f"octavo {options.command} is not there yet.", file=sys.stderr)
    return EXIT_USAGE


def run_settings_schema(_options: argparse.Namespace) -> int:
    """Print the schema of settings."""
    from octavo.settings.schema import build_settings_schema

    print(json.dumps(build_settings_schema(), indent=2, ensure_ascii=False))
    return EXIT_FINE


def run_write_page_files(options: argparse.Namespace) -> int:
    """Write page files for an OpenAPI document."""
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


def run_search(options: argparse.Namespace) -> int:
    """Search a built site."""
    from octavo.outputs.search.folder import list_lines, search_folder

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


def run_dev(options: argparse.Namespace) -> int:
    """Preview a project."""
    start = time.perf_counter()
    problems: Sequence[Problem] = ()
    with _end_by_sigterm():
        from octavo.outputs.preview.server import PreviewOptions, serve_preview

        preview_options = PreviewOptions(
            options.folder,
            options.host,
            options.port,
            options.strict_port,
            open_browser=not options.no_open and sys.stdout.isatty(),
            allow_nets=options.proxy_allow_net,
        )
        report = serve_preview(preview_options, say, find_painter(), start)
        problems = sort_problems(report.problems)
        print_problems(problems, "text", report.line_of)
    return exit_code(problems, strict=False)


@contextlib.contextmanager
def _end_by_sigterm() -> Iterator[None]:
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


def run_serve(options: argparse.Namespace) -> int:
    """Serve a built site."""
    from octavo.outputs.serve.server import ServeOptions, serve_site

    if options.workers > 1 and not hasattr(os, "fork"):
        print("octavo serve: this system can run one worker only", file=sys.stderr)
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
    )
    problems = serve_site(how, say, write_line)
    print_problems(problems, "text", lambda _source, _line: None)
    return exit_code(problems, strict=False)


def run_build(options: argparse.Namespace) -> int:
    """Build a static site."""
    from octavo.outputs.build.folder import BuildOptions, build_folder
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
        say=say,
        progress=progress.show,
    )
    try:
        report = build_folder(options.folder, options.output, how)
    finally:
        progress.clear()
    problems = sort_problems(report.problems)
    print_problems(problems, options.format, build_line_lookup(report.project))
    if options.format == "text":
        print(_summarize(report, problems), file=sys.stderr)
    return EXIT_IO if report.failed else exit_code(problems, strict=options.strict)


def _summarize(report: BuildReport, problems: Sequence[Problem]) -> str:
    counts = ", ".join(
        f"{number} {severity}{'s' if number != 1 else ''}"
        for severity, number in count_by_severity(problems).items()
        if number and severity is not Severity.INFO
    )
    if report.output is None:
        return f"Nothing was built: {counts}."
    pages = f"{report.pages} page{'s' if report.pages != 1 else ''}"
    where = shorten_path(report.output)
    return f"Built {pages} into {where}" + (f" ({counts})." if counts else ".")
