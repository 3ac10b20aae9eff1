"""Downloads documents from links, and files, at build time.

It accepts only `https:` and `http:`, and only public addresses, checked for each connection and
each redirect. There are limits on time, size and redirects, and no proxies, cookies or credentials.
Downloads are stored in the user's cache, and the server is asked for changes. If it is unreachable,
Octavo uses the last good copy, with a warning.

An author may name a document on this computer, as in `http://localhost:8000/openapi.json`. If the
operator allows it, that one host and port may be called, but no redirect from elsewhere may lead
there. Builds don't allow it by default, because the project may come from strangers.
"""

from __future__ import annotations

import socket
import threading
import time
import zlib
from collections.abc import Callable, Collection, Sequence
from ipaddress import ip_network
from typing import TYPE_CHECKING

import httpcore2

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.cache_folder import find_cache_folder
from octavo.project.files import MEBIBYTE, Problems
from octavo.project.web.addresses import Network, is_this_computer, refuse_address
from octavo.project.web.link_cache import Copy, load_copy, write_copy
from octavo.project.web.web_links import Link, read_link
from octavo.values import Struct

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable

Resolver = Callable[[str, int], Sequence[str]]
"""Returns the addresses of a host; raises OSError if there are none."""

MAX_ADDRESSES = 16
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_LASTING = frozenset({301, 308})
_LOOPBACK = tuple(ip_network(text) for text in ("127.0.0.0/8", "::1/128"))
_SAVE_IT = "Save the document into the project and name the file."
_ALLOW_IT = f"{_SAVE_IT} Or build with --allow-local-links, if you trust the author of the link."
_HEADERS = (
    (b"User-Agent", b"octavo"),
    (b"Accept", b"application/json, application/yaml, text/yaml, */*;q=0.5"),
    (b"Accept-Encoding", b"gzip"),
    (b"Connection", b"close"),
)


def resolve_host(host: str, port: int) -> list[str]:
    """Return the addresses of a host, IPv4 first."""
    entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    entries.sort(key=lambda entry: entry[0] != socket.AF_INET)
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


class DownloadRules(Struct, frozen=True):
    """The rules for downloads."""

    allow_nets: Collection[Network] = ()
    """Private networks that may be called."""
    cache_folder: str | None = None
    """The folder for copies; None for the user's cache."""
    fresh_seconds: float = 0
    """How many seconds a copy is used without asking the server."""
    max_bytes: int = 20 * MEBIBYTE
    max_redirects: int = 5
    connect_seconds: float = 5
    total_seconds: float = 20
    resolve: Resolver = resolve_host
    headers: tuple[tuple[bytes, bytes], ...] = _HEADERS
    expected: str = "an API document"
    """The expected content, in words."""
    allow_local: bool = False
    """Whether a link may name this computer."""


