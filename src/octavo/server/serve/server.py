"""Serves the folder of a built site until the process gets a signal to end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import math
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

from octavo.problems import Code, Location, Problem
from octavo.project.web.addresses import Network, is_this_computer
from octavo.server.feedback.app import SenderRules
from octavo.server.feedback.database import DatabaseError, SchemaError
from octavo.server.feedback.readers import DailyKey
from octavo.server.feedback.service import FeedbackOptions, FeedbackService
from octavo.server.proxy.forward import Proxy
from octavo.server.proxy.rates import Usage
from octavo.server.proxy.rules import AllowedNet, ProxyLimits, ProxyRules, read_own_address
from octavo.server.serve.app import ServedApp, build_site_proxy
from octavo.server.serve.current import CurrentSite
from octavo.server.serve.events import EventLog, explain_failure
from octavo.server.serve.generation import Generation, SiteError, load_generation
from octavo.server.serve.log import LinesTogether, build_log
from octavo.server.serve.metrics import Metrics
from octavo.server.serve.shared_rates import SharedAllowance, SharedUsage, WorkerLock
from octavo.server.serve.workers import Workers
from octavo.server.web.connections import Connections, choose_limits
from octavo.server.web.descriptors import count_for_connections, raise_limit
from octavo.server.web.ports import (
    LOCAL_NAMES,
    OpenPort,
    add_brackets,
    format_host,
    open_port,
)
from octavo.server.web.rates import Allowance, Balances
from octavo.server.web.senders import ClientCounts, list_https_hosts
from octavo.server.web.server import build_draining_server
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.server.assistants.web import McpApp

Say = Callable[[str], None]

_DRAIN_SECONDS = 25
"""How many seconds requests in progress may take after the signal to end."""


class ServeOptions(Struct, frozen=True):
    """The options of the operator."""

    folder: str = "dist"
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    site_url: str = ""
    """The public address of the site, if it differs from this server's."""
    trusted_proxies: tuple[Network, ...] = ()
    """The proxies in front of this server whose client addresses count."""
    has_proxy: bool = True
    allow_nets: tuple[AllowedNet, ...] = ()
    """Private networks that the playground may call."""
    log: str = "json"
    metrics_port: int | None = None
    drain_delay: float = 0.0
    """How many seconds the server still accepts requests after it reports that it is not ready."""
    limits: ProxyLimits = ProxyLimits()
    feedback: FeedbackOptions | None = None
    """The feedback options; None if readers aren't asked."""
    has_mcp: bool = False
    """Whether assistants may read the site."""
    has_mcp_calls: bool = False
    """Whether they may call the API, too."""


def serve_site(options: ServeOptions, say: Say, write_log: Say) -> tuple[Problem, ...]:
    """Serve a site until the process gets a signal to end; return why it couldn't be served.

    Raises `SdkMissingError` if assistants are enabled without the SDK.
    """
    if options.has_mcp:
        from octavo.server.assistants.door import load_sdk  # noqa: PLC0415 (few sites need it)

        load_sdk()  # Loaded before workers start, so that they share it.
    events = EventLog(options.log, write_log, say)
    with events.catch_all():
        try:
            return _serve_site(options, say, write_log, events)
        except Exception as error:  # The log gets one line for any error.
            events.fail("the server failed", error)
            message = f"the server failed: {explain_failure(error)}"
            return (Problem(Code.SERVER_FAILED, message, Location(options.folder)),)


