"""When files were last changed, as git and the disk say."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from octavo.project.dates import FileDates, format_day
from octavo.project.files import Kind, SourceFile
from octavo.project.git.commit_dates import load_commit_days
from octavo.project.git.git_folder import find_commit


class Repository:
    """A repository whose project lies in a folder of it."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.root = top / "docs"
        self.root.mkdir(parents=True)
        self.run("init", "-q", "-b", "main")

    def run(self, *arguments: str, day: str = "2020-01-01") -> str:
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.com")
        dates = {"GIT_COMMITTER_DATE": f"{day}T12:00:00Z", "GIT_AUTHOR_DATE": "2000-01-01T00:00Z"}
        ran = subprocess.run(
            ["git", *identity, *arguments],
            cwd=self.top,
            env={**os.environ, **dates},
            check=True,
            capture_output=True,
            text=True,
        )
        return ran.stdout.strip()

    def sign(self) -> None:
        """Sign the last commit, so that git runs a program to check it."""
        head, _, message = self.run("cat-file", "commit", "HEAD").partition("\n\n")
        signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"
        file = self.top.parent / "commit"
        file.write_text(f"{head}\n{signature}\n\n{message}\n")
        self.run("reset", "-q", self.run("hash-object", "-t", "commit", "-w", str(file)))

    def commit(self, day: str, **texts: str) -> None:
        for name, text in texts.items():
            (self.root / f"{name}.mdx").write_text(text)
        self.run("add", ".")
        self.run("commit", "-q", "-m", day, day=day)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def test_the_last_commit_of_each_file_counts(repository: Repository) -> None:
    repository.commit("2020-02-03", a="1", b="1", döner="1")
    repository.commit("2021-03-04", a="2")
    (repository.root / "new.mdx").write_text("not committed")
    (repository.root / "b.mdx").write_text("changed since")
    sources = ["a.mdx", "b.mdx", "döner.mdx", "new.mdx"]
    assert load_commit_days(str(repository.root), sources) == {
        "a.mdx": "2021-03-04",
        "b.mdx": "2020-02-03",
        "döner.mdx": "2020-02-03",
    }


def test_without_a_repository_nothing_is_known(tmp_path: Path) -> None:
    assert find_commit(str(tmp_path)) == ""
    assert load_commit_days(str(tmp_path), ["a.mdx"]) == {}


def test_a_repository_without_commits_knows_nothing(repository: Repository) -> None:
    assert load_commit_days(str(repository.root), ["a.mdx"]) == {}


def test_where_the_history_was_cut_the_day_is_unknown(
    repository: Repository, tmp_path: Path
) -> None:
    repository.commit("2020-02-03", a="1", b="1")
    repository.commit("2021-03-04", a="2", b="2")
    repository.commit("2022-04-05", a="3")
    url = repository.top.as_uri()
    repository.run("clone", "-q", "--depth", "2", url, str(tmp_path / "clone"))
    days = load_commit_days(str(tmp_path / "clone/docs"), ["a.mdx", "b.mdx"])
    assert days == {"a.mdx": "2022-04-05", "b.mdx": None}


def test_a_repository_cannot_make_us_run_anything(repository: Repository, tmp_path: Path) -> None:
    repository.commit("2020-02-03", a="1")
    repository.sign()
    mark = tmp_path / "mark"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    script.chmod(0o755)
    for key in (
        "core.pager",
        "core.fsmonitor",
        "core.sshCommand",
        "diff.external",
        "gpg.program",
        "diff.text.textconv",
    ):
        repository.run("config", key, str(script))
    repository.run("config", "log.showSignature", "true")
    (repository.top / ".gitattributes").write_text("*.mdx diff=text\n")
    assert load_commit_days(str(repository.root), ["a.mdx"]) == {"a.mdx": "2020-02-03"}
    assert not mark.exists()


def test_variables_of_a_hook_do_not_lead_elsewhere(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit("2020-02-03", a="1")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nothing"))
    assert load_commit_days(str(repository.root), ["a.mdx"]) == {"a.mdx": "2020-02-03"}


def test_the_commit_is_found_in_all_forms(repository: Repository, tmp_path: Path) -> None:
    repository.commit("2020-02-03", a="1")
    commit = repository.run("rev-parse", "HEAD")
    assert find_commit(str(repository.root)) == commit
    repository.run("worktree", "add", "-q", str(tmp_path / "tree"))
    assert find_commit(str(tmp_path / "tree/docs")) == commit
    repository.run("pack-refs", "--all")
    assert find_commit(str(repository.root)) == commit
    repository.run("checkout", "-q", "--detach")
    assert find_commit(str(repository.root)) == commit
    (repository.top / ".git/HEAD").write_text("ref: refs/../../etc/passwd\n")
    assert find_commit(str(repository.root)) is None


def test_the_disk_tells_the_day_of_what_git_does_not_know() -> None:
    file = SourceFile("new.mdx", Kind.PAGE, 1, 1_000_000_000 * 10**9, 0, "/new.mdx", (0, 0))
    dates = FileDates({"a.mdx": "2020-02-03", "cut.mdx": None}, {"new.mdx": file, "cut.mdx": file})
    found = [dates.find(name) for name in ("a.mdx", "cut.mdx", "new.mdx", "none.mdx")]
    assert found == ["2020-02-03", None, "2001-09-09", None]
    assert format_day(10**18) is None
