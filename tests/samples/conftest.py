"""Samples are run by real interpreters, all of a language in one process, against a real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from octavo.render.api.samples.printer import SamplePrinter
from tests.samples.echo_server import EchoServer, Received, serve_echo
from tests.samples.hostile_cells import HOSTILE
from tests.samples.languages import Runner, Sample, find_runner
from tests.samples.wire_cells import FILES, Cell
from tests.samples.wire_table import KEYS
from tests.whole import list_wanted

Receive = Callable[[str, str], Received]


@pytest.fixture(scope="session")
def printer() -> SamplePrinter:
    return SamplePrinter()


@pytest.fixture(scope="session")
def echo() -> Iterator[EchoServer]:
    with serve_echo() as server:
        yield server


@pytest.fixture(scope="session")
def sample_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that samples run in, with the files that they send."""
    folder = tmp_path_factory.mktemp("samples")
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="session")
def receive(
    request: pytest.FixtureRequest, printer: SamplePrinter, echo: EchoServer, sample_files: Path
) -> Receive:
    """Runs what tests ask for of a table in a language, once, and returns what came of a sample.

    Each table has a file of tests, which may run in a process of its own.
    """
    told: dict[tuple[str, bool], str] = {}
    tests = list_wanted(request, "receive")

    def run(language: str, runner: Runner, cells: Mapping[str, Cell]) -> str:
        samples = []
        for key, cell in cells.items():
            described = cell.described(echo.base(language, key))
            samples.append(
                Sample(key, printer.print_all(described, cell.values, [language])[language])
            )
        return runner.run(samples, sample_files, echo.origin)

    def take(language: str, key: str) -> Received:
        runner = find_runner(language)
        table = (language, key in HOSTILE)
        cells: Mapping[str, Cell] = HOSTILE if key in HOSTILE else KEYS
        if cells[key].without & {language, runner.name}:
            pytest.skip(f"{runner.name} cannot send this")
        if table not in told:
            rows = [row for row in tests if row["language"] == language]
            # A test that names no cell asks for all of them.
            wanted = {each for row in rows for each in ([row["key"]] if "key" in row else cells)}
            told[table] = run(
                language, runner, {each: cells[each] for each in cells if each in wanted}
            )
        if (language, key) not in echo.requests:
            lines = [line for line in told[table].splitlines() if f"{key}:" in line]
            pytest.fail(f"nothing came from {language}: {' '.join(lines) or told[table][-2000:]}")
        return echo.take(language, key)

    return take
