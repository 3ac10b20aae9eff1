"""The command `octavo serve`: what it refuses, what it says, how it ends."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from tests.free_ports import find_free_port
from tests.patience import HANGS_AFTER, wait_until
from tests.served_sites import COMMAND, ask, serving
from tests.whole import first_of_each

PROJECT: dict[str, Any] = {
    "site.json": {"name": "Test", "navigation": [{"group": "A", "pages": ["index", "guide"]}]},
    "index.mdx": "Home.\n",
    "guide.mdx": "A guide.\n",
}


@pytest.fixture
def dist(write_project: Any, tmp_path: Path) -> Path:
    output = tmp_path / "dist"
    assert build_folder(str(write_project(PROJECT)), str(output)).output
    return output


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=HANGS_AFTER, env=environment, check=False
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port", "x"],
        ["--port", "70000"],
        ["--workers", "0"],
        ["--site-url", "docs.example.com"],
        ["--site-url", "https://"],
        ["--trusted-proxy", "10.0.0.1/8"],
        ["--proxy-allow-net", "nowhere"],
        ["--log", "xml"],
        ["--drain-delay", "-1"],
        ["--metrics-port", "http"],
        ["--unknown"],
        ["a", "b"],
    ],
)
def test_wrong_use_ends_with_2(arguments: list[str]) -> None:
    ended = run(*arguments)
    assert ended.returncode == 2
    assert arguments[-1] in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("OCTAVO_PORT", "x"),
        ("OCTAVO_WORKERS", "many"),
        ("OCTAVO_SITE_URL", "nothing"),
        ("OCTAVO_TRUSTED_PROXY", "10.0.0.0/8,x"),
        ("OCTAVO_NO_PROXY", "perhaps"),
        ("OCTAVO_PROXY_ALLOW_NET", "x/y"),
        ("OCTAVO_LOG", "xml"),
    ],
)
def test_wrong_use_in_the_environment_ends_with_2(variable: str, value: str) -> None:
    ended = run(**{variable: value})
    assert ended.returncode == 2, ended.stderr
    assert "Traceback" not in ended.stderr


def test_options_can_stand_in_the_environment_and_the_command_line_wins(dist: Path) -> None:
    environment = {"OCTAVO_WORKERS": "2", "OCTAVO_LOG": "text", "OCTAVO_NO_PROXY": "yes"}
    with serving(dist, "--log", "json", environment=environment) as site:
        assert any("2 workers" in line for line in site.said)
        site.get("/")
        assert site.wait_for_log(1)[0]["status"] == 200


def _remove_mark(dist: Path) -> None:
    (dist / ".octavo-output").unlink()


def _remove_page(dist: Path) -> None:
    (dist / "guide/index.html").unlink()


def _change_page(dist: Path) -> None:
    page = dist / "guide/index.html"
    page.write_bytes(page.read_bytes().replace(b"A guide", b"B guide"))


def _cut_mark(dist: Path) -> None:
    mark = dist / ".octavo-output"
    mark.write_bytes(mark.read_bytes()[:100])


def _remove_manifest(dist: Path) -> None:
    shutil.rmtree(dist / "_octavo/server")


def _replace_folder(dist: Path) -> None:
    shutil.rmtree(dist)
    dist.write_text("a file")


@pytest.mark.parametrize(
    ("damage", "words"),
    first_of_each(
        [
            (_remove_mark, ["Octavo did not build", "[site-not-built]"]),
            (shutil.rmtree, ["no such folder", "[site-not-built]"]),
            (_replace_folder, ["no such folder", "[site-not-built]"]),
            (_remove_page, ["`guide/index.html` is missing", "[site-damaged]"]),
            (_change_page, ["`guide/index.html` is not as it was built", "[site-damaged]"]),
            (_cut_mark, ["[site-damaged]"]),
            (_remove_manifest, ["[site-damaged]"]),
        ],
        lambda case: case[1][-1],
    ),
)
def test_a_folder_that_is_not_a_whole_site_is_not_served(
    dist: Path, damage: Callable[[Path], None], words: list[str]
) -> None:
    damage(dist)
    ended = run(str(dist), "--port", "0")
    assert ended.returncode == 1
    assert all(word in ended.stderr for word in words), ended.stderr
    assert "hint:" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.scorecard("SR-37")
def test_a_busy_port_is_told(dist: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = run(str(dist), "--port", str(port))
    assert ended.returncode == 1
    assert f"port {port} is already in use" in ended.stderr


@pytest.mark.scorecard("SR-38")
@pytest.mark.parametrize("workers", first_of_each(["1", "2"]))
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_ends_with_0(dist: Path, workers: str, number: int) -> None:
    with serving(dist, "--workers", workers) as site:
        assert site.get("/").status == 200
        assert site.stop(number) == 0


def test_a_worker_that_dies_is_replaced(dist: Path) -> None:
    with serving(dist, "--workers", "2") as site:
        children = Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children")
        if not children.exists():
            pytest.skip("this system does not list the children of a process")
        wait_until(lambda: len(children.read_text().split()) == 2)
        before = children.read_text().split()
        for child in before:
            os.kill(int(child), signal.SIGKILL)
        for _ in range(20):
            assert site.get("/guide/").status == 200
        wait_until(lambda: not set(before) & set(children.read_text().split()))


def test_figures_are_told_at_the_second_port_only(dist: Path) -> None:
    port = find_free_port()
    with serving(dist, "--workers", "2", "--metrics-port", str(port)) as site:
        for _ in range(10):
            site.get("/")
        site.get("/nothing")
        assert site.get("/metrics").status == 404
        # An answer is counted when it is sent whole, which may be after its reader has it.
        wait_until(lambda: b"octavo_request_seconds_count 12" in ask(port, "/metrics").body)
        text = ask(port, "/metrics").body.decode()
        assert 'octavo_requests_total{status="2xx"} 10' in text
        assert 'octavo_requests_total{status="4xx"} 2' in text
        assert ask(port, "/").status == 404
