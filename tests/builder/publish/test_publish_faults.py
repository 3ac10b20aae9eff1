"""Whatever happens to a build, the folder holds a whole site: the old one or the new one."""

from __future__ import annotations

import contextlib
import errno
import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.publish import lock
from octavo.builder.publish.disk import OutputError
from octavo.builder.publish.exchange import exchange
from octavo.builder.publish.held_folder import HeldFolder, hold_path
from octavo.builder.publish.lock import lock_folder
from octavo.builder.publish.publication import open_publication
from octavo.project.walk import OUTPUT_MARK
from tests.builder.publish.full_disk import DISKS
from tests.builder.publish.two_states import (
    build,
    expected_trees,
    in_child,
    leftovers,
    start_child,
    tree,
    write_state,
)
from tests.effort import RecordProperty, effort
from tests.patience import HANGS_AFTER
from tests.whole import first_of_each

KILLS = effort(8, whole=20, scorecard=100)
STRANGERS = {"CNAME": b"docs.example.com", ".git/HEAD": b"ref", "page1/mine/a.txt": b"mine"}
"""What the author put into the output folder."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs copies of processes")


class Site:
    """A project whose state A is published."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.expected = expected_trees(folder)
        for expected in self.expected.values():
            del expected[OUTPUT_MARK]
        self.go_to("A")
        assert not build(folder)["failed"]
        for name, data in STRANGERS.items():
            (folder / "out" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "out" / name).write_bytes(data)

    def go_to(self, state: str) -> None:
        write_state(self.folder / "project", state)

    def state(self) -> str:
        """Return which state is published; fail when it is neither, or a mixture."""
        found = self._read()
        mark = json.loads(found.pop(OUTPUT_MARK))
        assert {name: found.pop(name, None) for name in STRANGERS} == STRANGERS
        states = [state for state, expected in self.expected.items() if found == expected]
        assert states, sorted(found)
        assert set(mark["written"]) == found.keys()
        return states[0]

    def _read(self) -> dict[str, bytes]:
        """Read the published folder; again if another was put into its place meanwhile."""
        out = self.folder / "out"
        while True:
            with contextlib.suppress(FileNotFoundError):
                # The folder itself may come back when two are exchanged twice; its mark is new.
                before = (out / OUTPUT_MARK).stat()
                found = tree(out)
                after = (out / OUTPUT_MARK).stat()
                if (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns):
                    return found


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


# --- killed -------------------------------------------------------------------------------------


@pytest.mark.scorecard("SR-26")
@pytest.mark.parametrize("cached", first_of_each([True, False]))
def test_a_build_that_is_killed_at_any_moment_leaves_a_whole_site(
    site: Site, cached: bool, record_property: RecordProperty
) -> None:
    chance = random.Random(7)
    started = time.perf_counter()
    site.go_to("B")
    assert not build(site.folder, cached=cached)["failed"]
    longest = time.perf_counter() - started
    seen = set()
    # One in each part of the time that a build takes, in any order.
    moments = [longest * (number + chance.random()) / KILLS for number in range(KILLS)]
    chance.shuffle(moments)
    for moment, state in zip(moments, itertools.cycle("AB"), strict=False):
        site.go_to(state)
        child = start_child(lambda: build(site.folder, cached=cached))
        time.sleep(moment)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        found = site.state()
        assert found == state or os.WIFSIGNALED(status)
        seen.add((found == state, os.WIFSIGNALED(status)))
    assert (False, True) in seen, "no build was killed before it was done"
    site.go_to("A")
    assert not build(site.folder, cached=cached)["failed"]
    assert site.state() == "A"
    assert leftovers(site.folder) <= ({".out.octavo"} if cached else set())
    record_property("kills", len(moments))


# --- calls that fail ----------------------------------------------------------------------------

_CALLS = {"os.mkdir", "os.rename", "os.link", "os.remove", "os.rmdir", "os.scandir", "os.listdir"}