def _serve_site(
    options: ServeOptions, say: Say, write_log: Say, events: EventLog
) -> tuple[Problem, ...]:
    try:
        generation = load_generation(options.folder)
    except SiteError as error:
        return (error.problem,)
    if options.feedback is not None and (problem := _check_database(options.feedback, say)):
        return (problem,)
    port = open_port(options.host, options.port, strict=True, say=say)
    if isinstance(port, Problem):
        return (port,)
    ports = [port]
    if options.metrics_port is not None:
        metrics_port = open_port(options.host, options.metrics_port, strict=True, say=say)
        if isinstance(metrics_port, Problem):
            return (metrics_port,)
        ports.append(metrics_port)
    if options.feedback is not None and not generation.asks_readers:
        say("No page asks readers: set `feedback.thumbsRating` in site.json, and build again.")
    if _refuses_insights(options):
        say(
            "Insights are shown by https and on this computer only: give --site-url https://… or "
            "--trusted-proxy, or allow plain http with --insights-over-http."
        )
    say(_announce(options, generation, ports))
    server = _SiteServer(options, generation, ports, say, write_log, events)
    if options.workers == 1:
        server.run(0)
    elif not Workers(server.run, options.workers, server.sockets, _find_patience(options)).serve():
        message = "the workers end as soon as they start"
        return (Problem(Code.SERVER_FAILED, message, Location(options.folder)),)
    return ()


class _SiteServer:
    """The state that all workers of a server share."""

    def __init__(
        self,
        options: ServeOptions,
        generation: Generation,
        ports: list[OpenPort],
        say: Say,
        write_log: Say,
        events: EventLog,
    ) -> None:
        self._options = options
        self._generation = generation
        self._ports = ports
        self._say = say
        self._write_log = write_log
        self._metrics = Metrics(options.workers)
        room = count_for_connections(raise_limit())
        self._limits = choose_limits(room, options.trusted_proxies)
        self._events = events
        self._usage = _build_usage(options.limits, options.workers)
        self._mcp_usage = self._build_mcp_usage() if options.has_mcp else None
        self._senders = self._build_senders(options.feedback) if options.feedback else None
        self.sockets: list[socket.socket] = [each for port in ports for each in port.sockets]

    def run(self, number: int, parent: int | None = None) -> None:
        """Answer requests in this process, as one of several workers while there is a parent."""
        self._metrics.count_for(number)
        for usage in (self._usage, self._mcp_usage):
            if isinstance(usage, SharedUsage):
                usage.count_for(number)
        gc.freeze()  # The site stays in memory as long as the process.
        gc.enable()
        with asyncio.Runner(loop_factory=_find_loop_factory()) as runner:
            try:
                runner.run(self._serve(parent))
            except Exception as error:
                if parent is not None:  # No caller would catch it.
                    self._events.fail("a worker failed", error)
                raise

    async def _serve(self, parent: int | None) -> None:
        current = CurrentSite(self._options.folder, self._generation, self._tell, self._metrics)
        lines = LinesTogether(self._write_log)
        feedback = self._build_feedback()
        mcp = self._build_mcp(current) if self._options.has_mcp else None
        app = ServedApp(
            current,
            self._metrics,
            build_log(self._options.log, lines),
            self._build_proxy(current, feedback) if self._options.has_proxy else None,
            self._ports[1].port if len(self._ports) > 1 else None,
            feedback=feedback,
        )
        app.mcp, app.clients = mcp, self._count_clients()
        connections = Connections(self._limits, self._note_closed)
        server = build_draining_server(
            app, self._options.drain_delay, _DRAIN_SECONDS, app.find_ready, connections
        )
        app.is_ready = lambda: not server.is_ending
        if parent is not None:
            asyncio.get_running_loop().add_reader(parent, server.end)
        try:
            await server.serve(sockets=list(self.sockets))
        finally:
            lines.flush()
            if mcp is not None:
                mcp.close()
            if feedback is not None:
                await asyncio.to_thread(feedback.close)

    def _count_clients(self) -> ClientCounts | None:
        proxies = self._options.trusted_proxies
        return ClientCounts(proxies, self._limits.most_by_address) if proxies else None

    def _build_feedback(self) -> FeedbackService | None:
        if self._options.feedback is None or self._senders is None:
            return None
        return FeedbackService(self._options.feedback, self._senders, self._metrics.add)

    def _build_proxy(self, current: CurrentSite, feedback: FeedbackService | None) -> Proxy:
        note = feedback.note_call if feedback is not None else None
        return build_site_proxy(current, self._build_rules(), self._usage, note)

    def _build_mcp(self, current: CurrentSite) -> McpApp:
        from octavo.server.assistants.web import McpApp  # noqa: PLC0415 (few sites need it)
        from octavo.server.serve.read_site import build_site_assistant  # noqa: PLC0415 (the same)

        options, rules = self._options, self._build_rules()
        calls = rules if options.has_mcp_calls and options.has_proxy else None
        assistant = build_site_assistant(current, options.site_url, self._say, calls, self._usage)
        return McpApp(assistant, rules, self._mcp_usage)

    def _build_mcp_usage(self) -> Usage:
        from octavo.server.assistants.web import MCP_LIMITS  # noqa: PLC0415 (the same)

        return _build_usage(MCP_LIMITS, self._options.workers)

    def _build_senders(self, feedback: FeedbackOptions) -> SenderRules:
        """Return the rules for votes; created before workers start, so that they share them."""
        rules, rates = self._build_rules(), (feedback.by_reader, feedback.by_reader_and_page)
        whose = rules.hosts, rules.trusted_proxies, list_https_hosts(self._options.site_url)
        if self._options.workers == 1:
            balances: list[Balances] = [Allowance(rate) for rate in rates]
            return SenderRules(*whose, DailyKey(), *balances)
        lock = WorkerLock()
        shared = [SharedAllowance(rate, lock) for rate in rates]
        return SenderRules(*whose, DailyKey(lock.hold), *shared)

    def _build_rules(self) -> ProxyRules:
        options, port = self._options, self._ports[0]
        hosts = (*LOCAL_NAMES, options.host.lower(), *port.addresses)
        own = {(name.strip("[]"), port.port) for name in hosts}
        names = set(map(add_brackets, hosts))
        if site := read_own_address(options.site_url):
            names.add(site[0])
            own.add(site)
        return ProxyRules(
            hosts=frozenset(names),
            own=tuple(sorted(own)),
            allow_nets=options.allow_nets,
            trusted_proxies=options.trusted_proxies,
            limits=options.limits,
            log=self._write_log,
        )

    def _note_closed(self, reason: str) -> None:
        self._metrics.add(f"closed:{reason}")
        self._events.note_closed(reason)

    def _tell(self, problem: Problem) -> None:
        self._say(f"{problem.location.source}: {problem.message} [{problem.code}]")


