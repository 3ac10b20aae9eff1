from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.lacking import find_lacking
from tests.project_folder import write_files

# What a slow machine takes long for is not wrong.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# Shells let what runs in the background ignore Ctrl+C, and what it starts does so, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_LONGEST_FIRST = (
    *("release", "test_guides.py", "test_tutorial.py", "browser", "builder", "server", "preview"),
    *("samples", "openapi", "render", "scaffold", "mock"),
)
"""Folders and files at the top, those with the longest files first."""


def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis not warn, in Python 3.14, of values that are frozen after the collection."""
    config.addinivalue_line(
        "filterwarnings",
        "ignore:It looks like `register_random`:hypothesis.errors.HypothesisWarning",
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect without garbage collection, because the half a million values stay.

    Tests leave little garbage, so it is collected less often than usual.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Iterator[None]:
    """Skip a test whose fixtures need what this system lacks."""
    return (yield from _skip_lacking())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Skip a test that needs what this system lacks."""
    return (yield from _skip_lacking())


def _skip_lacking() -> Generator[None, None, None]:
    try:
        return (yield)
    except Exception as error:
        if reason := find_lacking(error):
            pytest.skip(reason)
        raise


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest: short ones fill the time until all workers end."""
    tests = Path(__file__).parent

    def rank(item: pytest.Item) -> int:
        name = item.path.relative_to(tests).parts[0]
        return _LONGEST_FIRST.index(name) if name in _LONGEST_FIRST else len(_LONGEST_FIRST)

    items.sort(key=rank)


WriteProject = Callable[[Mapping[str, Any]], Path]


@pytest.fixture
def write_project(tmp_path: Path) -> WriteProject:
    """Writes a small project and returns its folder; `site.json` may be given as a value."""

    def write(files: Mapping[str, Any]) -> Path:
        return write_files(tmp_path / "project", files)

    return write


@pytest.fixture(scope="session", autouse=True)
def _own_cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what commands remember away from the developer's own cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))
        yield
