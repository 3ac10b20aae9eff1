"""`octavo check --against`: compares an API that runs with its document."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from octavo.cli.terminal import (
    EXIT_FINE,
    EXIT_IO,
    EXIT_PROBLEMS,
    EXIT_USAGE,
    exit_code,
    print_problems,
    say,
)
from octavo.problems import Code, escape_controls, sort_problems
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.scaffold.contract.documents import CheckedDocument
    from octavo.scaffold.contract.run import ContractReport


def add_contract(command: argparse.ArgumentParser) -> None:
    """Declare the options that compare an API with its document."""
    group = command.add_argument_group("compare an API with its document (a file or a project)")
    group.add_argument("--against", metavar="URL", help="the address of an API that runs")
    group.add_argument("--app", help="a Python application to start, such as main:app")
    group.add_argument("--har", metavar="FILE", help="exchanges that a browser has recorded")
    group.add_argument("--log", metavar="FILE", help="the access log of a web server")
    group.add_argument(
        "--unsafe", action="store_true", help="also send requests that may change data"
    )
    group.add_argument("--report", metavar="FILE", help="write a JSON report, for `api.proof`")
    group.add_argument("--rate", type=float, default=5.0, help="requests a second (5)")


def is_contract(options: argparse.Namespace) -> bool:
    """Tell whether an API is to be compared."""
    return any((options.against, options.app, options.har, options.log))


def run_contract(options: argparse.Namespace) -> int:
    """Compare an API, or exchanges that happened, with its document."""
    from octavo.scaffold.contract.documents import load_documents

    if options.rate <= 0:
        say("octavo check: --rate needs a number above 0")
        return EXIT_USAGE
    if options.report and (options.har or options.log):
        say("octavo check: --report needs --against or --app")
        return EXIT_USAGE
    documents, problems = load_documents(options.folder)
    reports: list[ContractReport] = []
    for each in documents:
        report = _compare(each, options)
        if report is None:
            return EXIT_IO
        reports.append(report)
    listed = sort_problems((*problems, *(each for report in reports for each in report.problems)))
    print_problems(listed, options.format, lambda _source, _line: None)
    if not documents:
        say("There is no API document to compare with.")
        return EXIT_PROBLEMS
    for report in reports:
        say(_summarize(report))
    if options.report and not _write_report(documents, reports, options):
        return EXIT_IO
    return exit_code(listed, strict=options.strict) or EXIT_FINE


def _compare(document: CheckedDocument, options: argparse.Namespace) -> ContractReport | None:
    from octavo.scaffold.contract.application import running_application
    from octavo.scaffold.contract.plan import read_credentials
    from octavo.scaffold.contract.recorded import MOST_BYTES, read_har, read_log
    from octavo.scaffold.contract.run import ContractOptions, check_against, check_recorded

    path = options.har or options.log
    if path:
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read(MOST_BYTES)
        except OSError as error:
            say(f"octavo check: cannot read {escape_controls(path)}: {error.strerror or error}")
            return None
        exchanges = read_har(text) if options.har else read_log(text)
        return check_recorded(document.document, document.find_data, exchanges, path)
    how = ContractOptions(
        options.against or "",
        unsafe=options.unsafe,
        rate=options.rate,
        credentials=read_credentials(),
    )
    if options.app is None:
        return check_against(document.document, document.find_data, how)
    with running_application(options.app) as (base, problem):
        if problem is not None:
            say(f"octavo check: {escape_controls(problem)}")
            return None
        how = replace(how, base=base, rate=1000.0)
        return check_against(document.document, document.find_data, how)


def _write_report(
    documents: tuple[CheckedDocument, ...],
    reports: list[ContractReport],
    options: argparse.Namespace,
) -> bool:
    """Write the report for the site; tell whether it could be written."""
    from octavo.project.dates import find_today
    from octavo.scaffold.contract.report_file import render_report_file
    from octavo.scaffold.contract.run import name_base

    sources = [each.document.source for each in documents]
    against = options.app or name_base(options.against)
    text = render_report_file(zip(sources, reports, strict=True), against, find_today())
    try:
        with open(options.report, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        name = escape_controls(options.report)
        say(f"octavo check: cannot write {name}: {error.strerror or error}")
        return False
    return True


def _summarize(report: ContractReport) -> str:
    compared, without = len(report.compared), len(report.without)
    left = f" {without:,} not asked: they may change data or need credentials." if without else ""
    count = sum(each.code is not Code.CONTRACT_NO_ANSWER for each in report.problems)
    differences = f"{count:,} difference{'' if count == 1 else 's'}"
    return f"{compared:,} operations compared, {differences}.{left}"
