"""Compares an API with its document, request by request."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from urllib.parse import quote, urlsplit, urlunsplit

from octavo.openapi.document.document import ApiDocument, Finding
from octavo.openapi.document.locate import DataOf, locate
from octavo.openapi.document.shapes import report_fault
from octavo.openapi.model import Node, Operation, OperationEntry, OperationKey
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.request.routes import Routes
from octavo.openapi.schema.reader import SchemaReader
from octavo.problems import Code, Location, Problem, Severity, attempt
from octavo.render.api.samples.printer import SamplePrinter
from octavo.scaffold.contract.exchange import SECONDS, Answer, ExchangeError, Request, send
from octavo.scaffold.contract.judge import Difference, Judge
from octavo.scaffold.contract.plan import SAFE_METHODS, PlannedRequest, plan_requests
from octavo.scaffold.contract.recorded import Exchange
from octavo.values import Struct, field, replace

_MOST_FAILURES = 5
_OURS = frozenset({"HEAD", "OPTIONS", "TRACE", "CONNECT"})


class ContractOptions(Struct, frozen=True):
    """How an API is checked."""

    base: str
    """The address of the API, to which the paths of the document are added."""
    unsafe: bool = False
    """Whether to send requests that may change data."""
    rate: float = 5.0
    """The most requests a second."""
    seconds: float = SECONDS
    """The longest time of a request."""
    credentials: Mapping[str, str] = field(default_factory=dict)


class CheckedOperation(Struct, frozen=True):
    """An operation, whether the API was asked for it, and the differences."""

    key: OperationKey
    is_checked: bool
    differences: tuple[Difference, ...] = ()


class ContractReport(Struct, frozen=True):
    """What was compared, and the differences."""

    problems: tuple[Problem, ...]
    compared: tuple[str, ...] = ()
    """The operations that were asked."""
    without: tuple[str, ...] = ()
    """Operations that were not asked: unsafe ones, and those that need credentials."""
    operations: tuple[CheckedOperation, ...] = ()
    """Those that may have been asked."""


def check_against(
    document: ApiDocument, data_of: DataOf, options: ContractOptions
) -> ContractReport:
    """Send the documented requests to an API, and compare the answers."""
    reader, printer = SchemaReader(document), SamplePrinter()
    judge = Judge(reader)
    checked: list[CheckedOperation] = []
    without: list[str] = []
    failures: list[str] = []
    asked: dict[str, set[str]] = {}
    for operation in _read_operations(document):
        key = operation.entry.key
        is_safe = key.method in SAFE_METHODS or options.unsafe
        plan = _plan(document, operation, reader, printer, options) if is_safe else []
        ready = [each for each in plan if each.has_credentials]
        if not is_safe or len(ready) < len(plan):
            without.append(_name(key))
        differences: list[Difference] = []
        is_checked = False
        for planned in ready:
            answer = _ask(planned.request, options, failures)
            if answer is None:
                break
            is_checked = True
            differences += _judge(document, judge, planned, answer)
            asked.setdefault(planned.request.url.partition("?")[0], set()).add(key.path)
        checked.append(CheckedOperation(key, is_checked, tuple(dict.fromkeys(differences))))
        if len(failures) >= _MOST_FAILURES and not any(each.is_checked for each in checked):
            break
    undocumented = _find_methods(document, asked, options, failures)
    findings = [each.finding for one in checked for each in one.differences]
    problems = locate(_join((*findings, *undocumented)), data_of)
    problems += [_explain_failure(options.base, each) for each in dict.fromkeys(failures)]
    return ContractReport(
        tuple(_hide_secrets(each, options.credentials) for each in problems),
        tuple(_name(each.key) for each in checked if each.is_checked),
        tuple(without),
        tuple(checked),
    )


def _name(key: OperationKey) -> str:
    return f"{key.method} {key.path}"


def _plan(
    document: ApiDocument,
    operation: Operation,
    reader: SchemaReader,
    printer: SamplePrinter,
    options: ContractOptions,
) -> list[PlannedRequest]:
    """Return the requests of an operation; a fault in Octavo costs only this operation."""
    return attempt(
        lambda: list(plan_requests(operation, reader, printer, options.base, options.credentials)),
        [],
        "a request",
        Location(document.source),
        partial(report_fault, document, operation.entry.node),
    )


def _hide_secrets(problem: Problem, credentials: Mapping[str, str]) -> Problem:
    """Return a problem without credentials that the API repeats, such as in a media type."""
    message = problem.message
    for secret in credentials.values():
        for part in (secret, secret.partition(":")[2], quote(secret)):
            message = message.replace(part, "…") if part else message
    return replace(problem, message=message)


def check_recorded(
    document: ApiDocument, data_of: DataOf, exchanges: Iterable[Exchange], source: str
) -> ContractReport:
    """Compare exchanges that happened with a document; those of other servers are left out."""
    operations = {id(each.entry): each for each in _read_operations(document)}
    entries = [each.entry for each in operations.values()]
    routes = Routes(entries, (server for each in operations.values() for server in each.servers))
    hosts = _list_hosts(operations.values())
    judge = Judge(SchemaReader(document))
    differences: list[Difference] = []
    unknown: dict[str, bool] = {}
    compared: list[str] = []
    for exchange in exchanges:
        method, (host, path) = exchange.request.method, _split(exchange.request.url)
        if host and hosts and host not in hosts:
            continue
        match = routes.find(path, method)
        route = match.routes.get(method) if match else None
        if route:
            operation = operations[id(route[0].entry)]
            compared.append(f"{method} {operation.entry.key.path}")
            differences += _judge_recorded(judge, operation, exchange)
        elif method not in _OURS and exchange.answer.status not in (404, 405, 501):
            where = match.routes if match else None
            other = next(iter(where.values()))[0].entry.key.path if where else path
            unknown.setdefault(f"{method} {other}", bool(where))
    problems = locate(_join(each.finding for each in differences), data_of)
    problems += [_explain_unknown(name, source, is_path) for name, is_path in unknown.items()]
    return ContractReport(tuple(problems), _unique(compared))


def _split(url: str) -> tuple[str, str]:
    """Return the host and the path of an address; nothing for what is none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    return parts.netloc.rpartition("@")[2].lower(), parts.path


