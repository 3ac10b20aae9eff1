"""The process that evaluates author code: it enters a sandbox first, then reads requests.

It starts with no environment and no open files except its two pipes. It imports only the standard
library and the engine. The sandbox uses what the system supports: process limits (CPU, memory, no
files, no children), no new privileges, and Landlock without a path or port. A list allows only the
few system calls that the process still needs.

A message is its length (four bytes) and JSON. The first incoming message contains the runtime.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import struct
import sys
import time
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType
from typing import IO, Any

ctypes: ModuleType | None
try:
    import ctypes
# This Python was built without ctypes, so it can't set up these parts of the sandbox.
except ImportError:
    ctypes = None

resource: ModuleType | None
try:
    import resource
except ImportError:  # This system has no process limits.
    resource = None

MEMORY_LIMIT = 64 << 20
STACK_LIMIT = 1 << 20
TIME_LIMIT = 1.0
ADDRESS_SPACE = 512 << 20
MAX_CPU_SECONDS = 120
MAX_RESULT = 1 << 20
MAX_MESSAGE = 64 << 20

_STACK_LINE = re.compile(r"\(?<input>:(\d+)(?::\d+)?\)?$")


def main() -> None:
    """Serve requests on the standard pipes until they are closed."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    engine = _load_engine(sys.argv[1])
    confine_process()
    runtime = read_message(requests)["runtime"]
    write_message(answers, {"engine": _check_engine(engine)})
    while True:
        # The next context is created while the parent is busy with other work.
        context = make_context(engine, runtime)
        request = read_message(requests)
        if request is None:
            return
        _limit_cpu()
        write_message(answers, evaluate(engine, context, request))


def read_message(stream: IO[bytes]) -> Any:
    """Return the next message, or None at the end."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    (size,) = struct.unpack(">I", head)
    return json.loads(stream.read(min(size, MAX_MESSAGE)))


def write_message(stream: IO[bytes], message: Any) -> None:
    """Send a message."""
    data = json.dumps(message).encode()
    stream.write(struct.pack(">I", len(data)) + data)
    stream.flush()


def make_context(engine: Any, runtime: str) -> Any:
    """Return a new context with only the runtime."""
    context = engine.Context()
    context.set_memory_limit(MEMORY_LIMIT)
    context.set_max_stack_size(STACK_LIMIT)
    context.eval(runtime)
    return context


def evaluate(engine: Any, context: Any, request: Any) -> dict[str, Any]:
    """Run the code of one page."""
    end = time.process_time() + TIME_LIMIT
    runner = _Runner(engine, context, end)
    setup = [runner.run(code)[1] for code in request["setup"]]
    return {"setup": setup, "jobs": [runner.run_job(code) for code in request["jobs"]]}


class _Runner:
    """Runs pieces of code one after the other, until the time of the page is up."""

    def __init__(self, engine: Any, context: Any, end: float) -> None:
        self._engine = engine
        self._context = context
        self._end = end
        self._room = MAX_RESULT

    def run_job(self, code: str) -> Any:
        """Return the JSON text of a job's value, or its failure."""
        value, failure = self.run(code)
        if failure is None and not isinstance(value, str):
            failure = {"kind": "error", "message": "this gives no value"}
        if failure is None:
            self._room -= len(value)
            if self._room < 0:
                failure = {"kind": "size"}
        return failure if failure is not None else value

    def run(self, code: str) -> tuple[Any, dict[str, Any] | None]:
        """Return the value of a piece of code, or its failure."""
        remaining = self._end - time.process_time()
        if remaining <= 0:
            return None, {"kind": "time"}
        self._context.set_time_limit(remaining)
        try:
            return self._context.eval(code), None
        except self._engine.JSException as error:
            return None, _explain(str(error))
        except MemoryError:
            return None, {"kind": "memory"}


def _explain(text: str) -> dict[str, Any]:
    message, *stack = text.split("\n    at ")
    name, colon, rest = message.strip().partition(": ")
    matches = (_STACK_LINE.search(line.strip()) for line in stack)
    kind = "error"
    if name == "InternalError":
        kind = "time" if "interrupted" in rest else "memory" if "out of memory" in rest else kind
    return {
        "kind": kind,
        "name": name if colon else "",
        "message": (rest if colon else message.strip())[:500],
        "lines": [int(line[1]) for line in matches if line][:50],
    }


def _load_engine(path: str) -> Any:
    """Load the engine from its file, because the search path has no folders of the author."""
    loader = ExtensionFileLoader("_quickjs", path)
    spec = spec_from_loader("_quickjs", loader)
    if spec is None:
        raise ImportError(path)
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def _check_engine(engine: Any) -> str:
    """Return why the engine can't be used: an old package has the same name."""
    try:
        if engine.Context().eval("typeof Iterator + typeof ''.toWellFormed") == "functionfunction":
            return ""
    except engine.JSException:
        pass
    return "another package than quickjs-ng provides `_quickjs`"


# --- sandbox ------------------------------------------------------------------------------------


