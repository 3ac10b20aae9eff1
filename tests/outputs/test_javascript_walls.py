"""The walls around the JavaScript engine: what native code inside of them cannot do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from octavo.outputs import javascript_worker

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the walls are Linux's")

WORKER = javascript_worker.__file__
PAYLOADS = {
    "read a file": "os.open('/etc/passwd', os.O_RDONLY)",
    "read the author's files": f"os.open({str(Path(__file__))!r}, os.O_RDONLY)",
    "list a folder": "os.listdir('/')",
    "write a file": "os.open('/tmp/octavo-was-here', os.O_CREAT | os.O_WRONLY)",
    "remove a file": "os.unlink(victim)",
    "make a folder": "os.mkdir('/tmp/octavo-was-here')",
    "look at other processes": "os.open('/proc/1/environ', os.O_RDONLY)",
    "connect": "socket.create_connection(('127.0.0.1', 9))",
    "send a datagram": "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))",
    "run a program": "os.execv('/bin/true', ['true'])",
}
NEEDS_FILTER = {
    "fork": "os.fork()",
    "kill the parent": "os.kill(os.getppid(), 0)",
    "trace": "raise_for(libc.ptrace(0, 0, 0, 0))",
    "raise limits": "raise_for(libc.prctl(1, 9, 0, 0, 0))",
}


def run_inside(payload: str, victim: Path | None = None, *, filter_calls: bool = True) -> str:
    """Runs Python behind the walls, in place of the engine; returns the error it met."""
    script = (
        "import ctypes, encodings.idna, importlib.util, os, socket, sys\n"
        f"victim = {str(victim)!r}\n"
        f"spec = importlib.util.spec_from_file_location('worker', {WORKER!r})\n"
        "worker = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(worker)\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "def raise_for(result):\n"
        "    if result < 0:\n"
        "        raise OSError(ctypes.get_errno(), 'refused')\n"
        f"worker.raise_walls(filter_calls={filter_calls})\n"
        "try:\n"
        f"    {payload}\n"
        "except OSError as error:\n"
        "    print(error.errno, flush=True)\n"
        "else:\n"
        "    print('done', flush=True)\n"
        "os._exit(0)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    return ran.stdout.strip() or ran.stderr


REFUSED = {"1", "13"}  # EPERM, EACCES


@pytest.mark.parametrize("name", [*PAYLOADS, *NEEDS_FILTER])
def test_native_code_behind_the_walls_cannot(name: str, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.touch()
    assert run_inside({**PAYLOADS, **NEEDS_FILTER}[name], victim) in REFUSED


@pytest.mark.skipif(
    javascript_worker.landlock_version() < 4, reason="this kernel's Landlock knows no network"
)
@pytest.mark.parametrize("name", [name for name in PAYLOADS if name != "send a datagram"])
def test_landlock_and_limits_alone_stop_files_programs_and_connections(
    name: str, tmp_path: Path
) -> None:
    victim = tmp_path / "victim"
    victim.touch()
    # No file descriptor is left either (24): that wall may answer first.
    assert run_inside(PAYLOADS[name], victim, filter_calls=False) in {*REFUSED, "24"}


def test_the_environment_is_empty() -> None:
    assert run_inside("raise OSError(len(os.environ) + 100, '')") == "100"


def test_computing_still_works() -> None:
    assert run_inside("sum(range(100000)); bytearray(10_000_000)") == "done"


def test_memory_is_limited() -> None:
    assert "MemoryError" in run_inside("bytearray(600 * 1024 * 1024)")
