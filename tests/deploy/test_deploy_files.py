"""The files in `examples/deploy`: what can be run of them is run, and the rest is read."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from octavo import __version__
from octavo.builder.folder_build import build_folder
from tests.free_ports import find_free_port
from tests.patience import HANGS_AFTER
from tests.project_folder import write_files
from tests.served_sites import serving
from tests.web_servers import WebServer, needs_nginx, running_nginx, wait_for_port

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "examples/deploy"
PROJECT: dict[str, Any] = {
    "site.json": {
        "name": "Test",
        "navigation": [{"group": "A", "pages": ["index", "guide"]}],
        "redirects": [{"source": "/old", "destination": "/guide"}],
    },
    "index.mdx": "---\ndescription: Home.\n---\n\nHome.",
    "guide.mdx": "---\ndescription: A guide.\n---\n\nA guide.",
}
OCTAVO = [sys.executable, "-m", "octavo"]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    project = write_files(tmp_path / "project", PROJECT)
    assert build_folder(str(project), str(tmp_path / "site")).output
    return tmp_path / "site"


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.mark.parametrize(
    ("guide", "file"),
    [
        ("deploy-container", "Containerfile"),
        ("deploy-systemd", "octavo.service"),
        ("deploy-replicas", "replicas.conf"),
        ("deploy-static-hosts", "github-pages.yml"),
    ],
)
def test_the_guides_show_the_files_as_they_are(guide: str, file: str) -> None:
    shown = (ROOT / f"docs/publish/{guide}.mdx").read_text()
    assert (DEPLOY / file).read_text() in shown


# --- the container ---


def read_containerfile() -> list[tuple[str, str]]:
    """Return the instructions of the file, with their arguments."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines if line]


def argument_of(instruction: str) -> str:
    return [argument for name, argument in read_containerfile() if name == instruction][-1]


def test_the_container_is_made_of_pinned_images_and_no_downloads() -> None:
    images = [value.split()[0] for name, value in read_containerfile() if name == "FROM"]
    own = {"tools"}
    assert [image for image in images if image not in own]
    for image in images:
        assert image in own or re.fullmatch(r"[\w./-]+:\d+\.\d+\.\d+-[\w-]+", image), image
    assert "ADD" not in dict(read_containerfile())
    assert argument_of("ARG") == f"OCTAVO=octavo=={__version__}"


def test_the_container_runs_without_rights_and_holds_no_secrets() -> None:
    instructions = read_containerfile()
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", argument_of("USER"))
    last = max(at for at, (name, _) in enumerate(instructions) if name == "FROM")
    copied = [value for name, value in instructions[last:] if name == "COPY"]
    assert copied
    assert all(value.startswith("--from=") and "/project" not in value for value in copied)
    text = (DEPLOY / "Containerfile").read_text()
    assert not re.search(r"(?i)(token|secret|passw|api_?key)", text)
    assert f"OCTAVO_PORT={argument_of('EXPOSE')}" in argument_of("ENV")


def test_what_the_container_does_is_done(tmp_path: Path) -> None:
    """Build, serve on a read-only disk, and check its health, with the commands of the file."""
    project = write_files(tmp_path / "project", PROJECT)
    build = next(value for name, value in read_containerfile() if "octavo build" in value)
    arguments = build.partition(" build ")[2].replace("/project", str(project))
    output = str(tmp_path / "site")
    built = run(*OCTAVO, "build", *shlex.split(arguments.replace("/site", output)))
    assert built.returncode == 0, built.stderr
    environment = dict(re.findall(r"(OCTAVO_\w+)=(\S+)", argument_of("ENV")))
    port = find_free_port()
    serve = [each.replace("/site", output) for each in json.loads(argument_of("ENTRYPOINT"))[1:]]
    command = [*_without_a_writable_disk(), *OCTAVO, *serve, "--workers", "2"]
    process = subprocess.Popen(
        command, env={**os.environ, **environment, "OCTAVO_PORT": str(port)}, stdout=-3
    )
    try:
        wait_for_port(port, process)
        assert WebServer("octavo", port).get("/old").location == "/guide/"
        check = json.loads(argument_of("HEALTHCHECK").partition("CMD ")[2])
        code = check[-1].replace(":8000/", f":{port}/")
        assert run(sys.executable, "-c", code).returncode == 0
        ast.parse(check[-1])
    finally:
        process.terminate()
        assert process.wait(HANGS_AFTER) == 0
    assert run(sys.executable, "-c", code).returncode != 0


def _without_a_writable_disk() -> list[str]:
    """Return the prefix of a command that makes the disk read-only for it, if available."""
    script = 'mount --make-rprivate / && mount -o remount,bind,ro / && exec "$@"'
    prefix = ["unshare", "--mount", "sh", "-c", script, "sh"]
    can = shutil.which("unshare") and run(*prefix, "true").returncode == 0
    return prefix if can else []


