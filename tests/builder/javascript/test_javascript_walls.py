"""The walls around the JavaScript engine: what native code inside of them cannot do."""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from octavo.builder.javascript import engine as javascript
from octavo.builder.javascript import worker as javascript_worker
from octavo.builder.javascript.engine import JavaScriptEngine
from octavo.content.javascript.evaluation import Failure, FailureKind, Request
from tests.patience import HANGS_AFTER

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
    "limit the parent": "resource.prlimit(os.getppid(), resource.RLIMIT_CORE, (0, 0))",
    "read the parent's limits": "resource.prlimit(os.getppid(), resource.RLIMIT_CORE)",
    "limit by half a number": "raise_for(libc.syscall("
    "prlimit64, ctypes.c_ulong(1 << 32), 4, None, limits))",
}


def run_inside(payload: str, victim: Path | None = None, *, filter_calls: bool = True) -> str:
    """Runs Python behind the walls, in place of the engine; returns the error it met."""
    script = (
        "import codecs, ctypes, importlib.util, os, resource, socket, sys\n"
        "codecs.lookup('idna')\n"  # addresses are written with it, and no file can be read later
        f"victim = {str(victim)!r}\n"
        f"spec = importlib.util.spec_from_file_location('worker', {WORKER!r})\n"
        "worker = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(worker)\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "prlimit64 = worker.LIMITS_CALL[['x86_64', 'aarch64'].index(os.uname().machine)]\n"
        "limits = ctypes.create_string_buffer(16)\n"
        "def raise_for(result):\n"
        "    if result < 0:\n"
        "        raise OSError(ctypes.get_errno(), 'refused')\n"
        f"worker.confine_process(filter_calls={filter_calls})\n"
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


@pytest.mark.scorecard("SR-15")
@pytest.mark.parametrize("name", [*PAYLOADS, *NEEDS_FILTER])
def test_native_code_behind_the_walls_cannot(name: str, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.touch()
    assert run_inside({**PAYLOADS, **NEEDS_FILTER}[name], victim) in REFUSED


@pytest.mark.scorecard("SR-15")
@pytest.mark.skipif(
    javascript_worker.find_landlock_version() < 4, reason="this kernel's Landlock knows no network"
)
@pytest.mark.parametrize("name", [name for name in PAYLOADS if name != "send a datagram"])
def test_landlock_and_limits_alone_stop_files_programs_and_connections(
    name: str, tmp_path: Path
) -> None:
    victim = tmp_path / "victim"
    victim.touch()
    # No file descriptor is left either (24): that wall may answer first.
    assert run_inside(PAYLOADS[name], victim, filter_calls=False) in {*REFUSED, "24"}


@pytest.mark.scorecard("SR-15")
def test_the_environment_is_empty() -> None:
    assert run_inside("raise OSError(len(os.environ) + 100, '')") == "100"


def test_computing_still_works() -> None:
    assert run_inside("sum(range(100000)); bytearray(10_000_000)") == "done"


@pytest.mark.scorecard("SR-15")
def test_memory_is_limited() -> None:
    assert "MemoryError" in run_inside("bytearray(600 * 1024 * 1024)")


def test_a_process_limits_itself() -> None:
    own = "resource.prlimit(0, resource.RLIMIT_CPU, (7, 8))"
    assert run_inside(f"{own}; print(resource.getrlimit(resource.RLIMIT_CPU))") == "(7, 8)\ndone"


# --- the filter of every family, run step by step ---------------------------------------------

FAMILIES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
ALLOWED = {  # from the tables of the kernel: asm/unistd_64.h and asm-generic/unistd.h
    "x86_64": {0, 1, 3, *range(8, 17), 5, 25, 28, 39, 60, 96, 97, 98, 100, 131, 160, 202, 219, 228,
               231, 318},
    "aarch64": {29, 57, 62, 63, 64, 80, 93, 94, 98, 113, 128, 132, 134, 135, 139, 153, 163, 164,
                165, 169, 172, 214, 215, 216, 222, 226, 233, 278},
}  # fmt: skip
PRLIMIT64 = {"x86_64": 302, "aarch64": 261}


def is_allowed(machine: str, call: int, value: int = 0, family: int | None = None) -> bool:
    """Returns the kernel's answer: runs the program of a family for one call."""
    asked = FAMILIES[machine] if family is None else family
    data = struct.pack("<iIQ6Q", call, asked, 0, value, *[0] * 5)
    program = javascript_worker.build_filter(machine)
    at, loaded = 0, 0
    while True:
        code, if_equal, if_not, number = program[at]
        at += 1
        match code:
            case 0x20:
                (loaded,) = struct.unpack_from("<I", data, number)
            case 0x15:
                at += if_equal if loaded == number else if_not
            case 0x06:
                return {0x7FFF0000: True, 0x00050001: False}[number]
            case _:
                raise AssertionError(f"no instruction of ours: {code:#x}")


@pytest.mark.parametrize("machine", FAMILIES)
def test_each_family_allows_the_calls_of_its_table_and_no_other(machine: str) -> None:
    allowed = {call for call in range(1024) if is_allowed(machine, call)}
    assert allowed == {*ALLOWED[machine], PRLIMIT64[machine]}


@pytest.mark.parametrize("machine", FAMILIES)
@pytest.mark.parametrize("value", [1, 4242, 2**31, 2**32 - 1, 2**32, 2**63, 2**64 - 1])
def test_each_family_limits_only_the_process_itself(machine: str, value: int) -> None:
    assert is_allowed(machine, PRLIMIT64[machine], 0)
    assert not is_allowed(machine, PRLIMIT64[machine], value)
    # The values of other calls do not matter.
    assert all(is_allowed(machine, call, value) for call in ALLOWED[machine])


@pytest.mark.parametrize("machine", FAMILIES)
def test_calls_of_another_family_are_refused(machine: str) -> None:
    others = [0x40000003, 0x40000028, *(set(FAMILIES.values()) - {FAMILIES[machine]})]
    for family in others:  # the 32-bit families of these processors among them
        assert not any(is_allowed(machine, call, family=family) for call in range(512))
    assert not any(is_allowed(machine, 0x40000000 + call) for call in range(512))  # x32


def test_a_family_that_nobody_knows_has_no_filter() -> None:
    assert javascript_worker.build_filter("riscv64") == []


@pytest.mark.scorecard("SR-15")
def test_the_process_that_evaluates_stands_behind_the_walls() -> None:
    """What the others try is worth nothing if the real process does not go there."""
    with contextlib.closing(JavaScriptEngine()) as engine:
        before = set(list_children())
        assert engine.evaluate(Request(setup=("let a=0",), jobs=("0",))).jobs
        (process,) = set(list_children()) - before
        command = Path(f"/proc/{process}/cmdline").read_text().split("\0")
        status = read_table(Path(f"/proc/{process}/status"), ":")
        limits = read_table(Path(f"/proc/{process}/limits"), "  ")
    assert {"-I", "-S"} <= set(command), "packages of the author's machine may be loaded"
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    for name in ("Max open files", "Max processes", "Max file size", "Max core file size"):
        assert limits[name].split()[:2] == ["0", "0"]
    soft, hard, _unit = limits["Max cpu time"].split()
    assert (int(soft) <= 10, hard) == (True, str(javascript_worker.MAX_CPU_SECONDS))
    assert limits["Max address space"].split()[0] == str(javascript_worker.ADDRESS_SPACE)


def test_all_code_of_a_page_has_one_time_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(javascript, "TIME_LIMIT", HANGS_AFTER)  # the process stops it by itself
    with contextlib.closing(JavaScriptEngine()) as engine:
        before = set(list_children())
        answer = engine.evaluate(Request(setup=(), jobs=("for(;;);",) * 4))
        (process,) = set(list_children()) - before
        numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    kinds = [job.kind for job in answer.jobs if isinstance(job, Failure)]
    assert kinds == [FailureKind.TIME] * 4
    assert int(numbers[11]) / os.sysconf("SC_CLK_TCK") < 2 * javascript_worker.TIME_LIMIT


def list_children() -> list[str]:
    """Return the processes that this one has started."""
    return Path("/proc/thread-self/children").read_text().split()


def read_table(path: Path, mark: str) -> dict[str, str]:
    """Return what the lines of a file of the kernel say, by name."""
    lines = (line.partition(mark) for line in path.read_text().splitlines())
    return {name: value.strip() for name, _, value in lines}
