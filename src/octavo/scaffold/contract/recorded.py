"""Reads exchanges that happened: from HAR files, and from access logs of web servers."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator
from typing import Any

from octavo.scaffold.contract.exchange import Answer, Request
from octavo.values import Struct

MOST_BYTES = 200 * 1024 * 1024
_LOG_LINE = re.compile(r'"([A-Z]{3,10}) (\S+)(?: HTTP/[\d.]+)?" (\d{3})\b')


class Exchange(Struct, frozen=True):
    """A request and its answer; of logs, only the status is known."""

    request: Request
    answer: Answer
    is_full: bool
    """Whether headers and body of the answer are known."""


def read_har(text: str) -> Iterator[Exchange]:
    """Yield the exchanges of a HAR file; entries in another form are left out."""
    try:
        tree = json.loads(text)
        entries = tree["log"]["entries"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return
    for entry in entries if isinstance(entries, list) else ():
        try:
            yield _read_entry(entry)
        except (KeyError, TypeError, ValueError, AttributeError):
            continue


def _read_entry(entry: Any) -> Exchange:
    request, response = entry["request"], entry["response"]
    content = response.get("content") or {}
    body = str(content.get("text") or "").encode("utf-8", "replace")
    if content.get("encoding") == "base64":
        try:
            body = base64.b64decode(body, validate=True)
        except binascii.Error:
            body = b""
    headers = {str(each["name"]).lower(): str(each["value"]) for each in response["headers"]}
    answer = Answer(int(response["status"]), headers, body, is_whole="text" in content)
    sent = Request(str(request["method"]).upper(), str(request["url"]))
    return Exchange(sent, answer, is_full="text" in content)


def read_log(text: str) -> Iterator[Exchange]:
    """Yield the requests of an access log in the common format; each kind of request once."""
    seen: set[str] = set()
    for match in _LOG_LINE.finditer(text):
        if match[0] not in seen and len(seen) < 1_000_000:
            seen.add(match[0])
            yield Exchange(Request(match[1], match[2]), Answer(int(match[3]), {}), is_full=False)
