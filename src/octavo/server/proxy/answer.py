"""Wraps the responses of APIs in an envelope that browsers don't run, and reports refusals.

The response of an API travels as data inside an envelope of a fixed type, so none of its headers
becomes a header of this server. The envelope is a sequence of parts, each with a letter, four bytes
of length and content, so bytes are sent as they arrive:

- `H`, once: JSON with `status`, `reason`, `headers` (pairs), `dropped` (headers that weren't sent),
  `ms`
- `D`, any number: bytes of the body
- `E`, once: JSON with `bytes`, `ms` and `cut`: null, `size`, `time` or `broken`

A refusal is an error status with JSON: `code` and `message`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from octavo.builder.served.refusals import Decision, RefusedError
from octavo.server.web.asgi import Headers, Send

HEAD, DATA, END = b"H", b"D", b"E"

INERT: Headers = (
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; sandbox"),
    ("Cache-Control", "no-store, no-transform"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Accel-Buffering", "no"),  # Web servers in front must not buffer streams.
)
"""The headers of every response: browsers don't run it, cache it, or show it to other origins."""

_ENVELOPE = "application/octet-stream"
_PROBLEM = "application/json"


async def send_refusal(send: Send, refusal: RefusedError) -> None:
    """Send the reason of a refusal."""
    body = json.dumps({"code": refusal.decision.value, "message": refusal.message}).encode()
    headers: Headers = (("Content-Length", str(len(body))),)
    if refusal.retry_after:
        headers += (("Retry-After", str(max(1, round(refusal.retry_after)))),)
    if refusal.decision is Decision.NOT_POST:
        headers += (("Allow", "POST"),)
    await _start(send, refusal.status, _PROBLEM, headers)
    await send({"type": "http.response.body", "body": body})


async def start_envelope(send: Send, head: Mapping[str, Any]) -> None:
    """Begin an envelope with the status and headers of the API's response."""
    await _start(send, 200, _ENVELOPE)
    await _send_part(send, HEAD, _encode_json(head))


async def send_data(send: Send, data: bytes) -> None:
    """Send bytes of the API's response."""
    await _send_part(send, DATA, data)


async def end_envelope(send: Send, end: Mapping[str, Any]) -> None:
    """End an envelope."""
    await _send_part(send, END, _encode_json(end))
    await send({"type": "http.response.body", "body": b""})


def describe_head(
    status: int,
    reason: bytes,
    headers: Sequence[tuple[bytes, bytes]],
    dropped: Sequence[str],
    seconds: float,
) -> dict[str, Any]:
    """Return the status and headers of an API's response as data."""
    return {
        "status": status,
        "reason": reason.decode("latin-1"),
        "headers": [[name.decode("latin-1"), value.decode("latin-1")] for name, value in headers],
        "dropped": list(dropped),
        "ms": round(seconds * 1000),
    }


def read_parts(envelope: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the kinds and contents of the parts of an envelope, as the playground reads them."""
    at = 0
    while at < len(envelope):
        end = at + 5 + int.from_bytes(envelope[at + 1 : at + 5], "big")
        yield envelope[at : at + 1], envelope[at + 5 : end]
        at = end


async def _start(send: Send, status: int, content_type: str, headers: Headers = ()) -> None:
    headers = (("Content-Type", content_type), *INERT, *headers)
    encoded = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": encoded})


async def _send_part(send: Send, kind: bytes, content: bytes) -> None:
    body = kind + len(content).to_bytes(4, "big") + content
    await send({"type": "http.response.body", "body": body, "more_body": True})


def _encode_json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
