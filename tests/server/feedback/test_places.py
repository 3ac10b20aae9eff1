"""What a server keeps of readers is not where its site is, and better not where it is built."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import octavo
from octavo.cli.entry import main
from octavo.project.public.secrets import HEAD_SIZE, recognize_secret
from octavo.server.feedback.database import parse_database
from octavo.server.feedback.places import check_place
from tests.feedback_sites import build_feedback_site
from tests.served_sites import serving
from tests.whole import first_of_each


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_feedback_site(tmp_path_factory.mktemp("places"))


@pytest.mark.scorecard("SR-50")
@pytest.mark.parametrize(
    "place", first_of_each(["dist/f", "dist/a/../f", "./dist/guides/f", "project/../dist/f"])
)
@pytest.mark.parametrize("option", ["--database", "--insights-token-file"])
def test_a_server_refuses_files_in_its_site(dist: Path, place: str, option: str) -> None:
    options = {"--database": f"sqlite:{dist.parent}/outside.db", option: place}
    if option == "--database":
        options[option] = f"sqlite:{place}"
    else:
        (dist / "f").write_text("0123456789abcdef")
        (dist / "guides" / "f").write_text("0123456789abcdef")
    result = subprocess.run(
        [sys.executable, "-m", "octavo", "serve", "dist", *sum(options.items(), ())],
        cwd=dist.parent,
        env={**os.environ, "PYTHONPATH": os.getcwd()},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == 2
    what = "the database" if option == "--database" else "the token"
    assert f"octavo serve: {what} must not be in the folder that is served" in result.stderr
    assert not (dist / "f-wal").exists()


@pytest.mark.scorecard("SR-50")
def test_links_lead_nobody_around_it(dist: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(dist)
    (dist / "out.db").unlink(missing_ok=True)
    (dist / "out.db").symlink_to(tmp_path / "real.db")
    for path, site in (
        (tmp_path / "link" / "x.db", dist),
        (dist / "x.db", tmp_path / "link"),
        (dist / "out.db", dist),
    ):
        with pytest.raises(ValueError, match="must not be in the folder"):
            check_place(str(path), str(site), "the database")


@pytest.mark.scorecard("SR-50")
def test_a_server_warns_of_files_in_a_project(dist: Path) -> None:
    project = dist.parent / "project"
    token = project / "guides" / "token"
    token.write_text("0123456789abcdef")
    options = ("--database", f"sqlite:{project}/f.db", "--insights-token-file", str(token))
    with serving(dist, *options) as site:
        warnings = [line for line in site.said if "warning" in line]
    assert len(warnings) == 2
    assert all(f"is in the project {project}" in line for line in warnings)
    for path in (project / "f.db", token):
        path.unlink()
    outside = f"sqlite:{dist.parent}/outside.db"
    with serving(dist, "--database", outside) as site:
        assert [line for line in site.said if "warning" in line] == []


@pytest.mark.scorecard("SR-50")
@pytest.mark.parametrize("how", ["export", "text", "json", "csv", "html"])
def test_what_insights_writes_is_known_by_what_it_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    parse_database(f"sqlite:{tmp_path}/f.db").open().close()
    options = ("--export", f"{tmp_path}/x") if how == "export" else ("--format", how)
    assert main(["insights", "--database", f"sqlite:{tmp_path}/f.db", *options]) == 0
    written = (tmp_path / "x").read_bytes() if how == "export" else capsys.readouterr().out.encode()
    assert recognize_secret(written[:HEAD_SIZE], "report.html") == "what `octavo insights` writes"


@pytest.mark.scorecard("SR-50")
def test_an_application_refuses_it_too(dist: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="must not be in the folder"):
        octavo.asgi_app(dist, database=f"sqlite:{dist}/f.db")
    said: list[str] = []
    project = dist.parent / "project"
    octavo.asgi_app(project, database=f"sqlite:{project}/f.db", log=said.append)
    assert any("is in the project" in line for line in said)
