"""Checks links to other sites, slowly enough for their servers.

Several hosts are checked at once, but each host gets one request at a time, with pauses between. An
answer is valid for a day. Requests only go to public addresses.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from urllib.parse import urlsplit

from octavo.builder.cache.records import read_record, write_record
from octavo.builder.cache.store import Cache
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.web.addresses import is_this_computer
from octavo.project.web.download import DownloadError, DownloadRules, LinkAnswer, ask_link
from octavo.values import Struct, field

DAY = 24 * 60 * 60
HOSTS_AT_ONCE = 8
_GONE = frozenset({404, 410})
_NO_HOST = 0
"""Replaces a status: the host has no DNS entry, or there is no network."""
_EXAMPLES = (".example", ".test", ".invalid", ".localhost", ".local")
_EXAMPLE_HOSTS = frozenset({"example.com", "example.org", "example.net"})
_HEADERS = (
    (b"User-Agent", b"octavo-check (link checker)"),
    (b"Accept", b"*/*"),
    (b"Connection", b"close"),
)

Links = Mapping[str, tuple[Location, ...]]
"""Addresses of other sites, with their locations in the project."""


class ExternalOptions(Struct, frozen=True):
    """The options for checking links to other sites."""

    ignored: tuple[str, ...] = ()
    """Patterns of addresses to skip; a star matches any text."""
    pause: float = 0.5
    """Seconds between two requests to one host."""
    rules: DownloadRules = field(
        default_factory=lambda: DownloadRules(headers=_HEADERS, total_seconds=15)
    )


def check_links(
    links: Links,
    options: ExternalOptions,
    cache: Cache | None = None,
    say: Callable[[str], None] = lambda _line: None,
) -> list[Problem]:
    """Return the problems of links to other sites."""
    wanted = [address for address in links if not _is_left_out(address, options.ignored)]
    answers = _load_answers(wanted, cache)
    hosts: dict[str, list[str]] = {}
    for address in wanted:
        if address not in answers:
            hosts.setdefault(urlsplit(address).netloc.lower(), []).append(address)
    if hosts:
        count = sum(map(len, hosts.values()))
        say(f"Asking {count:,} links on {len(hosts):,} hosts …")
    with ThreadPoolExecutor(HOSTS_AT_ONCE, "ask") as pool:
        for some in pool.map(lambda each: _ask_host(each, options), hosts.values()):
            answers.update(some)
    if cache is not None:
        _keep_answers({each: answers[each] for some in hosts.values() for each in some}, cache)
    is_online = any(isinstance(each, LinkAnswer) and each.status for each in answers.values())
    return [
        problem
        for address in wanted
        for place in links[address]
        for problem in _explain(address, answers[address], place, is_online)
    ]


def _is_left_out(address: str, patterns: Iterable[str]) -> bool:
    """Tell whether to skip an address: an example, this computer, or an ignored pattern."""
    try:
        host = (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return True
    is_example = any(host == each or host.endswith(f".{each}") for each in _EXAMPLE_HOSTS)
    is_own = not host or is_this_computer(host) or "." not in host or host.endswith(_EXAMPLES)
    has_gap = any(mark in address for mark in "{}<>$ ")  # Readers fill in this part of the address.
    return is_example or is_own or has_gap or any(fnmatchcase(address, each) for each in patterns)


_Answer = LinkAnswer | str
"""The answer of a server, or why it couldn't be asked."""


def _ask_host(addresses: list[str], options: ExternalOptions) -> dict[str, _Answer]:
    """Check the links to one host, one after the other."""
    answers: dict[str, _Answer] = {}
    for number, address in enumerate(addresses):
        if number:
            time.sleep(options.pause)
        answers[address] = _ask(address, options.rules)
    return answers


def _ask(address: str, rules: DownloadRules) -> _Answer:
    try:
        return ask_link(address, rules)
    except DownloadError as error:
        return LinkAnswer(_NO_HOST) if str(error).startswith("there is no host") else str(error)


def _explain(address: str, answer: _Answer, place: Location, is_online: bool) -> Iterator[Problem]:
    if isinstance(answer, str):
        yield _note_unasked(address, answer, place)
    elif answer.status in _GONE or (answer.status == _NO_HOST and is_online):
        why = f"the server answers {answer.status}" if answer.status else "there is no such host"
        yield Problem(
            Code.EXTERNAL_LINK_BROKEN,
            f"the link to {address} leads nowhere: {why}",
            place,
            Severity.WARNING,
            "Point it at a page that is there, or leave it out.",
        )
    elif not 200 <= answer.status < 300:
        status = f"the server answers {answer.status}" if answer.status else "there is no network"
        yield _note_unasked(address, status, place)
    elif answer.moved_to:
        yield Problem(
            Code.EXTERNAL_LINK_MOVED,
            f"{address} has moved for good",
            place,
            Severity.INFO,
            f"Write {answer.moved_to}",
        )


def _note_unasked(address: str, why: str, place: Location) -> Problem:
    return Problem(
        Code.EXTERNAL_LINK_NOT_ASKED,
        f"whether {address} leads somewhere could not be asked: {why}",
        place,
        Severity.INFO,
        "Look at it in a browser. --ignore-link leaves out what servers do not tell programs.",
    )


# --- answers of a day ---------------------------------------------------------------------------


class _AnswerRecord(Struct, frozen=True):
    """The answer of a server, and its time."""

    moment: float
    answer: LinkAnswer


def _load_answers(addresses: Iterable[str], cache: Cache | None) -> dict[str, _Answer]:
    if cache is None:
        return {}
    keys = {_build_key(address): address for address in addresses}
    answers: dict[str, _Answer] = {}
    for key, value in cache.load_many(keys):
        record = read_record(_AnswerRecord, value)
        if record and time.time() - record.moment < DAY:
            answers[keys[key]] = record.answer
    return answers


def _keep_answers(answers: Mapping[str, _Answer], cache: Cache) -> None:
    """Store the answers of servers; failed requests are repeated in the next check."""
    now = time.time()
    for address, answer in answers.items():
        if isinstance(answer, LinkAnswer) and answer.status in {*range(200, 300), *_GONE}:
            cache.add(_build_key(address), write_record(_AnswerRecord(now, answer)))
    cache.write()
    cache.close()


def _build_key(address: str) -> bytes:
    return hashlib.sha256(b"external link\0" + address.encode("utf-8", "replace")).digest()[:20]