@pytest.mark.skipif(
    not any(map(shutil.which, ("podman", "docker", "buildah"))), reason="no builder is installed"
)
def test_the_container_is_built(tmp_path: Path) -> None:
    builder = next(filter(None, map(shutil.which, ("podman", "docker", "buildah"))))
    image = next(value.split()[0] for name, value in read_containerfile() if name == "FROM")
    if run(builder, "pull", image).returncode != 0:
        pytest.skip("no registry can be reached")
    project = write_files(tmp_path / "project", PROJECT)
    shutil.copy(DEPLOY / "Containerfile", project)
    built = subprocess.run(
        [builder, "build", "-f", str(project / "Containerfile"), "-t", "octavo-test", str(project)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr


# --- systemd ---


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_accepts_the_unit_and_finds_little_exposed(tmp_path: Path) -> None:
    text = (DEPLOY / "octavo.service").read_text()
    unit = tmp_path / "octavo.service"
    unit.write_text(text.replace("/opt/octavo/bin/octavo", sys.executable))
    checked = run("systemd-analyze", "verify", str(unit))
    assert (checked.returncode, checked.stderr) == (0, "")
    exposed = run(
        "systemd-analyze", "security", "--offline=true", "--threshold=15", "--no-pager", str(unit)
    )
    assert exposed.returncode == 0, exposed.stdout[-500:]


def test_the_unit_serves_with_options_that_there_are(site: Path) -> None:
    text = (DEPLOY / "octavo.service").read_text()
    environment = dict(re.findall(r"(OCTAVO_\w+)=(\S+)", text))
    assert environment.keys() >= {"OCTAVO_HOST", "OCTAVO_SITE_URL", "OCTAVO_TRUSTED_PROXY"}
    with serving(site, environment=environment) as served:
        assert served.get("/old").status == 308
        assert any("2 workers" in line for line in served.said)


# --- replicas ---


@needs_nginx
def test_replicas_behind_nginx_answer_as_one_and_may_end_one_by_one(
    site: Path, tmp_path: Path
) -> None:
    text = (DEPLOY / "replicas.conf").read_text()
    with serving(site) as first, serving(site) as second:
        text = text.replace(":8001", f":{first.port}").replace(":8002", f":{second.port}")
        upstream, _, server = text.partition("server {\n  listen 80;")
        body = server.rstrip().removesuffix("}")
        with running_nginx(tmp_path / "nginx", body, around=upstream) as front:
            for _ in range(20):
                assert front.get("/guide/").status == 200
            assert first.wait_for_log(1)
            assert second.wait_for_log(1)
            moved = front.get("/old?a=1")
            assert (moved.status, moved.location) == (308, "/guide/?a=1")
            assert front.get("/nothing").status == 404
            assert front.get("/healthz").status == 404
            first.stop()
            for _ in range(20):
                assert front.get("/guide/").status == 200


# --- the workflow ---


def test_the_workflow_builds_on_every_change_and_publishes_only_the_main_branch() -> None:
    text = (DEPLOY / "github-pages.yml").read_text()
    workflow = yaml.safe_load(text)
    triggers = workflow[True]  # YAML takes the word "on" for a truth
    assert triggers == {"push": {"branches": ["main"]}, "pull_request": None}
    assert workflow["permissions"] == {"contents": "read"}
    publish = workflow["jobs"]["publish"]
    assert publish["if"] == "github.event_name == 'push'"
    assert publish["needs"] == "build"
    assert publish["permissions"] == {"pages": "write", "id-token": "write"}
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())


def test_the_workflow_uses_pinned_actions_and_no_text_of_others_in_commands() -> None:
    text = (DEPLOY / "github-pages.yml").read_text()
    used = re.findall(r"uses: (.*)", text)
    assert len(used) == 5
    for action in used:
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action
    commands = re.findall(r"run: (.*)", text)
    assert not [command for command in commands if "${{" in command]
    assert f"python -m pip install octavo=={__version__}" in commands


def test_the_build_of_the_workflow_is_done(tmp_path: Path) -> None:
    text = (DEPLOY / "github-pages.yml").read_text()
    command = next(each for each in re.findall(r"run: (.*)", text) if "octavo build" in each)
    write_files(tmp_path / "docs", PROJECT)
    script = command.replace("octavo ", f"{shlex.join(OCTAVO)} ", 1)
    for base_path in ("", "/my-repository"):
        built = subprocess.run(
            ["sh", "-c", script],
            cwd=tmp_path,
            env={**os.environ, "PROJECT": "docs", "BASE_PATH": base_path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert built.returncode == 0, built.stderr
        assert f'href="{base_path}/guide/"' in (tmp_path / "site/index.html").read_text()
