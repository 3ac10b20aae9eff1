"""Readers who vote all at once while the server is killed again and again."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from tests.free_ports import find_free_port
from tests.patience import HANGS_AFTER, wait_until
from tests.served_sites import serving

PAGES = ("/", "/guides/water", "/größe")
WIDE = [sys.executable, "-m", "tests.wide_server"]
"""A server that takes votes as fast as they come."""


@dataclass
class Said:
    """What one reader said of one page, in order."""

    kept: str = ""
    """The last vote that the server acknowledged."""
    possible: set[str] = field(default_factory=set)
    """What may be kept: the last one acknowledged, and all that were sent after it."""


Replies = dict[tuple[str, str], Said]


@dataclass
class Client:
    """A reader, or a program, that votes and tries again until its vote is confirmed."""

    seed: int
    votes: int
    port: int
    replies: Replies = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    """How long each answer took."""
    failures: int = 0
    lasted: float = 0.0
    may_end: threading.Event | None = None
    """It votes on until this is set, even if it has voted often enough."""

    def run(self) -> None:
        """Vote: 10 % of the answers are sent twice, 5 % are changed."""
        choose = random.Random(self.seed)
        started = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANGS_AFTER)
        for _ in self._count_votes():
            key = (choose.choice(PAGES), str(uuid.UUID(int=choose.getrandbits(128))))
            if not self._send(connection, key, "yes"):
                break  # the server does not come back
            chance = choose.random()
            if chance < 0.15:
                self._send(connection, key, "yes" if chance < 0.1 else "no")
        connection.close()
        self.lasted = time.monotonic() - started

    def _count_votes(self) -> Iterator[int]:
        number = 0
        while number < self.votes or (self.may_end is not None and not self.may_end.is_set()):
            yield number
            number += 1

    def _send(
        self, connection: http.client.HTTPConnection, key: tuple[str, str], vote: str
    ) -> bool:
        """Return whether the vote was acknowledged."""
        page, id_ = key
        said = self.replies.setdefault(key, Said())
        said.possible.add(vote)
        body = json.dumps({"page": page, "id": id_, "vote": vote}).encode()
        give_up = time.monotonic() + HANGS_AFTER
        while time.monotonic() < give_up:
            started = time.monotonic()
            try:
                headers = {"Content-Type": "application/json"}
                connection.request("POST", "/_octavo/feedback", body, headers)
                answer = connection.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException):
                connection.close()
                self.failures += 1
                time.sleep(0.02)
                continue
            self.seconds.append(time.monotonic() - started)
            if answer.status == 200:
                said.kept, said.possible = vote, {vote}
                return True
            self.failures += 1
            time.sleep(0.02)
        return False


def run_clients(
    ports: Sequence[int], clients: int, votes: int, may_end: threading.Event | None = None
) -> list[Client]:
    """Let so many vote at once; return what each knows."""
    readers = [
        Client(seed, votes, ports[seed % len(ports)], may_end=may_end) for seed in range(clients)
    ]
    threads = [threading.Thread(target=reader.run) for reader in readers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return readers


def vote_while_killing(
    dist: Path,
    database: str,
    workers: int,
    kills: int,
    clients: int,
    votes: int,
    replicas: int = 1,
) -> tuple[Replies, int]:
    """Let readers vote while servers are killed so many times, with all their workers.

    Return what readers know, and how many kills there were while they still voted.
    """
    ports = [find_free_port() for _ in range(replicas)]
    replies: Replies = {}
    killed: list[int] = []
    done, all_killed = threading.Event(), threading.Event()

    def run_replica(port: int, remaining: int) -> None:
        while not done.is_set():
            with _running(dist, port, database, workers) as process:
                if remaining:
                    if done.wait(0.4):
                        return
                    _kill(process, workers)
                    killed.append(port)
                    remaining -= 1
                    if len(killed) >= kills:
                        all_killed.set()
                else:
                    done.wait()

    with ThreadPoolExecutor(replicas) as executor:
        running = [executor.submit(run_replica, port, kills // replicas) for port in ports]
        for replica in running:
            replica.add_done_callback(lambda _: all_killed.set())  # also one that has failed
        try:
            for reader in run_clients(ports, clients, votes, all_killed):
                replies.update(reader.replies)
        finally:
            done.set()
        for replica in running:
            replica.result()
    return replies, len(killed)


def find_lost(replies: Replies, kept: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the mistakes in the stored votes: lost, changed, or unknown ones."""
    votes = {(each["page"], each["id"]): each["vote"] for each in kept}
    faults = [f"{key} is nobody's" for key in votes.keys() - replies.keys()]
    if len(votes) != len(kept):
        faults.append("a vote is kept twice")
    for key, said in replies.items():
        if said.kept and votes.get(key) not in said.possible:
            faults.append(f"{key} was {said.kept} and is {votes.get(key)}")
    return faults


@contextlib.contextmanager
def _running(dist: Path, port: int, database: str, workers: int) -> Iterator[subprocess.Popen[str]]:
    options = ("--port", str(port), "--database", database, "--workers", str(workers))
    with serving(dist, *options, "--log", "off", command=WIDE) as site:
        yield site.process


def _kill(process: subprocess.Popen[str], workers: int) -> None:
    """Kill without a word: the server with all it started."""
    wait_until(lambda: len(list_children(process.pid)) >= (workers if workers > 1 else 0))
    children = list_children(process.pid)
    process.send_signal(signal.SIGKILL)
    for child in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    process.wait(HANGS_AFTER)
    wait_until(lambda: not any(map(_is_alive, children)))


def list_children(process: int) -> list[int]:
    """Return the processes that a process has started."""
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in path.read_text().split()] if path.exists() else []


def _is_alive(process: int) -> bool:
    path = Path(f"/proc/{process}/stat")
    try:
        return path.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