class DownloadError(Exception):
    """Why a download failed."""

    def __init__(self, reason: str, code: Code = Code.API_LINK_FAILED, hint: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.hint = hint


def load_link(
    address: str,
    location: Location,
    rules: DownloadRules,
    looks_right: Callable[[bytes], bool] = bool,
) -> tuple[bytes | None, Problems]:
    """Return the body of a document, or why it failed; problems have the given location.

    A body that doesn't look right never replaces a good copy.
    """
    try:
        link = read_link(address)
    except ValueError as error:
        message = f"{_shorten(address)} is not a web address: {error}"
        return None, (Problem(Code.API_LINK_INVALID, message, location),)
    notes = _warn_of_http(link, location)
    folder = rules.cache_folder or find_cache_folder()
    copy = load_copy(folder, address)
    if copy and time.time() - copy.saved < rules.fresh_seconds:
        return copy.body, notes
    try:
        body = _load_changed(link, copy, rules, looks_right)
    except DownloadError as error:
        return _explain_failure(error, link, copy, location, notes)
    if isinstance(body, bytes):
        return body, notes
    write_copy(folder, body)
    return body.body, notes


def load_file(
    address: str, rules: DownloadRules, looks_right: Callable[[bytes], bool] = bool
) -> bytes:
    """Return the content of an address, or its last copy if it is unreachable.

    Raises `DownloadError`.
    """
    try:
        link = read_link(address)
    except ValueError as error:
        raise DownloadError(f"{_shorten(address)} is not a web address: {error}") from error
    folder = rules.cache_folder or find_cache_folder()
    copy = load_copy(folder, address)
    try:
        answer = _load_changed(link, copy, rules, looks_right)
    except DownloadError as error:
        if copy is None or error.code is not Code.API_LINK_FAILED or not looks_right(copy.body):
            raise
        return copy.body
    if isinstance(answer, Copy):
        write_copy(folder, answer)
        return answer.body
    return answer


class LinkAnswer(Struct, frozen=True):
    """A server's answer about an address, without its content."""

    status: int
    moved_to: str = ""
    """The target of a permanent redirect, if there is one."""


def ask_link(address: str, rules: DownloadRules) -> LinkAnswer:
    """Check whether an address exists.

    Some servers refuse HEAD requests but answer GET requests, whose content is then not read.
    Raises `DownloadError`.
    """
    try:
        link = read_link(address)
    except ValueError as error:
        raise DownloadError(f"{_shorten(address)} is not a web address: {error}") from error
    answer = _ask_on("HEAD", link, rules)
    return _ask_on("GET", link, rules) if answer.status >= 400 else answer


def _ask_on(method: str, start: Link, rules: DownloadRules) -> LinkAnswer:
    """Ask with one method, and follow all redirects."""
    deadline = time.monotonic() + rules.total_seconds
    link, moved_to, is_lasting = start, "", True
    for _ in range(rules.max_redirects + 1):
        answer = _ask(link, start, None, rules, deadline, method)
        target = answer.headers.get("location")
        if answer.status not in _REDIRECTS or not target:
            return LinkAnswer(answer.status, moved_to)
        link = _read_redirect(link, target)
        is_lasting = is_lasting and answer.status in _LASTING
        moved_to = link.text if is_lasting else moved_to
    raise DownloadError(f"the server redirects more than {rules.max_redirects} times")


def _warn_of_http(link: Link, location: Location) -> Problems:
    if link.scheme == "https" or is_this_computer(link.host):
        return ()
    message = "anyone on the way can change what this link gives: it starts with http://"
    hint = "Use https:// if the server offers it."
    return (Problem(Code.API_LINK_NOT_SECURE, message, location, Severity.WARNING, hint),)


def _explain_failure(
    error: DownloadError, link: Link, copy: Copy | None, location: Location, notes: Problems
) -> tuple[bytes | None, Problems]:
    reason = f"{_shorten(link.text)} cannot be loaded: {error}"
    if copy and error.code is Code.API_LINK_FAILED:
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(copy.saved))
        message = f"{reason}; the copy of {day} is used"
        warning = Problem(Code.API_LINK_LAST_COPY, message, location, Severity.WARNING, error.hint)
        return copy.body, (*notes, warning)
    return None, (*notes, Problem(error.code, reason, location, hint=error.hint or _SAVE_IT))


def _shorten(text: str) -> str:
    return text if len(text) <= 200 else text[:199] + "…"


# --- one download -------------------------------------------------------------------------------


def _load_changed(
    link: Link, copy: Copy | None, rules: DownloadRules, looks_right: Callable[[bytes], bool]
) -> bytes | Copy:
    """Return the body of the copy if it is current, or else of a new copy."""
    answer = _follow_redirects(link, copy, rules)
    if copy and answer.status == 304:
        return copy.body
    if answer.status != 200:
        raise DownloadError(f"the server answered {answer.status}")
    if not looks_right(answer.body):
        raise DownloadError(f"what the server sent is not {rules.expected}")
    etag, modified = answer.headers.get("etag"), answer.headers.get("last-modified")
    return Copy(link.text, answer.body, time.time(), etag, modified)


class _Answer(Struct, frozen=True):
    status: int
    headers: dict[str, str]
    body: bytes


def _follow_redirects(link: Link, copy: Copy | None, rules: DownloadRules) -> _Answer:
    deadline = time.monotonic() + rules.total_seconds
    start = link
    for _ in range(rules.max_redirects + 1):
        answer = _ask(link, start, copy, rules, deadline)
        target = answer.headers.get("location")
        if answer.status not in _REDIRECTS or not target:
            return answer
        link = _read_redirect(link, target)
    raise DownloadError(f"the server redirects more than {rules.max_redirects} times")


def _read_redirect(link: Link, target: str) -> Link:
    try:
        following = read_link(target, link)
    except ValueError as error:
        raise DownloadError(f"the server redirects to a wrong address: {error}") from error
    if link.scheme == "https" and following.scheme == "http":
        reason = "the server redirects from https:// to http://"
        raise DownloadError(reason, Code.API_LINK_REFUSED)
    return following


def _ask(
    link: Link,
    start: Link,
    copy: Copy | None,
    rules: DownloadRules,
    deadline: float,
    method: str = "",
) -> _Answer:
    """Request a document; with a method, only the start of the response."""
    url = httpcore2.URL(
        scheme=link.scheme.encode(),
        host=link.host.encode(),
        port=link.port,
        target=link.target.encode(),
    )
    dialer = _Dialer(rules, start, deadline)
    try:
        with (
            httpcore2.ConnectionPool(network_backend=dialer) as pool,
            pool.stream(
                method or "GET", url, headers=_build_headers(link, copy, rules)
            ) as response,
        ):
            return _read_answer(response, 0 if method else rules.max_bytes)
    except httpcore2.TimeoutException as error:
        raise DownloadError("the server takes too long") from error
    except (httpcore2.NetworkError, httpcore2.ProtocolError) as error:
        raise DownloadError(_explain_broken_connection(str(error))) from error


