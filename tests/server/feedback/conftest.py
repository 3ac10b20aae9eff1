"""The databases that feedback is kept in, both real, for the same tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.feedback_sites import build_feedback_site
from tests.postgres_server import PostgresServer, find_obstacle, running_postgres
from tests.whole import first_of_each


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    """A server of PostgreSQL."""
    if obstacle := find_obstacle():
        pytest.skip(obstacle)
    with running_postgres() as server:
        yield server


DATABASES = ["sqlite", "postgresql"]


@pytest.fixture(params=first_of_each(DATABASES))
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path}/feedback.db"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.create_database()


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built site whose readers are asked."""
    return build_feedback_site(tmp_path_factory.mktemp("asked"))
