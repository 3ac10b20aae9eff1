"""Forwards the requests of the playground to the documented API.

A request names an operation, and never an address. It is forwarded only if every check passes. It
must come from a page of this site (`request`), not too often (`rates`), for a documented operation
(`manifest`). Its headers (`headers`) and its address (`dial`) must be allowed. The response travels
as data (`answer`); redirects are not followed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from octavo.builder.served.proxy_manifest import ProxyManifest
from octavo.builder.served.refusals import Decision, RefusedError
from octavo.server.proxy.answer import (
    describe_head,
    end_envelope,
    send_data,
    send_refusal,
    start_envelope,
)
from octavo.server.proxy.dial import Dialer
from octavo.server.proxy.headers import RawHeaders, choose_headers
from octavo.server.proxy.rates import Usage
from octavo.server.proxy.request import (
    ROUTE,
    ClientGoneError,
    ProxyRequest,
    Upload,
    check_sender,
    read_envelope,
    read_length,
)
from octavo.server.proxy.rules import ProxyLimits, ProxyRules
from octavo.server.proxy.target import ProxyTarget, find_target
from octavo.server.proxy.wire import AnswerHead, BrokenAnswerError, Wire, end_task
from octavo.server.web.asgi import Receive, Scope, Send
from octavo.server.web.senders import find_client
from octavo.values import Struct, field

__all__ = ["ROUTE", "LoadManifest", "Proxy", "build_proxy"]

LoadManifest = Callable[[], Awaitable[ProxyManifest]]
"""Returns the operations that the proxy may call now."""

NoteCall = Callable[[Scope, str, str], None]
"""Takes a sent request: its operation, and the response status or why there is none."""

_LAST_WORDS_SECONDS = 1.0


def build_proxy(
    manifest: ProxyManifest | LoadManifest,
    rules: ProxyRules,
    usage: Usage | None = None,
    note: NoteCall | None = None,
) -> Proxy:
    """Return the proxy of a site as a web application (ASGI), for the path `ROUTE`."""
    if isinstance(manifest, ProxyManifest):
        fixed = manifest

        async def load() -> ProxyManifest:
            return fixed

        return Proxy(load, rules, usage, note)
    return Proxy(manifest, rules, usage, note)


class _Exchange(Struct):
    """A request in progress, with the facts for the log."""

    send: Send
    limits: ProxyLimits
    start: float
    target: ProxyTarget | None = None
    dropped: tuple[str, ...] = ()
    decision: Decision = Decision.FORWARDED
    status: int | None = None
    """The status of the API's response; if it is set, the envelope has begun."""
    sent_bytes: int = 0
    cut: str | None = None
    id: str = field(default_factory=lambda: secrets.token_hex(6))

    def measure_seconds(self) -> float:
        """Return the seconds since its start."""
        return asyncio.get_running_loop().time() - self.start

    async def begin(self, head: AnswerHead) -> None:
        """Send the status and headers of the API's response."""
        self.status = head.status
        description = describe_head(
            head.status, head.reason, head.headers, self.dropped, self.measure_seconds()
        )
        await start_envelope(self.send, description)

    async def pass_on(self, data: bytes) -> bool:
        """Send bytes, and return whether more may follow."""
        room = self.limits.answer_bytes - self.sent_bytes
        if room < len(data):
            self.cut = "size"
            data = data[:room]
        if data:
            self.sent_bytes += len(data)
            await send_data(self.send, data)
        return self.cut is None

    async def end(self) -> None:
        """Send the end of the response; don't wait for a reader who doesn't listen."""
        end = {
            "bytes": self.sent_bytes,
            "ms": round(self.measure_seconds() * 1000),
            "cut": self.cut,
        }
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS_SECONDS):
                await end_envelope(self.send, end)

    def describe(self) -> str:
        """Return the log line, without texts from readers or APIs."""
        target = self.target
        operation = f"{target.operation.method} {target.operation.path}" if target else None
        line = {
            "request": self.id,
            "decision": self.decision.value,
            "server": target.server.url if target else None,
            "operation": operation,
            "status": self.status,
            "bytes": self.sent_bytes,
            "cut": self.cut,
            "ms": round(self.measure_seconds() * 1000),
        }
        return json.dumps(line)


