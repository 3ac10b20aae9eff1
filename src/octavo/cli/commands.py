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
from octavo.problems import (
    Code,
    Problem,
    Severity,
    count_by_severity,
    escape_controls,
    join_causes,
    sort_problems,
)

if TYPE_CHECKING:
    from octavo.builder.check.external import ExternalOptions
    from octavo.builder.check.folder_check import CheckReport
    from octavo.builder.folder_build import BuildReport
    from octavo.server.feedback.service import FeedbackOptions

MOST_NOTES = 10
"""So many notes of one code are told, unless somebody asks for them."""


_NO_ADDRESS = (
    "Pages do not name their addresses, and there is no sitemap: say where readers find the site "
    "with --site-url or `seo.siteUrl`."
)


def run_init(options: argparse.Namespace) -> int:
    """Start a project."""
    from octavo.scaffold.starter.new_folder import start_project

    report = start_project(options.folder, options.document)
    print_problems(sort_problems(report.problems), "text", report.line_of)
    if report.problems:
        return EXIT_IO if report.failed else EXIT_PROBLEMS
    folder = "" if options.folder == os.curdir else f" {options.folder}"
    for name in report.files:
        say(f"  {shorten_path(os.path.join(options.folder, name))}")
    say(f"Wrote {len(report.files)} files. Look at the site: octavo dev{folder}")
    return EXIT_FINE


def run_settings_schema(_options: argparse.Namespace) -> int:
    """Print the schema of settings."""
    from octavo.settings.schema import build_settings_schema

    print(json.dumps(build_settings_schema(), indent=2, ensure_ascii=False))
    return EXIT_FINE


def run_write_page_files(options: argparse.Namespace) -> int:
    """Write page files for an OpenAPI document."""
    from octavo.scaffold.page_files import HEADING, write_page_files

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
    return exit_code(problems, strict=False)


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


def run_mcp(options: argparse.Namespace) -> int:
    """Answer an assistant on this computer; standard output is for the protocol alone."""
    from octavo.server.assistants.door import SdkMissingError
    from octavo.server.serve.stdio import StdioOptions, serve_stdio

    # A thread waits for standard input, and nothing can wake it: the process ends without it.
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


def run_mock(options: argparse.Namespace) -> int:
    """Answer requests as an OpenAPI document says."""
    problems: Sequence[Problem] = ()
    with _end_by_sigterm():
        from octavo.mock.server import MockOptions, serve_mock

        how = MockOptions(options.document, options.host, options.port, options.max_body)
        problems = serve_mock(how, say)
        print_problems(problems, "text", lambda _source, _line: None)
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


def run_insights(options: argparse.Namespace) -> int:
    """Show what readers say of pages, take it along, or forget it."""
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


def _read_feedback_options(options: argparse.Namespace) -> FeedbackOptions | None:
    """Return what is done with feedback; ValueError says what is wrong."""
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


def run_build(options: argparse.Namespace) -> int:
    """Build a static site."""
    from octavo.builder.folder_build import BuildOptions, build_folder
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
        site_url=options.site_url or "",
        say=say,
        progress=progress.show,
    )
    try:
        report = build_folder(options.folder, options.output, how)
    finally:
        progress.clear()
    problems = sort_problems(report.problems)
    is_text = options.format == "text"
    problems = join_causes(problems) if is_text else problems
    line_of = build_line_lookup(report.project)
    print_problems(problems, options.format, line_of, options.folder, MOST_NOTES)
    if is_text:
        if not report.has_address:
            say(_NO_ADDRESS)
        say(_summarize(report, problems))
    return EXIT_IO if report.failed else exit_code(problems, strict=options.strict)


def _summarize(report: BuildReport, problems: Sequence[Problem]) -> str:
    counts = _count(problems)
    if report.output is None:
        return f"Nothing was built: {counts}."
    where = shorten_path(report.output)
    return f"Built {_count_pages(report.pages)} into {where}" + (f" ({counts})." if counts else ".")


def _count(problems: Sequence[Problem]) -> str:
    return ", ".join(
        f"{number} {severity}{'s' if number != 1 else ''}"
        for severity, number in count_by_severity(problems).items()
        if number and severity is not Severity.INFO
    )


def _read_external(options: argparse.Namespace) -> ExternalOptions:
    from octavo.builder.check.external import ExternalOptions

    return ExternalOptions(tuple(options.ignore_link))


def _summarize_check(report: CheckReport, problems: Sequence[Problem]) -> str:
    number = count_by_severity(problems)[Severity.INFO]
    notes = f", {number} note{'s' if number != 1 else ''}" if number else ""
    counts = f"{_count(problems) or 'no problems'}{notes}"
    if report.pages is None:
        return f"Nothing could be checked: {counts}."
    return f"Checked {_count_pages(report.pages)}: {counts}."


def _count_pages(number: int) -> str:
    return f"{number} page{'s' if number != 1 else ''}"


def run_check(options: argparse.Namespace) -> int:
    """Find all problems of a project."""
    from octavo.builder.check.folder_check import check_folder
    from octavo.builder.folder_build import BuildOptions
    from octavo.project.cache_folder import find_cache_folder
    from octavo.project.discover import build_line_lookup

    how = BuildOptions(
        options.base_path,
        None if options.no_cache else find_cache_folder(),
        site_url=options.site_url or "",
        workers=options.workers,
        allow_local_links=options.allow_local_links,
        say=say,
    )
    external = _read_external(options) if options.external else None
    report = check_folder(options.folder, how, external)
    wanted = frozenset().union(*options.only) or frozenset(Code)
    codes = wanted - frozenset().union(*options.leave_out)
    problems = [each for each in sort_problems(report.problems) if each.code in codes]
    if options.format == "text" and not options.only:
        problems = join_causes(problems)
    line_of = build_line_lookup(report.project)
    most_notes = None if options.only else MOST_NOTES
    print_problems(problems, options.format, line_of, options.folder, most_notes)
    if options.format == "text":
        say(_summarize_check(report, problems))
    return exit_code(problems, strict=options.strict)