def confine_process(*, filter_calls: bool = True) -> None:
    """Give up every right that evaluation doesn't need; this can't be undone."""
    os.environ.clear()
    sys.path.clear()
    if sys.platform == "linux" and ctypes is not None:
        system = ctypes.CDLL(None, use_errno=True)
        system.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
        # Landlock comes before the limits, because it needs a file descriptor.
        _confine_paths_and_ports(system)
        _limit_process()
        if filter_calls:
            _filter_system_calls(system)
    else:
        _limit_process()


def _limit_process() -> None:
    limits = {
        "RLIMIT_AS": ADDRESS_SPACE,
        "RLIMIT_CPU": MAX_CPU_SECONDS,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_CORE": 0,
        "RLIMIT_NPROC": 0,
        "RLIMIT_NOFILE": 0,
    }
    for name, value in limits.items():
        _set_limit(name, value, value)


def _set_limit(name: str, soft: int, hard: int) -> None:
    if resource is not None and hasattr(resource, name):
        # If the system refuses a limit, the others still apply.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (soft, hard))


def _limit_cpu() -> None:
    """Make the system end the process after a few seconds of CPU time."""
    end = int(time.process_time()) + 3
    _set_limit("RLIMIT_CPU", min(end, MAX_CPU_SECONDS), MAX_CPU_SECONDS)


def find_landlock_version() -> int:
    """Return the version of Landlock in this kernel; below 1 for none."""
    if sys.platform != "linux" or ctypes is None:
        return 0
    return int(ctypes.CDLL(None).syscall(444, None, 0, 1))


def _confine_paths_and_ports(system: Any) -> None:
    """Forbid all files and all TCP with Landlock, as far as this kernel supports it."""
    version = find_landlock_version()
    if version < 1 or ctypes is None:
        return
    files = {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)
    ruleset = (ctypes.c_uint64 * 3)((1 << files) - 1, 0b11, 0b11)
    # The fields are files, ports, then signals and sockets.
    size = 8 if version < 4 else 16 if version < 6 else 24
    descriptor = system.syscall(444, ctypes.byref(ruleset), size, 0)
    if descriptor >= 0:
        system.syscall(446, descriptor, 0)
        os.close(descriptor)


_FAMILIES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""Supported processor families, with their kernel names."""

ALLOWED_CALLS = {
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "fstat": (5, 80),
    "lseek": (8, 62),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "ioctl": (16, 29),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "getpid": (39, 172),
    "exit": (60, 93),
    "gettimeofday": (96, 169),
    "getrlimit": (97, 163),
    "getrusage": (98, 165),
    "times": (100, 153),
    "sigaltstack": (131, 132),
    "setrlimit": (160, 164),
    "futex": (202, 98),
    "restart_syscall": (219, 128),
    "clock_gettime": (228, 113),
    "exit_group": (231, 94),
    "getrandom": (318, 278),
}
"""The system calls for computing, for talking through open pipes, and for ending, by family."""

LIMITS_CALL = (302, 261)
"""`prlimit64` limits any process; the filter allows it only for the process itself."""

_LOAD, _EQUAL, _ANSWER = 0x20, 0x15, 0x06
_REFUSE, _ALLOW = 0x00050001, 0x7FFF0000
_CALL, _FAMILY, _FIRST_VALUE = 0, 4, 16
"""The offsets of the call number, the family and the first value (two halves)."""


def build_filter(machine: str) -> list[tuple[int, int, int, int]]:
    """Return the kernel's filter program for system calls; empty for an unknown family.

    An instruction has an operation, the numbers of instructions to skip if a comparison holds or
    fails, and a value.
    """
    if machine not in _FAMILIES:
        return []
    column = list(_FAMILIES).index(machine)
    calls = [numbers[column] for numbers in ALLOWED_CALLS.values()]
    # After the calls follow the five instructions for limits, then the answers.
    rest = [
        (_EQUAL, 0, 4, LIMITS_CALL[column]),
        (_LOAD, 0, 0, _FIRST_VALUE),
        (_EQUAL, 0, 2, 0),  # 0 is the process itself.
        (_LOAD, 0, 0, _FIRST_VALUE + 4),
        (_EQUAL, 1, 0, 0),
        (_ANSWER, 0, 0, _REFUSE),
        (_ANSWER, 0, 0, _ALLOW),
    ]
    to_refuse, to_allow = len(calls) + 6, len(calls) + 5
    return [
        (_LOAD, 0, 0, _FAMILY),
        (_EQUAL, 0, to_refuse, _FAMILIES[machine]),
        (_LOAD, 0, 0, _CALL),
        *((_EQUAL, to_allow - at, 0, call) for at, call in enumerate(calls)),
        *rest,
    ]


def _filter_system_calls(system: Any) -> None:
    """Make the kernel refuse every system call that is not on the list."""
    program = build_filter(os.uname().machine)
    if not program or ctypes is None:
        return
    code = b"".join(struct.pack("HBBI", *each) for each in program)
    buffer = ctypes.create_string_buffer(code, len(code))
    argument = struct.pack("@HP", len(program), ctypes.addressof(buffer))
    system.prctl(22, 2, argument, 0, 0)  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER


if __name__ == "__main__":
    main()
