"""Opens connections to APIs, only to addresses that were checked.

A name is resolved once, and every address of it must be allowed. The connection goes to one of
these addresses, while the request and the certificate use the name.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import Sequence
from ipaddress import ip_address

import httpcore2

from octavo.builder.served.refusals import Decision, RefusedError
from octavo.project.web.addresses import is_this_computer, refuse_address
from octavo.project.web.download import MAX_ADDRESSES
from octavo.project.web.web_links import Link
from octavo.server.proxy.rules import ProxyRules

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]

_BUFFER = 64 * 1024
_MOST_LOOKUPS = 64
_CERTIFICATE_FAULTS = {
    10: "it has expired",
    18: "it is signed by itself",
    19: "it is signed by itself",
    20: "its signer is not trusted on this computer",
    21: "its signer is not trusted on this computer",
    62: "it is for another name",
    64: "it is for another address",
}


class Dialer:
    """Opens connections by the rules of one proxy."""

    def __init__(self, rules: ProxyRules) -> None:
        self._rules = rules
        self._lookups = threading.BoundedSemaphore(_MOST_LOOKUPS)
        self._encryption: ssl.SSLContext | None = None

    def refuse_own(self, link: Link) -> None:
        """Refuse a name of this server."""
        if (link.host.rstrip("."), link.port) in self._rules.own:
            raise RefusedError(Decision.OWN_ADDRESS, "This server is the documentation's own.")

    async def open(self, link: Link) -> Connection:
        """Return a connection to a host whose addresses are all allowed."""
        self.refuse_own(link)
        addresses = await self._resolve(link)
        for address in addresses:
            self._check_address(address, link)
        try:
            async with asyncio.timeout(self._rules.limits.connect_seconds):
                return await self._dial(link, addresses)
        except TimeoutError as error:
            message = f"{link.host} takes too long to take the call."
            raise RefusedError(Decision.CONNECTION_LATE, message) from error

    async def _dial(self, link: Link, addresses: Sequence[str]) -> Connection:
        share = self._rules.limits.connect_seconds / len(addresses)
        for address in addresses[:-1]:
            with contextlib.suppress(OSError):  # A timeout is an OSError, too.
                async with asyncio.timeout(share):
                    return await self._connect(link, address)
        try:
            return await self._connect(link, addresses[-1])
        except OSError as error:
            raise _explain(error, link) from error

    async def _connect(self, link: Link, address: str) -> Connection:
        encryption = self._load_encryption() if link.scheme == "https" else None
        name = link.host.rstrip(".") if encryption else None
        return await asyncio.open_connection(
            address, link.port, ssl=encryption, server_hostname=name, limit=_BUFFER
        )

    def _load_encryption(self) -> ssl.SSLContext:
        if self._encryption is None:
            self._encryption = (self._rules.encryption or httpcore2.default_ssl_context)()
            self._encryption.set_alpn_protocols(["http/1.1"])
        return self._encryption

    # addresses

    def _check_address(self, address: str, link: Link) -> None:
        if any(port == link.port and _is_same(own, address) for own, port in self._rules.own):
            raise RefusedError(Decision.OWN_ADDRESS, "This server is the documentation's own.")
        nets = self._rules.allow_nets
        networks = [each for net in nets for each in net.list_networks(link.port)]
        kind = refuse_address(address, networks)
        if kind is not None:
            what = f"localhost:{link.port}" if is_this_computer(link.host) else "<network>"
            message = (
                f"The address of {link.host} is {kind}, and the proxy calls public addresses only. "
                f"To allow it, start the server with --proxy-allow-net {what}"
            )
            raise RefusedError(Decision.ADDRESS_REFUSED, message)

    async def _resolve(self, link: Link) -> list[str]:
        """Return the addresses of a host, IPv4 first."""
        with contextlib.suppress(ValueError):
            return [str(ip_address(link.host))]
        try:
            async with asyncio.timeout(self._rules.limits.resolve_seconds):
                addresses = await self._look_up(link)
        except TimeoutError as error:
            message = f"The name server takes too long to find {link.host}."
            raise RefusedError(Decision.NAME_SERVER_LATE, message) from error
        if not addresses:
            raise RefusedError(Decision.HOST_NOT_FOUND, f"There is no host {link.host}.")
        return sorted(addresses[:MAX_ADDRESSES], key=lambda address: ":" in address)

    async def _look_up(self, link: Link) -> Sequence[str]:
        """Resolve a name in a separate thread, because the call can't be interrupted."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Sequence[str]] = loop.create_future()

        def settle(addresses: Sequence[str]) -> None:
            if not answer.done():
                answer.set_result(addresses)

        def ask() -> None:
            addresses: Sequence[str] = ()
            try:
                with contextlib.suppress(OSError, UnicodeError):
                    addresses = self._rules.resolve(link.host, link.port)
            finally:
                self._lookups.release()
            with contextlib.suppress(RuntimeError):  # The server has just stopped.
                loop.call_soon_threadsafe(settle, addresses)

        if not self._lookups.acquire(blocking=False):
            raise TimeoutError
        threading.Thread(target=ask, daemon=True).start()
        return await answer


def _is_same(own: str, address: str) -> bool:
    """Tell whether this server listens on an address; `0.0.0.0` means all of this computer."""
    try:
        ip = ip_address(own)
    except ValueError:
        return False  # This is a name, which is compared separately.
    return _is_of_this_computer(address) if ip.is_unspecified else ip == ip_address(address)


def _is_of_this_computer(address: str) -> bool:
    """Tell whether an address belongs to this computer: only then can a program listen there."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as listener:
            listener.bind((address, 0))
    except OSError:
        return False
    return True


def _explain(error: OSError, link: Link) -> RefusedError:
    """Return a failure in Octavo's words, because the system's may contain secrets."""
    host = link.host
    if isinstance(error, ssl.SSLCertVerificationError):
        fault = _CERTIFICATE_FAULTS.get(error.verify_code, "it cannot be trusted")
        message = f"The certificate of {host} is refused: {fault}."
        return RefusedError(Decision.CERTIFICATE_REFUSED, message)
    if isinstance(error, ConnectionRefusedError):
        message = f"Nothing listens at {host} on port {link.port}."
        return RefusedError(Decision.CONNECTION_REFUSED, message)
    if isinstance(error, ssl.SSLError) or (
        isinstance(error, ConnectionError) and link.scheme == "https"
    ):
        message = f"No encrypted connection to {host} can be made: it takes TLS 1.2 or later."
        return RefusedError(Decision.ENCRYPTION_FAILED, message)
    return RefusedError(Decision.CONNECTION_FAILED, f"The connection to {host} fails.")
