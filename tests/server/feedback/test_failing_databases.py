"""Databases that fail: pages are served all the time, and nothing that was acknowledged is lost."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from octavo.server.feedback.database import DatabaseError, SchemaError, Session, parse_database
from octavo.server.feedback.schema import VERSIONS, migrate
from tests.feedback_clients import WIDE, find_lost, vote_while_killing
from tests.feedback_sites import list_votes, opened, vote
from tests.patience import wait_until
from tests.postgres_server import PostgresServer
from tests.served_sites import ServedSite, serving
from tests.server.feedback.conftest import DATABASES
from tests.whole import first_of_each

serving_widely = partial(serving, command=WIDE)
"""A failure must be one of the database, and not of the limits for one reader."""


def expect_pages_without_votes(site: ServedSite) -> None:
    answer = vote(site)
    assert answer.status == 503, answer.body
    assert int(answer.headers["retry-after"]) >= 1
    for path in ("/", "/guides/water/", "/_octavo/served.css"):
        assert site.get(path).status == 200


def expect_votes_again(site: ServedSite) -> None:
    # One answer, sent again and again: one that was refused for its time may be kept all the same.
    wait_until(lambda: vote(site, "/", id="1" * 32).status == 200)


@pytest.mark.scorecard("SR-43")
def test_a_locked_file_costs_votes_and_no_page(dist: Path, tmp_path: Path) -> None:
    path = tmp_path / "feedback.db"
    with serving_widely(dist, "--database", f"sqlite:{path}") as site:
        assert vote(site).status == 200
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        expect_pages_without_votes(site)
        other.execute("ROLLBACK")
        other.close()
        expect_votes_again(site)


@pytest.mark.scorecard("SR-43")
@pytest.mark.parametrize("damage", first_of_each(["missing folder", "no database", "a folder"]))
def test_a_file_that_is_none_costs_votes_and_no_page(
    dist: Path, tmp_path: Path, damage: str
) -> None:
    path = tmp_path / "data" / "feedback.db"
    if damage != "missing folder":
        path.parent.mkdir()
    if damage == "no database":
        path.write_bytes(b"This is no database. " * 1000)
    elif damage == "a folder":
        path.mkdir()
    with serving_widely(dist, "--database", f"sqlite:{path}") as site:
        assert any("pages are served" in line for line in site.said)
        expect_pages_without_votes(site)
        shutil.rmtree(path, ignore_errors=True)
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        expect_votes_again(site)


@pytest.mark.scorecard("SR-43")
def test_a_disk_that_takes_no_more_costs_votes_and_no_page(dist: Path, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("this system cannot limit the files of another process")
    database = f"sqlite:{tmp_path}/feedback.db"
    with serving_widely(dist, "--database", database) as site:
        assert vote(site).status == 200
        _, hard = resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (1024, hard))
        expect_pages_without_votes(site)
        resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        expect_votes_again(site)
    assert len(list_votes(database)) == 2


@pytest.mark.scorecard("SR-43")
@pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write everywhere"
)
def test_a_read_only_folder_costs_votes_and_no_page(dist: Path, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with serving_widely(dist, "--database", f"sqlite:{tmp_path}/feedback.db") as site:
        expect_pages_without_votes(site)
        tmp_path.chmod(0o700)
        expect_votes_again(site)


@pytest.mark.scorecard("SR-43")
def test_a_server_that_is_stopped_costs_votes_and_no_page(
    dist: Path, postgres: PostgresServer
) -> None:
    database = postgres.create_database()
    with serving_widely(dist, "--database", database) as site:
        assert vote(site).status == 200
        postgres.stop()
        try:
            expect_pages_without_votes(site)
        finally:
            postgres.start()
        expect_votes_again(site)
    assert len(list_votes(database)) == 2


@pytest.mark.scorecard("SR-43")
def test_a_server_that_is_not_there_costs_votes_and_no_page(dist: Path) -> None:
    with serving_widely(dist, "--database", "postgresql://u:hunter2@127.0.0.1:1/none") as site:
        assert any("does not answer" in line for line in site.said)
        assert not any("hunter2" in line for line in site.said)
        expect_pages_without_votes(site)


# --- kills ---


@pytest.mark.scorecard("SR-39")
@pytest.mark.parametrize("database", first_of_each(DATABASES), indirect=True)
@pytest.mark.parametrize("workers", first_of_each([2, 1]))
def test_what_was_acknowledged_is_kept_once_whatever_is_killed(
    dist: Path, database: str, workers: int
) -> None:
    replies, killed = vote_while_killing(dist, database, workers, kills=2, clients=4, votes=60)
    assert killed == 2
    assert all(said.kept for said in replies.values())
    assert find_lost(replies, list_votes(database)) == []
    if database.startswith("sqlite:"):
        connection = sqlite3.connect(database.removeprefix("sqlite:"))
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()


@pytest.mark.scorecard("SR-38")
def test_votes_under_way_are_kept_when_the_server_is_told_to_end(dist: Path, database: str) -> None:
    with serving_widely(dist, "--database", database, "--workers", "2") as site:
        answers = [vote(site, "/").status for _ in range(5)]
        assert site.stop(signal.SIGTERM) == 0
    assert answers == [200] * 5
    assert len(list_votes(database)) == 5


# --- tables ---


def test_tables_of_every_earlier_version_become_those_of_this_one(database: str) -> None:
    later = (
        *VERSIONS,
        ("ALTER TABLE octavo_votes ADD COLUMN color TEXT NOT NULL DEFAULT 'green'",),
        ("CREATE TABLE octavo_more (name TEXT NOT NULL)", "INSERT INTO octavo_more VALUES ('x')"),
    )

    def drop_tables(session: Session) -> None:
        for table in ("votes", "counts", "logins", "schema", "more"):
            session.run(f"DROP TABLE IF EXISTS octavo_{table}")

    for first in range(1, len(later) + 1):
        with opened(database) as opened_database:
            with opened_database.write() as session:
                drop_tables(session)
            with opened_database.write() as session:
                migrate(session, later[:first])
                session.run("INSERT INTO octavo_counts VALUES ('2026-01-01', 'views', '/', '', 7)")
            with opened_database.write() as session:
                migrate(session, later)
                migrate(session, later)
            with opened_database.read() as session:
                assert session.run("SELECT version FROM octavo_schema") == [(len(later),)]
                assert session.run("SELECT number FROM octavo_counts") == [(7,)]
                assert session.run("SELECT name FROM octavo_more") == [("x",)]
                assert session.run("SELECT color FROM octavo_votes") == []
            with opened_database.write() as session:
                drop_tables(session)


def test_a_migration_that_fails_changes_nothing(database: str) -> None:
    broken = (*VERSIONS, ("CREATE TABLE octavo_new (x TEXT)", "THIS IS NO STATEMENT"))
    with opened(database) as opened_database:
        with pytest.raises(DatabaseError), opened_database.write() as session:
            migrate(session, broken)
        with opened_database.read() as session:
            assert session.run("SELECT version FROM octavo_schema") == [(len(VERSIONS),)]
        with pytest.raises(DatabaseError), opened_database.read() as session:
            session.run("SELECT * FROM octavo_new")


def test_a_database_of_a_newer_version_is_left_alone(
    dist: Path, database: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with opened(database) as opened_database, opened_database.write() as session:
        session.run("UPDATE octavo_schema SET version = 99")
    with pytest.raises(SchemaError):
        parse_database(database).open()
    from octavo.cli.entry import main

    assert main(["serve", str(dist), "--port", "0", "--database", database]) == 1
    assert "newer version of Octavo" in capfd.readouterr().err
