"""Finds a free port and listens on it, on every address of a host."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable, Sequence

from octavo.problems import Code, Location, Problem
from octavo.values import Struct

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
"""The names of this computer that always work in an address."""
FURTHER_PORTS = 9
_WSAEACCES = 10013
_MOST_UNSENT = 1 << 17
"""The most bytes that the system buffers for a client, not counting those in transit."""
_ABSENT = frozenset({errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT})


class OpenPort(Struct, frozen=True):
    """The sockets of a preview: one for each address of its host, on the same port."""

    sockets: tuple[socket.socket, ...]
    port: int

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses as text."""
        return tuple(str(each.getsockname()[0]) for each in self.sockets)


def format_host(host: str) -> str:
    """Return a host in the form for an address; a host for all addresses becomes localhost."""
    return "localhost" if host in ("0.0.0.0", "::", "") else add_brackets(host)  # noqa: S104 (it was asked for)


def add_brackets(name: str) -> str:
    """Return a name or an IP address in the form before a port."""
    return f"[{name}]" if ":" in name and not name.startswith("[") else name


def open_port(
    host: str, port: int, *, strict: bool, say: Callable[[str], None]
) -> OpenPort | Problem:
    """Listen on a port, or on the next free one unless that is forbidden."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        return _build_problem(
            Code.ADDRESS_UNUSABLE,
            f"there is no address `{host}` to listen on",
            host,
            "Name this computer with --host: localhost, 0.0.0.0 or one of its addresses.",
        )
    families = list(dict.fromkeys((family, address[0]) for family, _, _, _, address in addresses))
    last = port if strict or not port else min(port + FURTHER_PORTS, 65535)
    for number in range(port, last + 1):
        try:
            return _listen(families, number)
        except OSError as error:
            if not _is_taken(error):
                return _explain_unusable(host, number, error)
            if number < last:
                say(f"Port {number} is already in use. Trying {number + 1} instead.")
    return _explain_taken(port, last)


def _listen(families: Sequence[tuple[int, str | int]], port: int) -> OpenPort:
    """Listen on each address of this computer, and skip others."""
    sockets: list[socket.socket] = []
    absent: OSError | None = None
    try:
        for family, address in families:
            try:
                sockets.append(_listen_on(family, str(address), port))
            except OSError as error:
                if error.errno not in _ABSENT:
                    raise
                absent = error
            port = port or (sockets[0].getsockname()[1] if sockets else 0)
        if absent is not None and not sockets:
            raise absent
    except OSError:
        for each in sockets:
            each.close()
        raise
    return OpenPort(tuple(sockets), port)


def _listen_on(family: int, address: str, port: int) -> socket.socket:
    # asyncio disables send delays only for sockets that are declared as TCP.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # On other systems, this would let two programs share a port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        if hasattr(socket, "TCP_NOTSENT_LOWAT"):  # Connections inherit this from their listener.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _MOST_UNSENT)
        listener.bind((address, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def _is_taken(error: OSError) -> bool:
    """Tell whether a port is in use, or reserved by Windows, such as for virtual machines."""
    return error.errno == errno.EADDRINUSE or getattr(error, "winerror", None) == _WSAEACCES


def _explain_taken(port: int, last: int) -> Problem:
    if port == last:
        message, hint = f"port {port} is already in use", "Stop the other program, or use --port."
    else:
        message = f"the ports {port} to {last} are all in use"
        hint = "Name another one with --port."
    return _build_problem(Code.PORT_TAKEN, message, "--port", hint)


def _explain_unusable(host: str, port: int, error: OSError) -> Problem:
    reason = error.strerror or str(error)
    if error.errno == errno.EACCES:
        hint = "Ports below 1024 belong to the system: name another one with --port."
    else:
        hint = "Name an address of this computer with --host, or leave it out."
    message = f"cannot listen on {host}, port {port}: {reason}"
    return _build_problem(Code.ADDRESS_UNUSABLE, message, "--host", hint)


def _build_problem(code: Code, message: str, place: str, hint: str) -> Problem:
    return Problem(code, message, Location(place), hint=hint)
