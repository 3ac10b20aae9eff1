"""The workflow that runs the suite on systems which are not here: that it can begin at all."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import yaml

from tests.release.installed import ROOT

WORKFLOW: dict[Any, Any] = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text("utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
JOBS = WORKFLOW["jobs"]
ACTIONS = {"actions/checkout", "actions/setup-python"}
_PYTHON = "Programming Language :: Python :: "


def list_commands(job: str) -> list[str]:
    return [step["run"] for step in JOBS[job]["steps"] if "run" in step]


def test_every_job_is_one_that_github_takes() -> None:
    assert WORKFLOW.keys() == {"name", True, "permissions", "jobs"}  # `on` is a truth in YAML 1.1
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert set(WORKFLOW[True]) == {"push", "pull_request"}
    for job in JOBS.values():
        assert job.keys() <= {"strategy", "runs-on", "timeout-minutes", "env", "steps"}
        used = [step["uses"].partition("@")[0] for step in job["steps"] if "uses" in step]
        assert set(used) == ACTIONS
        assert all(("uses" in step) != ("run" in step) for step in job["steps"])


def test_every_system_and_every_python_is_tried() -> None:
    matrix = JOBS["systems"]["strategy"]["matrix"]
    assert [name.partition("-")[0] for name in matrix["os"]] == ["ubuntu", "macos", "windows"]
    named = [text.removeprefix(_PYTHON) for text in PROJECT["project"]["classifiers"]]
    assert matrix["python"] == [text for text in named if re.fullmatch(r"3\.\d+", text)]
    assert all(isinstance(version, str) for version in matrix["python"])  # 3.10 would be 3.1
    used = re.findall(r"\$\{\{ matrix\.(\w+) \}\}", str(JOBS["systems"]))
    assert sorted(set(used)) == sorted(matrix)


def test_what_runs_everywhere_needs_neither_make_nor_a_shell() -> None:
    commands = list_commands("systems")
    assert len(commands) == 4
    for command in commands:
        assert command.startswith(("python -m ", "git config "))
        assert not set(command) & set("$|&;<>`\\\n'"), command
    (locked,) = re.findall(r"-r (\S+)", " ".join(commands))
    assert (ROOT / locked).is_file()
    markers = [
        text.partition(":")[0] for text in PROJECT["tool"]["pytest"]["ini_options"]["markers"]
    ]
    assert re.findall(r'-m "not (\w+)"', commands[-1])[0] in markers


def test_linux_runs_what_developers_run() -> None:
    (target,) = (command.removeprefix("make ") for command in list_commands("checks"))
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