def fail_at(number: int, number_of_error: int, folder: Path) -> list[str]:
    """Let the n-th call that touches what is beside the project fail; return the calls by kind."""
    calls: list[str] = []

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in _CALLS and event != "open":
            return
        path = arguments[0]
        if isinstance(path, int) or (isinstance(path, str) and not os.path.isabs(path)):
            path = str(folder / "out")  # only the output is worked on by descriptors
        if not isinstance(path, str) or not path.startswith(str(folder)):
            return
        if path.startswith(str(folder / "project")):
            return
        is_new = event == "open" and bool(arguments[2] & os.O_CREAT)
        calls.append(f"{event} new" if is_new else event)
        if len(calls) == number:
            raise OSError(number_of_error, os.strerror(number_of_error), path)

    sys.addaudithook(hook)
    return calls


def faulty_build(site: Site, number: int, error: int, cached: bool) -> Any:
    def run() -> dict[str, Any]:
        calls = fail_at(number, error, site.folder)
        return {**build(site.folder, cached=cached), "calls": calls}

    status, answer = in_child(run)
    assert status == 0, f"call {number} broke the build"
    return answer


def chosen_calls(calls: list[str]) -> list[int]:
    """Return the numbers of the first and the last calls of each kind, and of one between them."""
    chosen: set[int] = set()
    for kind in set(calls):
        numbers = [number for number, call in enumerate(calls, 1) if call == kind]
        chosen |= {*numbers[:2], numbers[len(numbers) // 2], *numbers[-2:]}
    return sorted(chosen)


@pytest.mark.scorecard("SR-28")
@pytest.mark.parametrize("cached", first_of_each([True, False]))
def test_whichever_call_fails_the_site_is_whole_and_the_failure_is_told(
    site: Site, cached: bool
) -> None:
    errors = itertools.cycle([errno.EIO, errno.ENOSPC, errno.EMFILE, errno.EROFS])
    failures = 0
    states = itertools.cycle("BA")
    site.go_to(next(states))
    answer = faulty_build(site, 0, 0, cached)
    assert not answer["failed"]
    chosen = chosen_calls(answer["calls"])
    assert len(chosen) > 20, "few calls were seen"
    state = next(states)
    site.go_to(state)
    for number, error in zip(chosen, errors, strict=False):
        answer = faulty_build(site, number, error, cached)
        found = site.state()
        assert (found == state) is not answer["failed"], answer
        if answer["failed"]:
            failures += 1
            assert "output-failed" in answer["codes"]
        else:
            state = next(states)
            site.go_to(state)
    assert failures > 10
    assert not build(site.folder, cached=cached)["failed"]
    assert site.state() == state


@pytest.fixture(scope="module")
def strace() -> str:
    """Return a tracer; `?` before a call says that not every processor family has it."""
    probe = ["strace", "-f", "-e", "trace=none", "true"]
    try:
        subprocess.run(probe, check=True, capture_output=True, timeout=HANGS_AFTER)
    except (OSError, subprocess.SubprocessError):
        pytest.skip("strace is not there, or may not trace")
    return "strace"


def run_command(site: Site, *before: str) -> subprocess.CompletedProcess[str]:
    project, output = str(site.folder / "project"), str(site.folder / "out")
    command = [*before, sys.executable, "-m", "octavo", "build", project, "-o", output]
    environment = {**os.environ, "XDG_CACHE_HOME": str(site.folder / "command-cache")}
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, env=environment, check=False
    )


@pytest.mark.scorecard("SR-28")
@pytest.mark.parametrize(
    ("call", "error", "when"),
    first_of_each(
        [
            ("renameat2", "EIO", "1"),
            ("syncfs", "EIO", "1"),
            ("syncfs", "ENOSPC", "1"),
            ("?mkdir,mkdirat", "ENOSPC", "8"),
            ("?link,linkat", "EIO", "1+"),
        ],
        lambda fault: "link" in fault[0],
    ),
)
def test_a_failing_system_call_gives_exit_code_74_and_the_old_site(
    site: Site, strace: str, call: str, error: str, when: str
) -> None:
    site.go_to("B")
    fault = f"inject={call}:error={error}:when={when}"
    options = ["-f", "-qq", "-o", os.devnull, "-e", f"trace={call}", "-e", fault]
    done = run_command(site, strace, *options)
    if "link" in call:  # copies take the place of links
        assert (done.returncode, site.state()) == (0, "B"), done.stderr
        return
    assert done.returncode == 74, done.stderr
    assert "output-failed" in done.stderr
    assert "Traceback" not in done.stderr
    assert site.state() == "A"
    assert run_command(site).returncode == 0
    assert site.state() == "B"


_TOUCHING = (
    "write,pwrite64,fsync,fdatasync,syncfs,?rename,?renameat,renameat2,openat,?openat2,?mkdir"
    ",mkdirat"
)
FAULTS = effort(3, whole=7, scorecard=150)


def list_faults(log: Path, folder: Path, chance: random.Random) -> list[tuple[str, int, str]]:
    """Return faults of all calls that touch a folder: kind, number among its kind, and error.

    They are in random order, and each kind of call comes as often as others while there are more.
    """
    counts: Counter[str] = Counter()
    faults: dict[str, list[tuple[str, int, str]]] = {}
    for line in log.read_text().splitlines():
        if match := re.match(r"\d+ +(\w+)\(", line):
            counts[match[1]] += 1
            if str(folder) in line:
                faults.setdefault(match[1], []).extend(
                    (match[1], counts[match[1]], error)
                    for error in ("EIO", "ENOSPC", "EINTR", "EMFILE")
                )
    shuffled = [chance.sample(each, len(each)) for each in faults.values()]
    rounds = itertools.zip_longest(*shuffled)
    return [fault for each_round in rounds for fault in each_round if fault]


@pytest.mark.scorecard("SR-28")
def test_whichever_system_call_fails_the_site_is_whole_and_no_traceback_is_shown(
    site: Site, strace: str, tmp_path: Path, record_property: RecordProperty
) -> None:
    log = tmp_path / "calls"
    options = ["-f", "-y", "-qq", "-o", str(log)]
    assert run_command(site).returncode == 0
    site.go_to("B")
    assert run_command(site, strace, *options, "-e", f"trace={_TOUCHING}").returncode == 0
    faults = list_faults(log, site.folder, random.Random(28))
    states = itertools.cycle("AB")
    hits = failed = 0
    for call, number, error in faults:
        state = next(states)
        site.go_to(state)
        fault = f"inject={call}:error={error}:when={number}"
        done = run_command(site, strace, *options, "-e", f"trace={call}", "-e", fault)
        hit = [line for line in log.read_text().splitlines() if "INJECTED" in line]
        # Calls are counted from the start of Python, which may load its own files in another order.
        is_ours = any(str(site.folder) in line for line in hit)
        assert (site.state() == state) is (done.returncode == 0), (hit, done.stderr)
        if done.returncode:
            assert not is_ours or re.match(r"\S+: error: ", done.stderr), (hit, done.stderr)
            assert run_command(site).returncode == 0
            assert site.state() == state
        hits += is_ours
        failed += is_ours and done.returncode != 0
        if hits == FAULTS:
            break
    assert hits == FAULTS
    assert failed >= FAULTS // 4
    record_property("calls that failed", hits)


@pytest.mark.scorecard("SR-29")
def test_everything_is_on_the_disk_before_the_site_takes_its_place(
    site: Site, strace: str, tmp_path: Path
) -> None:
    site.go_to("B")
    log = tmp_path / "calls"
    changing = "?mkdir,mkdirat,?link,linkat,?unlink,unlinkat,?rmdir,?rename,?renameat,write"
    calls = f"trace=syncfs,renameat2,openat,?openat2,{changing}"
    done = run_command(site, strace, "-f", "-qq", "-o", str(log), "-e", calls)
    assert done.returncode == 0
    lines = log.read_text().splitlines()
    (synced,) = [number for number, line in enumerate(lines) if "syncfs(" in line]
    (exchanged,) = [number for number, line in enumerate(lines) if "RENAME_EXCHANGE" in line]
    assert synced < exchanged
    between = lines[synced + 1 : exchanged]
    assert not [line for line in between if "O_CREAT" in line or "openat" not in line]


@pytest.mark.scorecard("SR-27")
def test_a_mark_that_does_not_fit_on_the_disk_changes_nothing(tmp_path: Path) -> None:
    """The list of files is the last that is written, and the longest file here."""
    resource = pytest.importorskip("resource")
    target = tmp_path / "out"
    _publish_files(target, {"old.html": b"old"})
    names = {f"{'long' * 20}{number}.html": b"new" for number in range(50)}

    def publish_with_little_room() -> dict[str, Any]:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
        with pytest.raises(OutputError):
            _publish_files(target, names)
        return {}

    assert in_child(publish_with_little_room)[0] == 0
    assert os.listdir(tmp_path) == ["out"]
    assert {name: data for name, data in tree(target).items() if name != OUTPUT_MARK} == {
        "old.html": b"old"
    }


def _publish_files(target: Path, files: dict[str, bytes]) -> None:
    with open_publication(str(target), keeps_spare=False, durable=False, say=print) as state:
        state.publish({name: state.put(name, data) for name, data in files.items()})


# --- a full disk --------------------------------------------------------------------------------


@pytest.mark.scorecard("SR-27")
def test_on_a_full_or_read_only_disk_the_old_site_stays(
    tmp_path: Path, record_property: RecordProperty
) -> None:
    script = Path(__file__).with_name("full_disk.py")
    command = ["unshare", "-Urm", sys.executable, str(script), str(tmp_path)]
    root = Path(__file__).resolve().parents[3]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=300, env=environment, check=False
        )
    except OSError:
        pytest.skip("there is no unshare")
    if "cannot mount" in done.stdout or "unshare:" in done.stderr:
        pytest.skip("this system does not let tests mount disks")
    assert done.returncode == 0, done.stderr[-3000:]
    assert f"{DISKS} disks" in done.stdout
    record_property("disks", DISKS)


