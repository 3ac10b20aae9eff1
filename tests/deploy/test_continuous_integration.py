"""The guide on continuous integration: its files can be read, and their commands run."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from octavo import __version__
from tests.patience import HANGS_AFTER
from tests.project_folder import write_files

ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "docs/publish/continuous-integration.mdx").read_text()
FILES: dict[str, Any] = {
    name: yaml.safe_load(text)
    for name, text in re.findall(r"```yaml (\S+)\n(.*?)```", GUIDE, re.DOTALL)
}
WORKFLOWS = [name for name in FILES if "/workflows/" in name]
GOOD: dict[str, Any] = {
    "docs/site.json": {"name": "T", "navigation": [{"group": "A", "pages": ["index"]}]},
    "docs/index.mdx": "---\ntitle: Hello\n---\n\nText.\n",
}
BAD = {**GOOD, "docs/index.mdx": "---\ntitle: Hello\n---\n\n[x](/nowhere)\n"}


def run(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of `octavo` in a folder, as a shell would."""
    name, *arguments = shlex.split(command)
    assert name == "octavo"
    return subprocess.run(
        [sys.executable, "-m", "octavo", *arguments],
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER,
        cwd=folder,
        check=False,
    )


def list_commands(workflow: Any) -> list[str]:
    (job,) = workflow["jobs"].values()
    return [step["run"] for step in job["steps"] if "run" in step]


def test_all_files_of_the_guide_were_found() -> None:
    assert len(WORKFLOWS) == 2
    assert ".pre-commit-config.yaml" in FILES


@pytest.mark.parametrize("name", WORKFLOWS)
def test_the_commands_of_workflows_run(name: str, tmp_path: Path) -> None:
    workflow = FILES[name]
    assert workflow["permissions"] == {"contents": "read"}
    install, check = list_commands(workflow)
    assert install == f"python -m pip install octavo=={__version__}"
    ran = run(write_files(tmp_path, GOOD), check)
    assert (ran.returncode, ran.stdout.strip()) == (0, ""), ran.stderr


def test_the_workflow_fails_and_annotates_the_line_of_a_dead_link(tmp_path: Path) -> None:
    check = list_commands(FILES[".github/workflows/check-docs.yml"])[-1]
    ran = run(write_files(tmp_path, BAD), check)
    assert ran.returncode == 1
    assert ran.stdout.startswith("::warning file=docs/index.mdx,line=5,col=1,title=link-to-nothing")


def test_the_hook_checks_a_project(tmp_path: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    (used,) = FILES[".pre-commit-config.yaml"]["repos"][0]["hooks"]
    assert used["id"] == hook["id"]
    assert hook["pass_filenames"] is False
    command = f"{hook['entry']} {shlex.join(used['args'])}"
    assert run(write_files(tmp_path / "good", GOOD), command).returncode == 0
    ran = run(write_files(tmp_path / "bad", BAD), command)
    assert ran.returncode == 1
    assert "index.mdx:5:1: warning: " in ran.stderr


@pytest.mark.parametrize("form", ["sarif", "json"])
def test_the_other_commands_of_the_guide_run(form: str, tmp_path: Path) -> None:
    (command,) = re.findall(rf"^(octavo check .* --format {form}) > \S+$", GUIDE, re.MULTILINE)
    ran = run(write_files(tmp_path, BAD), command)
    assert ran.returncode == 0
    assert "link-to-nothing" in ran.stdout
