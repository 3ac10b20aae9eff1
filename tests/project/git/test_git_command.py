"""Git is the system's own, and it runs nothing that a repository of others names."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from octavo.cli.entry import main
from octavo.project.git.command import build_git_command, find_program
from octavo.project.git.commit_dates import load_commit_days
from octavo.project.git.tree import load_git_tree
from tests.project_folder import write_files

pytestmark = pytest.mark.scorecard("SR-59")


def write_program(path: Path, trace: Path) -> Path:
    """Write a program that leaves a trace and returns its input."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\necho "$0" >>"{trace}"\nexec cat\n')
    path.chmod(0o755)
    return path


def run_git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    return tmp_path / "trace"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A foreign project with all files committed."""
    files = {"mint.json": {"name": "A", "navigation": []}, "index.mdx": "# A\n"}
    folder = write_files(tmp_path / "site", files)
    run_git(folder, "init", "-q")
    run_git(folder, "add", "-A")
    run_git(folder, "commit", "-qm", "All")
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="programs are written as shell scripts")
@pytest.mark.parametrize("search", ["", ".", "site", "tools", "{site}", "{site}/tools", "{link}"])
def test_a_program_in_the_project_is_not_run_in_the_place_of_git(
    search: str, site: Path, trace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (site, site / "tools", site / "site"):
        write_program(place / "git", trace)
    (tmp_path / "link").symlink_to(site / "tools")
    first = search.format(site=site, link=tmp_path / "link")
    monkeypatch.setenv("PATH", first + os.pathsep + os.environ["PATH"])
    for current in (site, tmp_path):
        monkeypatch.chdir(current)
        load_commit_days(str(site), ["index.mdx"])
        load_git_tree(str(site))
    assert not trace.exists()
    command = build_git_command(str(site))
    assert command is not None
    assert os.path.isabs(command[0])


def test_a_program_for_windows_is_not_looked_for_in_the_current_folder(tmp_path: Path) -> None:
    """Windows itself looks there before anywhere else, so it is not asked."""
    system, here = tmp_path / "system", tmp_path / "project"
    for folder in (system, here):
        write_program(folder / "git.exe", tmp_path / "trace")
    here_first = os.pathsep.join([str(here), "", ".", str(system)])
    assert find_program("git.exe", here_first, str(here), str(tmp_path / "other")) == str(
        system / "git.exe"
    )
    assert find_program("git.exe", str(here), str(here), str(here)) is None


def test_what_cannot_be_run_is_no_program(tmp_path: Path) -> None:
    write_program(tmp_path / "git", tmp_path / "trace").chmod(stat.S_IRUSR)
    (tmp_path / "folder/git").mkdir(parents=True)
    folders = os.pathsep.join([str(tmp_path), str(tmp_path / "folder")])
    assert find_program("git", folders, "/", str(tmp_path / "site")) is None


def test_a_program_is_not_found_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_program(tmp_path / "tools/git", tmp_path / "trace")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    folders = os.pathsep.join(["../tools", os.path.join(os.pardir, "tools")])
    assert find_program("git", folders, os.getcwd(), str(tmp_path / "site")) is None


def test_a_project_at_the_root_of_a_disk_has_git(tmp_path: Path) -> None:
    write_program(tmp_path / "git", tmp_path / "trace")
    assert find_program("git", str(tmp_path), "/", "/") == str(tmp_path / "git")


@pytest.mark.skipif(sys.platform == "win32", reason="programs are written as shell scripts")
def test_nothing_that_a_repository_names_is_run(
    site: Path, trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = write_program(tmp_path / "program", trace)
    names = "filter.a.clean filter.a.smudge filter.a.process filter.b=c.clean core.fsmonitor"
    for name in (*names.split(), "core.pager", "pager.status", "core.sshCommand", "gpg.program"):
        run_git(site, "config", name, str(program))
    run_git(site, "config", "filter.a.required", "true")
    run_git(site, "config", "log.showSignature", "true")
    for hook in ("post-index-change", "fsmonitor-watchman"):
        write_program(site / ".git/hooks" / hook, trace)
    (site / ".git/info").mkdir(exist_ok=True)
    (site / ".git/info/attributes").write_text("*.mdx filter=a diff=a\n*.json filter=b=c\n")
    for name in ("index.mdx", "mint.json"):  # git reads what looks touched
        os.utime(site / name, (1, 1))
    trace.unlink(missing_ok=True)
    tree = load_git_tree(str(site))
    assert tree is not None
    assert tree.tracked == {"index.mdx", "mint.json"}
    assert not tree.changed
    assert load_commit_days(str(site), ["index.mdx"])
    assert main(["migrate", str(site), "--in-place", "--dry-run"]) == 0
    assert "everything was carried over" in capsys.readouterr().err
    assert not trace.exists(), trace.read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="programs are written as shell scripts")
def test_a_repository_inside_the_project_runs_nothing(site: Path, trace: Path) -> None:
    inner = write_files(site / "inner", {"a.mdx": "# A\n"})
    run_git(inner, "init", "-q")
    run_git(inner, "add", "-A")
    run_git(inner, "commit", "-qm", "All")
    run_git(site, "-c", "advice.addEmbeddedRepo=false", "add", "-A")
    run_git(site, "commit", "-qm", "Inner")
    run_git(inner, "config", "filter.a.clean", str(write_program(trace.parent / "p", trace)))
    (inner / ".git/info").mkdir(exist_ok=True)
    (inner / ".git/info/attributes").write_text("* filter=a\n")
    os.utime(inner / "a.mdx", (1, 1))
    assert load_git_tree(str(site)) is not None
    assert not trace.exists()