# --- two at once --------------------------------------------------------------------------------


@pytest.mark.whole
def test_two_builds_at_once_follow_one_another(site: Site) -> None:
    other = site.folder / "other"
    other.mkdir()
    write_state(other / "project", "B")
    output = site.folder / "out"
    for number in range(10):
        cached = bool(number % 2)
        children = [
            start_child(partial(build, where, cached=cached, output=output))
            for where in (site.folder, other)
        ]
        for child in children:
            assert os.waitpid(child, 0)[1] == 0
            site.state()
    assert leftovers(site.folder) <= {".out.octavo"}


def test_a_lock_that_is_made_meanwhile_is_left_to_who_made_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two builds that find no lock at the same time would both have one."""
    others = contextlib.ExitStack()
    put_mark = lock._put_mark

    def let_another_build_begin(work: HeldFolder) -> None:
        monkeypatch.setattr(lock, "_put_mark", put_mark)
        others.enter_context(lock_folder(parent, ".out.octavo", "out", print))
        put_mark(work)

    told: list[str] = []

    def say(line: str) -> None:
        told.append(line)
        others.close()

    monkeypatch.setattr(lock, "_put_mark", let_another_build_begin)
    with hold_path(str(tmp_path)) as parent:
        with lock_folder(parent, ".out.octavo", "out", say) as work:
            assert work.is_alone
        assert told == ["Another build writes out; waiting for it to end."]


def test_a_build_that_waits_for_another_says_so(site: Site) -> None:
    target = str(site.folder / "out")
    is_held, held = os.pipe()
    may_end, end = os.pipe()

    def hold() -> None:
        os.close(end)
        with open_publication(target, keeps_spare=True, durable=False, say=print):
            os.write(held, b"!")
            os.read(may_end, 1)

    child = start_child(hold)
    os.read(is_held, 1)
    told: list[str] = []

    def say(line: str) -> None:
        told.append(line)
        os.close(end)

    with open_publication(target, keeps_spare=True, durable=False, say=say):
        assert told == [f"Another build writes {target}; waiting for it to end."]
    os.waitpid(child, 0)


def test_where_two_renames_are_needed_the_old_site_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("octavo.builder.publish.exchange._CALLS", {})
    (tmp_path / "work").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "site/index.html").write_text("old")
    with hold_path(str(tmp_path)) as around, around.hold("work") as work:
        with pytest.raises(FileNotFoundError):
            exchange(work, "missing", around, "site")
        assert (tmp_path / "site/index.html").read_text() == "old"
        (tmp_path / "work/next").mkdir()
        exchange(work, "next", around, "site")
    assert not list((tmp_path / "site").iterdir())
    assert (tmp_path / "work/next/index.html").read_text() == "old"
