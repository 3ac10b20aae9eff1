"""What commands say where the system refuses something: ports, addresses, disks, watches."""

from __future__ import annotations

import http.client
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.free_ports import find_free_port
from tests.patience import HANGS_AFTER, wait_until

pytestmark = [
    pytest.mark.scorecard("SR-37"),
    pytest.mark.skipif(sys.platform != "linux", reason="only on Linux"),
]

SITE: dict[str, Any] = {
    "site.json": {"name": "Test", "navigation": [{"group": "A", "pages": ["index"]}]},
    "index.mdx": "Hello.\n",
}
NO_IPV6 = "echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6"


@pytest.fixture
def root(write_project: Any) -> Path:
    return Path(write_project(SITE))


@pytest.fixture
def port() -> int:
    return find_free_port()


def refuse(kind: str, before: str) -> list[str]:
    """Return the beginning of a command that runs another one where something is refused."""
    command = ["unshare", kind, "sh", "-c", f'{before} && exec "$@"', "sh"]
    try:
        probe = subprocess.run([*command, "true"], capture_output=True, timeout=60, check=False)
    except OSError:
        pytest.skip("there is no unshare")
    if probe.returncode:
        pytest.skip(f"this system does not let tests refuse that: {probe.stderr.decode()[:80]}")
    return [*command, sys.executable, "-m", "octavo"]


def run(*command: str) -> tuple[int, str]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stderr


@contextmanager
def running(*command: str) -> Iterator[Callable[[str], None]]:
    """Run a preview, and give what waits until it says something."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    said: list[str] = []

    def collect() -> None:
        assert process.stderr
        with process.stderr:
            said.extend(process.stderr)

    thread = threading.Thread(target=collect)
    thread.start()
    try:
        yield lambda words: wait_until(lambda: any(words in line for line in said))
    finally:
        process.terminate()
        process.wait(HANGS_AFTER)
        thread.join(HANGS_AFTER)


def test_a_port_of_the_system_is_told(root: Path) -> None:
    first = int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text())
    if first <= 1:
        pytest.skip("all ports are free for all users here")
    command = refuse("-U", "true")
    code, said = run(*command, "dev", str(root), "--port", str(first - 1), "--strict-port")
    assert code == 1
    refused = f"cannot listen on localhost, port {first - 1}: Permission denied [address-unusable]"
    assert refused in said
    assert "hint: Ports below 1024 belong to the system" in said


def test_an_address_of_ipv6_is_told_where_there_is_none(root: Path) -> None:
    command = refuse("-Urn", NO_IPV6)
    code, said = run(*command, "dev", str(root), "--port", "3000", "--host", "::1")
    assert code == 1
    assert "cannot listen on ::1, port 3000: Cannot assign requested address" in said
    assert "[address-unusable]" in said


def test_localhost_needs_no_ipv6(root: Path) -> None:
    with running(*refuse("-Urn", NO_IPV6), "dev", str(root), "--port", "3000") as wait_for:
        wait_for("is shown at http://localhost:3000")


def test_a_project_that_cannot_be_written_is_built_elsewhere_and_shown(
    root: Path, tmp_path: Path, port: int
) -> None:
    place = shlex.quote(str(root))
    command = refuse("-Urm", f"mount --bind {place} {place} && mount -o remount,ro,bind {place}")
    code, said = run(*command, "build", str(root), "-o", str(tmp_path / "out"))
    assert code == 0
    assert said.splitlines()[-1] == f"Built 1 page into {tmp_path / 'out'}."
    code, said = run(*command, "build", str(root))
    assert code == 74
    assert f"{root}/.dist.octavo: error: cannot write: Read-only file system" in said
    assert "Allow writing there, or name another folder with -o." in said
    with running(*command, "dev", str(root), "--port", str(port)) as wait_for:
        wait_for("is shown at")


@pytest.mark.parametrize("what", ["watches", "instances"])
def test_a_preview_follows_changes_where_nothing_can_be_watched(
    root: Path, port: int, what: str
) -> None:
    command = refuse("-Ur", f"echo 0 >/proc/sys/user/max_inotify_{what}")
    with running(*command, "dev", str(root), "--port", str(port)) as wait_for:
        wait_for("is shown at")
        wait_for("The system can watch no more folders. Looking for changes instead.\n")
        assert b"Hello." in read(port)
        (root / "index.mdx").write_text("Something else.\n")
        wait_until(lambda: b"Something else." in read(port))


def read(port: int) -> bytes:
    connection = http.client.HTTPConnection("localhost", port, timeout=HANGS_AFTER)
    try:
        connection.request("GET", "/")
        return connection.getresponse().read()
    finally:
        connection.close()