def _list_hosts(operations: Iterable[Operation]) -> frozenset[str]:
    """Return the hosts of the documented servers; none if one of them may be any host."""
    hosts = {_split(server.url)[0] for each in operations for server in each.servers} - {""}
    return frozenset() if any("{" in host for host in hosts) else frozenset(hosts)


def _judge_recorded(judge: Judge, operation: Operation, exchange: Exchange) -> Iterator[Difference]:
    for each in judge.find_differences(operation, exchange.answer, is_ours=False, is_stated=False):
        if exchange.is_full or each.finding.code is Code.CONTRACT_STATUS:
            yield each


def _judge(
    document: ApiDocument, judge: Judge, planned: PlannedRequest, answer: Answer
) -> list[Difference]:
    """Return the differences of an answer; a fault in Octavo costs only this comparison."""
    return attempt(
        lambda: list(
            judge.find_differences(
                planned.operation, answer, is_ours=True, is_stated=planned.is_stated
            )
        ),
        [],
        "a comparison",
        Location(document.source),
        partial(report_fault, document, planned.operation.entry.node),
    )


def _read_operations(document: ApiDocument) -> Iterator[Operation]:
    # What is removed last can be asked for before.
    for entry in sorted(list_operations(document), key=lambda each: each.key.method == "DELETE"):
        if not entry.key.is_webhook and not entry.excluded:
            operation = _read(document, entry)
            if operation is not None:
                yield operation


def _read(document: ApiDocument, entry: OperationEntry) -> Operation | None:
    report = partial(report_fault, document, entry.node)
    place = Location(document.source)
    return attempt(lambda: read_operation(document, entry), None, "an operation", place, report)


def _ask(request: Request, options: ContractOptions, failures: list[str]) -> Answer | None:
    started = time.monotonic()
    try:
        return send(request, options.seconds)
    except ExchangeError as error:
        failures.append(f"{request.method} {_split(request.url)[1]}: {error}")
        return None
    finally:
        pause = 1 / options.rate - (time.monotonic() - started)
        if pause > 0:
            time.sleep(pause)


def _find_methods(
    document: ApiDocument,
    asked: Mapping[str, set[str]],
    options: ContractOptions,
    failures: list[str],
) -> Iterator[Finding]:
    """Ask each path which methods it has, and yield those that are not documented."""
    documented: dict[str, set[str]] = {}
    places: dict[str, Node] = {}
    for entry in list_operations(document):
        documented.setdefault(entry.key.path, set()).add(entry.key.method)
        places.setdefault(entry.key.path, entry.node)
    done: set[str] = set()
    for url, paths in asked.items():
        for path in paths - done:
            done.add(path)
            answer = _ask(Request("OPTIONS", url), options, failures)
            allowed = answer.headers.get("allow", "") if answer and answer.status < 400 else ""
            methods = {each.strip().upper() for each in allowed.split(",") if each.strip()}
            for method in sorted(methods - documented[path] - _OURS):
                message = f"the API has {method} {path}, which is not documented"
                node = places[path]
                yield Finding(
                    Code.CONTRACT_UNDOCUMENTED, message, node.source, node.pointer[:-1], at_key=True
                )


def _join(differences: Iterable[Finding]) -> list[Finding]:
    """Return each difference once: several requests of an operation meet the same one."""
    return list(dict.fromkeys(differences))


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _explain_failure(base: str, why: str) -> Problem:
    message = f"the API does not answer: {why}"
    return Problem(Code.CONTRACT_NO_ANSWER, message, Location(name_base(base)), Severity.ERROR)


def name_base(base: str) -> str:
    """Return the address of an API without parts that may be credentials."""
    try:
        parts = urlsplit(base)
    except ValueError:
        return "the API"
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _explain_unknown(name: str, source: str, is_path: bool) -> Problem:
    what = "this method" if is_path else "this path"
    message = f"{name} was answered, and {what} is not documented"
    return Problem(Code.CONTRACT_UNDOCUMENTED, message, Location(source), Severity.WARNING)