def _build_headers(
    link: Link, copy: Copy | None, rules: DownloadRules
) -> list[tuple[bytes, bytes]]:
    headers = [(b"Host", link.authority.encode()), *rules.headers]
    if copy and copy.etag:
        headers.append((b"If-None-Match", copy.etag.encode()))
    if copy and copy.modified:
        headers.append((b"If-Modified-Since", copy.modified.encode()))
    return headers


def _explain_broken_connection(reason: str) -> str:
    if "CERTIFICATE" in reason.upper():
        return "the certificate of the server cannot be trusted"
    return f"the connection fails ({_shorten(reason)})" if reason else "the connection broke"


def _read_answer(response: httpcore2.Response, limit: int) -> _Answer:
    headers = {
        name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers
    }
    if response.status != 200 or not limit:
        return _Answer(response.status, headers, b"")
    encoding = headers.get("content-encoding", "identity").strip().lower()
    return _Answer(200, headers, _read_body(response.iter_stream(), encoding, limit))


def _read_body(chunks: Iterable[bytes], encoding: str, limit: int) -> bytes:
    """Return a body, uncompressed; the limit counts its uncompressed size."""
    if encoding not in ("identity", "", "gzip", "x-gzip"):
        raise DownloadError("the server sends it packed in a way that cannot be read")
    unpack = zlib.decompressobj(wbits=31) if "gzip" in encoding else None
    parts, total = [], 0
    for chunk in chunks:
        try:
            part = unpack.decompress(chunk, limit - total + 1) if unpack else chunk
        except zlib.error as error:
            raise DownloadError("what the server sent is damaged") from error
        parts.append(part)
        total += len(part)
        if total > limit:
            raise DownloadError(f"it is larger than {limit / MEBIBYTE:.0f} MiB")
    if unpack and not unpack.eof:
        raise DownloadError("what the server sent is damaged")
    return b"".join(parts)


# --- connections --------------------------------------------------------------------------------


class _Dialer(httpcore2.NetworkBackend):
    """Opens connections to allowed addresses, within the remaining time."""

    def __init__(self, rules: DownloadRules, start: Link, deadline: float) -> None:
        self._rules = rules
        self._start = start
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        """Return a connection to an address of the host, if all its addresses are allowed."""
        until = min(self._deadline, time.monotonic() + self._rules.connect_seconds)
        addresses = _resolve_in_time(self._rules.resolve, host, port, until)[:MAX_ADDRESSES]
        for address in addresses:
            if kind := refuse_address(address, self._list_allowed(host, port)):
                reason = f"the address of {host} is {kind}"
                hint = _ALLOW_IT if self._is_local_start(host, port) else ""
                raise DownloadError(reason, Code.API_LINK_REFUSED, hint)
        failure: Exception = httpcore2.ConnectError("the host has no address")
        for address in addresses:
            try:
                stream = httpcore2.SyncBackend().connect_tcp(address, port, _count_remaining(until))
                return _TimedStream(stream, self._deadline)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure

    def _list_allowed(self, host: str, port: int) -> Collection[Network]:
        is_own = self._rules.allow_local and self._is_local_start(host, port)
        return (*self._rules.allow_nets, *(_LOOPBACK if is_own else ()))

    def _is_local_start(self, host: str, port: int) -> bool:
        """Tell whether this is the server that the author named, and this computer."""
        return (host, port) == (self._start.host, self._start.port) and is_this_computer(host)


class _TimedStream(httpcore2.NetworkStream):
    """A connection that ends when the time of the whole download is over."""

    def __init__(self, stream: httpcore2.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return the next bytes."""
        return self._stream.read(max_bytes, _count_remaining(self._deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send bytes."""
        self._stream.write(buffer, _count_remaining(self._deadline))

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        """Return the connection with encryption."""
        remaining = _count_remaining(self._deadline)
        return _TimedStream(
            self._stream.start_tls(ssl_context, server_hostname, remaining), self._deadline
        )

    def get_extra_info(self, info: str) -> object:
        """Return a fact about the connection."""
        return self._stream.get_extra_info(info)


def _count_remaining(until: float) -> float:
    remaining = until - time.monotonic()
    if remaining <= 0:
        raise httpcore2.ReadTimeout("no time is left")
    return remaining


def _resolve_in_time(resolve: Resolver, host: str, port: int, until: float) -> Sequence[str]:
    """Resolve a host in a separate thread, because a hanging name server can't be interrupted."""
    answers: list[Sequence[str]] = []
    failures: list[Exception] = []

    def ask() -> None:
        try:
            answers.append(resolve(host, port))
        except (OSError, UnicodeError) as error:
            failures.append(error)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(_count_remaining(until))
    if failures:
        raise DownloadError(f"there is no host {host}, or this computer is offline")
    if not answers:
        raise DownloadError("the name server takes too long")
    return answers[0]
