"""Runs a real PostgreSQL for tests: in a separate folder, on a free port."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.free_ports import find_free_port
from tests.patience import HANGS_AFTER, wait_until


def find_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, of the newest version that is here."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_read_version)
    if found:
        return found[-1].parent
    other = shutil.which("postgres")
    return Path(other).parent if other else None


def find_obstacle() -> str:
    """Return why no PostgreSQL can be run here; empty if one can."""
    if os.name == "nt":
        return "it is started as on systems with users that have numbers"
    if find_programs() is None:
        return "PostgreSQL is not installed"
    if os.getuid() == 0 and _find_user() is None:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return ""


@dataclass
class PostgresServer:
    """A server that answers, until it is stopped."""

    folder: Path
    port: int
    programs: Path
    process: subprocess.Popen[Any] | None = None
    databases: int = field(default=0)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [str(self.programs / "postgres"), "-D", str(self.folder), "-p", str(self.port)]
        command += ["-k", str(self.folder), "-c", "listen_addresses=127.0.0.1"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **_as_postgres()
        )
        wait_until(self._is_ready)

    def stop(self, number: int = signal.SIGINT) -> None:
        """End it at once; clients are cut off."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(HANGS_AFTER)
            self.process = None

    def create_database(self) -> str:
        """Return the address of a new database."""
        self.databases += 1
        name = f"feedback{self.databases}"
        options = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name]
        subprocess.run([self.programs / "createdb", *options], check=True, capture_output=True)
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def _is_ready(self) -> bool:
        place = ["-h", "127.0.0.1", "-p", str(self.port)]
        command = [str(self.programs / "pg_isready"), "-q", "-U", "postgres", *place]
        return subprocess.run(command, check=False).returncode == 0


@contextlib.contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """Run a server until the block ends."""
    programs = find_programs()
    assert programs is not None
    # Pytest's folders are for one user alone, and the server may have to run as another.
    with tempfile.TemporaryDirectory(prefix="octavo-postgres-") as folder:
        if (user := _find_user()) is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        data = Path(folder) / "data"
        command = [
            str(programs / "initdb"),
            "-D",
            str(data),
            "-U",
            "postgres",
            "-A",
            "trust",
            "--no-sync",
        ]
        command += ["-E", "UTF8", "--locale=C"]
        subprocess.run(command, check=True, capture_output=True, **_as_postgres())
        server = PostgresServer(data, find_free_port(), programs)
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)


def _find_user() -> Any:
    """Return whom to run it as: it refuses to run as root."""
    if os.getuid() != 0:
        return None
    with contextlib.suppress(KeyError):
        import pwd

        return pwd.getpwnam("postgres")
    return None


def _as_postgres() -> dict[str, Any]:
    user = _find_user()
    return {} if user is None else {"user": user.pw_uid, "group": user.pw_gid}


def _read_version(path: Path) -> float:
    try:
        return float(path.parts[-3])
    except ValueError:
        return 0.0
