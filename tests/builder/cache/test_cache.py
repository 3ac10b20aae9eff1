"""The cache: stored entries are found again, and a damaged cache breaks no build."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from octavo.builder.cache import store as cache_module
from octavo.builder.cache.store import Cache, build_cache_path
from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.problems import sort_problems
from tests.builder.publish.two_states import start_child
from tests.builder.rich_project import put, write_rich_project
from tests.builder.test_incremental import tree
from tests.effort import RecordProperty, effort
from tests.whole import first_of_each

DAMAGES = effort(8, whole=24, scorecard=500)
KILLS = effort(2, whole=5, scorecard=40)
OpenCache = Callable[[Path], Cache]


def filled(path: Path, count: int = 20) -> dict[bytes, bytes]:
    entries = {bytes([number]) * 20: os.urandom(3000) for number in range(count)}
    cache = Cache(str(path))
    for key, value in entries.items():
        cache.add(key, value)
    cache.write()
    cache.close()
    return entries


@pytest.fixture
def open_cache() -> Iterator[OpenCache]:
    """Open caches, and close them with the test, because Python warns of open databases."""
    with contextlib.ExitStack() as stack:
        yield lambda path: stack.enter_context(contextlib.closing(Cache(str(path))))


def test_what_is_kept_is_found_again(open_cache: OpenCache, tmp_path: Path) -> None:
    entries = filled(tmp_path / "deep/cache.sqlite3")
    cache = open_cache(tmp_path / "deep/cache.sqlite3")
    assert dict(cache.load_many(entries)) == entries
    assert cache.count([*entries, b"other"]) == len(entries)
    assert cache.load(b"other") is None


def test_an_entry_is_replaced(open_cache: OpenCache, tmp_path: Path) -> None:
    for value in (b"one", b"two"):
        cache = open_cache(tmp_path / "cache")
        cache.add(b"key", value)
        cache.write()
    assert open_cache(tmp_path / "cache").load(b"key") == b"two"


@pytest.mark.scorecard("SR-35")
def test_a_damaged_entry_is_a_miss_and_never_another_value(
    open_cache: OpenCache, tmp_path: Path
) -> None:
    path = tmp_path / "cache"
    entries = filled(path)
    whole = path.read_bytes()
    chance = random.Random(3)
    for _ in range(200):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 20)):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        if chance.random() < 0.3:
            del damaged[chance.randrange(len(damaged)) :]
        path.write_bytes(damaged)
        cache = open_cache(path)
        for key, value in cache.load_many(entries):
            assert value == entries[key]
        cache.add(b"new", b"value")
        cache.write()
        cache.close()
        path.with_name("cache-journal").unlink(missing_ok=True)


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_replaced(
    open_cache: OpenCache, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "cache"
    path.write_bytes(content)
    cache = open_cache(path)
    assert cache.load(b"key") is None
    cache.add(b"key", b"value")
    cache.write()
    assert open_cache(path).load(b"key") == b"value"


def test_a_database_of_another_kind_is_no_error(open_cache: OpenCache, tmp_path: Path) -> None:
    path = tmp_path / "cache"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE entry (id TEXT)")
    connection.close()
    cache = open_cache(path)
    assert cache.load(b"key") is None
    cache.add(b"key", b"value")
    cache.write()
    assert cache.load(b"key") in (None, b"value")


def test_a_locked_database_is_a_miss(
    open_cache: OpenCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "_WAIT", 0.01)
    path = tmp_path / "cache"
    entries = filled(path)
    key = next(iter(entries))
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    cache = open_cache(path)
    assert cache.load(key) is None
    cache.add(b"key", b"value")
    cache.write()
    connection.execute("ROLLBACK")
    connection.close()
    assert open_cache(path).load(key) == entries[key], "a lock is no reason to throw it away"


def test_a_folder_that_cannot_be_written_is_no_error(open_cache: OpenCache, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    cache = open_cache(tmp_path / "file/cache")
    cache.add(b"key", b"value")
    cache.write()
    assert cache.load(b"key") is None


def test_the_oldest_entries_go_when_there_are_too_many(
    open_cache: OpenCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "LIMIT", 200_000)
    path = tmp_path / "cache"
    for number in range(100):
        cache = open_cache(path)
        cache.add(b"%d" % number, os.urandom(10_000))
        cache.write(removes=True)
    cache = open_cache(path)
    assert cache.load(b"99") is not None
    assert cache.load(b"0") is None
    assert path.stat().st_size < 300_000


@pytest.mark.scorecard("SR-56")
def test_what_the_last_build_of_a_whole_site_needs_stays_whatever_its_size(
    open_cache: OpenCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "LIMIT", 100_000)
    path = tmp_path / "cache"
    old = {b"old %d" % number: os.urandom(10_000) for number in range(5)}
    needed = {b"new %d" % number: os.urandom(10_000) for number in range(20)}
    _write(open_cache(path), old)
    cache = open_cache(path)
    assert cache.load(b"old 3")
    _write(cache, needed)
    assert _find(open_cache(path), {**old, **needed}) == {b"old 3", *needed}
    # A build of some pages asks for little; all else is still needed.
    _write(open_cache(path), {b"page": os.urandom(10_000)}, removes=False)
    assert _find(open_cache(path), needed) == {*needed}
    # Worker processes ask for entries, too.
    worker, cache = open_cache(path), open_cache(path)
    assert worker.load(b"new 7")
    cache.resume(worker.hand_over())
    _write(cache, {b"last": b"value"})
    left = _find(open_cache(path), {**needed, b"last": b""})
    assert {b"new 7", b"last"} < left < {*needed, b"last"}


def _write(cache: Cache, entries: Mapping[bytes, bytes], *, removes: bool = True) -> None:
    for key, value in entries.items():
        cache.add(key, value)
    cache.write(removes=removes)


def _find(cache: Cache, keys: Iterable[bytes]) -> set[bytes]:
    return {key for key, _ in cache.load_many(keys)}


@pytest.mark.scorecard("SR-56")
def test_entries_do_not_wait_in_memory(
    open_cache: OpenCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "_MOST_UNWRITTEN", 50_000)
    cache = open_cache(tmp_path / "cache")
    for number in range(100):
        cache.add(b"%d" % number, os.urandom(1_000))
    assert len(_find(open_cache(tmp_path / "cache"), [b"%d" % each for each in range(100)])) > 40


def test_long_texts_take_little_room(open_cache: OpenCache, tmp_path: Path) -> None:
    text = b"".join(b"<p>Paragraph %d of a page.</p>\n" % number for number in range(5_000))
    cache = open_cache(tmp_path / "cache")
    _write(cache, {b"text": text})
    assert (tmp_path / "cache").stat().st_size < len(text) / 4
    assert open_cache(tmp_path / "cache").load(b"text") == text


# --- builds with a cache that is damaged --------------------------------------------------------


@pytest.mark.scorecard("SR-35")
def test_builds_are_right_whatever_becomes_of_their_cache(
    tmp_path: Path, record_property: RecordProperty
) -> None:
    root, output = tmp_path / "project", tmp_path / "out"
    write_rich_project(root)
    options = BuildOptions(cache_folder=str(tmp_path / "cache"))
    build_folder(str(root), str(output), options)
    path = Path(build_cache_path(str(tmp_path / "cache"), str(root)))
    chance = random.Random(11)
    for number in range(DAMAGES):
        if number % 4 == 0:
            put(root / "guides/second.mdx", f"---\ntitle: Second\n---\n\nText {number}\n")
        if number % 20 == 0:
            put(root / "index.mdx", f"---\ntitle: Home {number}\n---\n\nText\n")
        if number % 4 == 0:
            clean = build_folder(str(root), str(tmp_path / "clean"))
        damaged = bytearray(path.read_bytes())
        for _ in range(chance.choice([1, 10, 500])):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        if chance.random() < 0.2:
            del damaged[chance.randrange(len(damaged)) :]
        path.write_bytes(damaged)
        if chance.random() < 0.05:
            path.unlink()
        report = build_folder(str(root), str(output), options)
        assert sort_problems(report.problems) == sort_problems(clean.problems)
        assert tree(output) == tree(tmp_path / "clean")
    record_property("damages", DAMAGES)


@pytest.mark.scorecard("SR-35")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs copies of processes")
def test_builds_that_are_killed_leave_a_cache_that_others_can_use(
    tmp_path: Path, record_property: RecordProperty
) -> None:
    root, output = tmp_path / "project", tmp_path / "out"
    write_rich_project(root)
    options = BuildOptions(cache_folder=str(tmp_path / "cache"))
    path = Path(build_cache_path(str(tmp_path / "cache"), str(root)))
    chance = random.Random(12)
    for number in range(KILLS):
        path.unlink(missing_ok=True)  # all of it is written again
        put(root / "guides/second.mdx", f"---\ntitle: Second\n---\n\nText {number}\n")
        child = start_child(lambda: build_folder(str(root), str(output), options))
        journal = Path(f"{path}-journal")
        while not journal.exists() and not os.waitid(
            os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT
        ):
            pass
        time.sleep(chance.random() * 0.005)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        build_folder(str(root), str(output), options)
        build_folder(str(root), str(tmp_path / "clean"))
        assert tree(output) == tree(tmp_path / "clean")
    record_property("kills", KILLS)


@pytest.mark.scorecard("SR-35")
def test_a_build_with_other_code_uses_nothing_of_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, output = tmp_path / "project", tmp_path / "out"
    write_rich_project(root)
    options = BuildOptions(cache_folder=str(tmp_path / "cache"))
    build_folder(str(root), str(output), options)
    keys: list[bytes] = []
    load = Cache.load_many

    def watch(self: Cache, wanted: list[bytes]) -> object:
        found = list(load(self, wanted))
        keys.extend(key for key, _ in found)
        return iter(found)

    monkeypatch.setattr(Cache, "load_many", watch)
    monkeypatch.setattr(
        "octavo.builder.cache.memory.compute_code_version", lambda: b"another version!"
    )
    build_folder(str(root), str(output), options)
    assert keys == []
    build_folder(str(root), str(output), options)
    assert keys


@pytest.mark.parametrize(
    "where", first_of_each(["octavo", "octavo/builds", "file", "journal", "nowhere"])
)
def test_a_link_in_the_cache_leads_nowhere(tmp_path: Path, where: str) -> None:
    """A build server keeps its cache in the project, and the project brings links along."""
    root, victim = tmp_path / "project", tmp_path / "victim"
    write_rich_project(root)
    cache = root / ".cache" / "octavo"
    file = Path(build_cache_path(str(cache), str(root)))
    link = {
        "octavo": cache,
        "octavo/builds": file.parent,
        "file": file,
        "journal": Path(f"{file}-journal"),
        "nowhere": file,
    }[where]
    target = {"file": "thesis", "journal": "thesis", "nowhere": "new"}.get(where, "")
    (victim / "builds").mkdir(parents=True)
    (victim / "thesis").write_bytes(b"years of work")
    for name in (file.name, f"{file.name}-journal"):
        (victim / name).write_bytes(b"no database")
        (victim / "builds" / name).write_bytes(b"no database")
    before = tree(victim)
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(victim / target)
    for _ in range(2):
        report = build_folder(str(root), str(tmp_path / "out"), BuildOptions("", str(cache)))
        assert report.output
        assert tree(victim) == before