class Proxy:
    """The proxy of a site as a web application (ASGI)."""

    def __init__(
        self,
        load_manifest: LoadManifest,
        rules: ProxyRules,
        usage: Usage | None = None,
        note: NoteCall | None = None,
    ) -> None:
        self.load_manifest = load_manifest
        self._rules = rules
        self._note = note
        self._dialer = Dialer(rules)
        self.usage = usage or Usage(rules.limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        exchange = _Exchange(send, self._rules.limits, asyncio.get_running_loop().time())
        try:
            await self._admit(scope, receive, exchange)
        except RefusedError as refusal:
            exchange.decision = refusal.decision
            await send_refusal(send, refusal)
        except ClientGoneError:
            exchange.decision = Decision.CLIENT_GONE
        except Exception:
            # The error may quote the request, so neither the reader nor the log gets it.
            exchange.decision = Decision.FAILED
            if exchange.status is None:
                await send_refusal(
                    send, RefusedError(Decision.FAILED, "The proxy itself has failed.")
                )
        finally:
            self._rules.log(exchange.describe())
            if self._note is not None and exchange.target is not None:
                operation = exchange.target.operation
                outcome = str(exchange.status or exchange.decision.value)
                self._note(scope, f"{operation.method} {operation.path}", outcome)

    async def _admit(self, scope: Scope, receive: Receive, exchange: _Exchange) -> None:
        """Forward a request if its sender is allowed, and not too often."""
        limits = self._rules.limits
        manifest = await self.load_manifest()
        if manifest.is_off:
            raise RefusedError(Decision.PROXY_OFF, "This site has no proxy.")
        check_sender(scope, self._rules.hosts)
        upload = Upload(receive, read_length(scope, limits.request_bytes))
        with self.usage.count_request(find_client(scope, self._rules.trusted_proxies)):
            request = await self._read_request(upload)
            exchange.target = target = find_target(manifest, request)
            self._dialer.refuse_own(target.link)
            headers, exchange.dropped = choose_headers(
                request,
                target.link.authority,
                target.operation.headers,
                target.operation.cookies,
                upload.remaining_bytes,
            )
            self.usage.call_origin(f"{target.link.scheme}://{target.link.authority}")
            await _run_while_reader_stays(upload, self._call(exchange, target, headers, upload))

    async def _read_request(self, upload: Upload) -> ProxyRequest:
        limits = self._rules.limits
        try:
            async with asyncio.timeout(limits.upload_seconds):
                request = read_envelope(await upload.read_line())
        except TimeoutError as error:
            raise RefusedError(Decision.REQUEST_SLOW, "The request comes in too slowly.") from error
        if upload.remaining_bytes > limits.request_bytes:
            size = f"{limits.request_bytes / (1 << 20):.0f} MiB"
            raise RefusedError(Decision.REQUEST_TOO_LARGE, f"The request is larger than {size}.")
        return request

    async def _call(
        self, exchange: _Exchange, target: ProxyTarget, headers: RawHeaders, upload: Upload
    ) -> None:
        """Call the API, and send its response as it arrives."""
        connection = await self._dialer.open(target.link)
        wire = Wire(connection, self._rules.limits.answer_head_bytes)
        try:
            await _converse(exchange, wire, target, headers, upload)
        finally:
            wire.close()
        await exchange.end()


async def _converse(
    exchange: _Exchange, wire: Wire, target: ProxyTarget, headers: RawHeaders, upload: Upload
) -> None:
    limits, now = exchange.limits, asyncio.get_running_loop().time
    sending: asyncio.Task[None] | None = None
    try:
        async with asyncio.timeout(limits.upload_seconds) as deadline:

            async def send_request() -> None:
                rest = upload.read_rest()
                try:
                    await wire.send(target.operation.method, target.target, headers, rest)
                except (RefusedError, ClientGoneError):
                    wire.close()
                    raise
                if exchange.status is None and not deadline.expired():
                    deadline.reschedule(now() + limits.answer_seconds)

            sending = asyncio.create_task(send_request())
            head = await wire.read_head()
            deadline.reschedule(now() + limits.total_seconds)
            await exchange.begin(head)
            async with contextlib.aclosing(wire.read_body()) as body:
                async for data in body:
                    if not await exchange.pass_on(data):
                        break
    except TimeoutError as error:
        _note_late(exchange, sending, error)
    except BrokenAnswerError:
        exchange.cut = "broken"
    except RefusedError:
        _raise_failure_of(sending)
        raise
    finally:
        if sending is not None:
            await end_task(sending)


def _note_late(
    exchange: _Exchange, sending: asyncio.Task[None] | None, error: TimeoutError
) -> None:
    if exchange.status is not None:
        exchange.cut = "time"
        return
    if sending is not None and not sending.done():
        message = "The API takes the request too slowly, or the request comes in too slowly."
        raise RefusedError(Decision.REQUEST_SLOW, message) from error
    seconds = f"{exchange.limits.answer_seconds:.0f} seconds"
    raise RefusedError(Decision.ANSWER_LATE, f"The API did not answer within {seconds}.") from error


def _raise_failure_of(sending: asyncio.Task[None] | None) -> None:
    """Raise the error of sending the request, if it caused the failure."""
    if sending is not None and sending.done() and not sending.cancelled():
        failure = sending.exception()
        if isinstance(failure, RefusedError | ClientGoneError):
            raise failure


async def _run_while_reader_stays(upload: Upload, work: Coroutine[Any, Any, None]) -> None:
    """Run a task until it is done or the reader is gone."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(upload.wait_until_gone())
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientGoneError
        await working
    finally:
        await end_task(leaving)
        if not working.done():
            await end_task(working)