def _check_database(options: FeedbackOptions, say: Say) -> Problem | None:
    """Create the tables before the first request; a missing database doesn't stop the server."""
    name = options.database.name
    try:
        options.database.open().close()
    except SchemaError as error:
        return Problem(Code.DATABASE_UNUSABLE, str(error), Location(name))
    except DatabaseError as error:
        say(f"{name}: {error}. Votes are refused until it answers; pages are served.")
    return None


def _refuses_insights(options: ServeOptions) -> bool:
    """Tell whether the insights are unreachable, because no option says how https works."""
    feedback = options.feedback
    if feedback is None or not feedback.insights_token or feedback.insights_over_http:
        return False
    has_https = list_https_hosts(options.site_url) or options.trusted_proxies
    return not has_https and not is_this_computer(options.host.strip("[]"))


def _find_patience(options: ServeOptions) -> int:
    """Return the seconds after which a worker must have ended."""
    return math.ceil(options.drain_delay) + _DRAIN_SECONDS + 5


def _build_usage(limits: ProxyLimits, workers: int) -> Usage:
    return Usage(limits) if workers == 1 else SharedUsage(limits, workers)


def _find_loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return the factory of the fastest installed event loop."""
    with contextlib.suppress(ImportError):
        import uvloop  # noqa: PLC0415 (not every system has it)

        return uvloop.new_event_loop
    return None


def _announce(options: ServeOptions, generation: Generation, ports: list[OpenPort]) -> str:
    workers = f", {options.workers} workers" if options.workers > 1 else ""
    base_path = generation.manifest.base_path
    where = f"http://{format_host(options.host)}:{ports[0].port}{base_path}/"
    assistants = f" Assistants ask at {where}mcp." if options.has_mcp else ""
    files = f"{len(generation.files):,} files{workers}"
    return f"{options.folder} is served at {where} ({files}).{assistants}"
