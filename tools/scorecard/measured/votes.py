"""Whether votes of many readers are kept, how fast, and what pages cost without a database."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from scorecard.finding import Finding, judge
from scorecard.measured.readers import pick_p99, reading
from tests.feedback_clients import (
    WIDE,
    Replies,
    find_lost,
    run_clients,
    vote_while_killing,
)
from tests.feedback_sites import build_feedback_site, list_votes, vote
from tests.patience import wait_until
from tests.postgres_server import PostgresServer, find_obstacle, running_postgres
from tests.served_sites import ask, serving

CLIENTS = 16
VOTES = 500
KILLS = 20
LEAST_A_SECOND = 500.0
MOST_P99_MILLISECONDS = 200.0
PAGES_A_SECOND = 100.0
MOST_PAGE_P99_MILLISECONDS = 200.0


def measure_votes() -> Finding:
    """Let readers vote while servers are killed, and then while nothing disturbs them."""
    figures: list[str] = []
    counted: list[str] = []
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        dist = build_feedback_site(Path(folder))
        for name, database, replicas in _list_databases(Path(folder), stack):
            replies, killed = vote_while_killing(
                dist, database, 2 if replicas == 1 else 1, KILLS, CLIENTS, VOTES, replicas
            )
            lost = find_lost(replies, list_votes(database))
            kept = f"{killed} kills, {_count(replies):,} acknowledged, {len(lost)} lost"
            figures.append(f"{name}: {kept}")
            counted.append(f"{name}: {kept}")
            if killed < KILLS:
                faults.append(f"{name} was killed only {killed} times while readers voted")
            faults += [f"{name}: {each}" for each in lost[:3]]
        for name, database, _replicas in _list_databases(Path(folder) / "speed", stack):
            a_second, p99 = _measure_speed(dist, database)
            figures.append(f"{name}: {a_second:,.0f} a second, p99 {p99:.0f} ms")
            if a_second < LEAST_A_SECOND or p99 > MOST_P99_MILLISECONDS:
                faults.append(f"{name} is too slow")
        _check_file(Path(folder) / "feedback.db")
    return judge("; ".join(figures), *faults, stable="; ".join(faults or counted))


def measure_pages_without_database() -> Finding:
    """Read pages at a steady rate while the database is stopped, and votes fail."""
    if obstacle := find_obstacle():
        return Finding("NOT RUN", obstacle)
    with tempfile.TemporaryDirectory() as folder, running_postgres() as postgres:
        dist = build_feedback_site(Path(folder))
        with serving(dist, "--database", postgres.create_database(), command=WIDE) as site:
            before = _read_pages(site.port)
            wait_until(lambda: vote(site).status == 200)
            postgres.stop()
            wait_until(lambda: vote(site).status == 503)
            during = _read_pages(site.port, votes=True)
            postgres.start()
            wait_until(lambda: vote(site).status == 200)
    is_slow = during > max(MOST_PAGE_P99_MILLISECONDS, 2 * before)
    faults = ["pages wait for the database"] if is_slow else []
    figure = f"pages: p99 {before:.0f} ms, and {during:.0f} ms with the database stopped"
    stable = "; ".join(faults) or "pages as fast with the database stopped"
    return judge(figure, *faults, stable=stable)


def _list_databases(folder: Path, stack: contextlib.ExitStack) -> Iterator[tuple[str, str, int]]:
    """Give the databases that there are here, with the number of servers that write each."""
    folder.mkdir(exist_ok=True)
    yield "SQLite", f"sqlite:{folder}/feedback.db", 1
    if not find_obstacle():
        server: PostgresServer = stack.enter_context(running_postgres())
        yield "PostgreSQL", server.create_database(), 2


def _measure_speed(dist: Path, database: str) -> tuple[float, float]:
    options = ("--database", database, "--log", "off")
    with serving(dist, *options, command=WIDE) as site:
        run_clients([site.port], 4, 20)
        clients = run_clients([site.port], CLIENTS, VOTES)
    waits = [wait for client in clients for wait in client.seconds]
    return len(waits) / max(client.lasted for client in clients), 1000 * pick_p99(waits)


def _read_pages(port: int, *, votes: bool = False) -> float:
    """Return within how many milliseconds pages came, while somebody tries to vote or not."""
    is_over = threading.Event()

    def read(_number: int) -> None:
        if ask(port, "/guides/water/").status != 200:
            raise RuntimeError("a page was not served")

    def try_to_vote() -> None:
        while not is_over.is_set():
            statuses.append(vote(port).status)

    statuses: list[int] = []
    voter = threading.Thread(target=try_to_vote)
    if votes:
        voter.start()
    with reading(read, PAGES_A_SECOND) as found:
        wait_until(lambda: len(found.waits) >= 1_000)
    is_over.set()
    if votes:
        voter.join()
    if found.failures or set(statuses) - {503}:
        raise RuntimeError(f"{found.failures[:1]} {statuses}")
    return found.p99


def _count(replies: Replies) -> int:
    return sum(1 for said in replies.values() if said.kept)


def _check_file(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        [result] = connection.execute("PRAGMA integrity_check").fetchone()
    if result != "ok":
        raise RuntimeError(f"the database is damaged: {result}")
