"""Ports for servers that need their port before they start.

The system may give a free port to another test or connection before the server uses it. So these
ports are below those that systems assign, and each process of a test run has its own.
"""

from __future__ import annotations

import contextlib
import os
import random
import socket
from collections.abc import Iterator
from itertools import cycle

_FIRST = 20_000
_SHARE = 500
_SHARES = 24
_FOLLOWING = 20
"""The last ports of each share are for those who look for several, or try the next."""


def find_free_port(count: int = 1) -> int:
    """Return a free port: the first of several consecutive ones."""
    for _ in range(_SHARE):
        first = next(_PORTS)
        if all(map(_is_free, range(first, first + count))):
            for _ in range(count - 1):
                next(_PORTS)
            return first
    raise AssertionError("there are no free ports")


def _list_ports() -> Iterator[int]:
    """Give the ports of this process, again and again; other runs may begin with others."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    start = _FIRST + number % _SHARES * _SHARE
    ports = [*range(start, start + _SHARE - _FOLLOWING)]
    at = random.randrange(len(ports))
    return cycle(ports[at:] + ports[:at])


def _is_free(port: int) -> bool:
    with socket.socket() as attempt, contextlib.suppress(OSError):
        attempt.bind(("127.0.0.1", port))
        return True
    return False


_PORTS = _list_ports()
