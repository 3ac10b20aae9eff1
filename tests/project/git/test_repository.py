from __future__ import annotations

import os
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from octavo.project.git.git_folder import find_git
from octavo.project.git.repository import (
    Repository,
    build_edit_address,
    build_issue_address,
    find_web_address,
    load_repository,
    resolve_repository,
)
from octavo.settings.models import links as settings
from tests.patience import HANGS_AFTER

GITHUB = Repository("https://github.com/acme/docs", "main")


def write_git(folder: Path, url: str, head: str = "ref: refs/heads/main\n") -> Path:
    git = folder / ".git"
    git.mkdir(parents=True)
    config = f'[core]\n\tbare = false\n[remote "origin"]\n\turl = {url}\n\tfetch = +refs/*\n'
    (git / "config").write_text(config)
    (git / "HEAD").write_text(head)
    return folder


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("https://github.com/acme/docs.git", "https://github.com/acme/docs"),
        ("https://github.com/acme/docs/", "https://github.com/acme/docs"),
        ("https://user:secret@github.com/acme/docs.git", "https://github.com/acme/docs"),
        ("https://x-access-token:t0ken@GitHub.com/acme/docs", "https://github.com/acme/docs"),
        ("git@github.com:acme/docs.git", "https://github.com/acme/docs"),
        ("github.com:acme/docs", "https://github.com/acme/docs"),
        ("git@github.com-work:acme/docs.git", "https://github.com/acme/docs"),
        ("ssh://git@ssh.github.com:443/acme/docs.git", "https://github.com/acme/docs"),
        ("ssh://git@gitlab.com:2222/a/b/c/docs.git", "https://gitlab.com/a/b/c/docs"),
        ("git+ssh://git@codeberg.org/acme/docs", "https://codeberg.org/acme/docs"),
        ("git://bitbucket.org/acme/docs.git", "https://bitbucket.org/acme/docs"),
        ("http://gitea.example.com:3000/acme/docs", "http://gitea.example.com:3000/acme/docs"),
        ("https://github.com/acme/docs.github.io?x=1#y", "https://github.com/acme/docs.github.io"),
    ],
)
def test_every_form_of_a_remote_becomes_a_web_address_without_credentials(
    remote: str, address: str
) -> None:
    assert find_web_address(remote) == address


@pytest.mark.parametrize(
    "remote",
    [
        "",
        "/srv/git/docs.git",
        "../docs.git",
        "file:///srv/git/docs.git",
        "C:/git/docs.git",
        "C:\\work\\docs.git",
        "work:acme/docs",
        "https://github.com",
        "https://github.com/",
        "https://localhost/acme/docs",
        "https://github.com/acme/../../docs",
        "https://github.com:99999999/acme/docs",
        "https://[::1/acme/docs",
        "javascript://github.com/%0aalert(1)",
        'https://github.com/acme/"><script>',
        "git@github.com:acme/docs evil",
        "ext::sh -c touch% /tmp/x",
        "https://github.com/" + "a/" * 100_000,
    ],
)
def test_what_is_no_public_address_is_left_out(remote: str) -> None:
    assert find_web_address(remote) is None


def test_a_checkout_says_address_branch_and_folder(tmp_path: Path) -> None:
    top = write_git(tmp_path / "repo", "git@github.com:acme/site.git", "ref: refs/heads/docs/v2\n")
    project = top / "apps" / "docs"
    project.mkdir(parents=True)
    assert load_repository(str(project)) == Repository(
        "https://github.com/acme/site", "docs/v2", "apps/docs"
    )
    assert load_repository(str(top)) == Repository("https://github.com/acme/site", "docs/v2", "")


def test_a_project_reached_through_a_link_has_its_real_folder(tmp_path: Path) -> None:
    top = write_git(tmp_path / "repo", "https://github.com/acme/site")
    (top / "docs").mkdir()
    (tmp_path / "link").symlink_to(top / "docs")
    repository = load_repository(str(tmp_path / "link"))
    assert repository is not None
    assert repository.folder == "docs"


def test_a_worktree_takes_the_settings_of_its_repository_and_its_own_branch(tmp_path: Path) -> None:
    top = write_git(tmp_path / "repo", "https://github.com/acme/site")
    own = top / ".git" / "worktrees" / "fix"
    own.mkdir(parents=True)
    (own / "HEAD").write_text("ref: refs/heads/fix\n")
    (own / "commondir").write_text("../..\n")
    tree = tmp_path / "fix"
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {own}\n")
    assert load_repository(str(tree)) == Repository("https://github.com/acme/site", "fix", "")


def test_a_submodule_is_a_repository_of_its_own(tmp_path: Path) -> None:
    top = write_git(tmp_path / "repo", "https://github.com/acme/site")
    modules = top / ".git" / "modules"
    modules.mkdir()
    write_git(modules / "x", "https://gitlab.com/acme/docs").joinpath(".git").rename(
        modules / "docs"
    )
    module = top / "docs"
    (module / "pages").mkdir(parents=True)
    (module / ".git").write_text("gitdir: ../.git/modules/docs\n")
    assert load_repository(str(module / "pages")) == Repository(
        "https://gitlab.com/acme/docs", "main", "pages"
    )


def test_a_single_commit_checked_out_takes_the_default_branch_of_the_remote(tmp_path: Path) -> None:
    top = write_git(tmp_path / "repo", "https://github.com/acme/site", "5f3c" * 10)
    repository = load_repository(str(top))
    assert repository == Repository("https://github.com/acme/site", None, "")
    remote = top / ".git" / "refs" / "remotes" / "origin"
    remote.mkdir(parents=True)
    (remote / "HEAD").write_text("ref: refs/remotes/origin/trunk\n")
    repository = load_repository(str(top))
    assert repository is not None
    assert repository.branch == "trunk"


@pytest.mark.parametrize(
    "config",
    [
        '[remote "origin"] url = https://github.com/acme/docs\n',
        '[REMOTE "origin"]\n  URL="https://github.com/acme/docs" ; comment\n',
        (
            '# x\n[remote "up"]\nurl = https://github.com/a/b\n[remote "origin"]\r\n'
            "\turl\t=\thttps://github.com/acme/docs # comment\r\n"
        ),
        '[remote "origin"]\npushurl = https://github.com/x/y\nurl = https://github.com/acme/docs',
    ],
)
def test_settings_of_git_are_read_in_all_their_spellings(tmp_path: Path, config: str) -> None:
    write_git(tmp_path, "x")
    (tmp_path / ".git" / "config").write_text(config)
    repository = load_repository(str(tmp_path))
    assert repository is not None
    assert repository.url == "https://github.com/acme/docs"


@pytest.mark.parametrize(
    "config",
    [
        "",
        "[remote]\nurl = https://github.com/a/b",
        '[remote "other"]\nurl = https://github.com/a/b',
        '[branch "origin"]\nurl = https://github.com/a/b',
        '[remote "origin"]\nfetch = x',
        '[remote "origin',
    ],
)
def test_without_a_remote_named_origin_nothing_is_known(tmp_path: Path, config: str) -> None:
    write_git(tmp_path, "x")
    (tmp_path / ".git" / "config").write_text(config)
    assert load_repository(str(tmp_path)) is None


def test_strange_files_are_never_an_exception(tmp_path: Path) -> None:
    write_git(tmp_path / "binary", "https://github.com/acme/docs")
    (tmp_path / "binary" / ".git" / "config").write_bytes(bytes(range(256)) * 100)
    write_git(tmp_path / "large", "https://github.com/acme/docs")
    (tmp_path / "large" / ".git" / "config").write_bytes(b"#" * 2_000_000)
    write_git(tmp_path / "folder", "https://github.com/acme/docs")
    (tmp_path / "folder" / ".git" / "config").unlink()
    (tmp_path / "folder" / ".git" / "config").mkdir()
    targets = ("", ".", "\0", "//host/share", r"\\host\share", "../" * 500, "/dev", "x" * 5000)
    for number, target in enumerate(targets):
        (tmp_path / f"pointer-{number}").mkdir()
        (tmp_path / f"pointer-{number}" / ".git").write_text(f"gitdir: {target}\n")
    for project in tmp_path.iterdir():
        assert load_repository(str(project)) is None, project
    assert load_repository(str(tmp_path / "missing")) is None
    assert load_repository("\0") is None


@pytest.mark.parametrize("target", ["//host/share/a.git", r"\\host\share\a.git"])
def test_no_other_computer_is_asked_for_gits_files(tmp_path: Path, target: str) -> None:
    (tmp_path / ".git").write_text(f"gitdir: {target}\n")
    assert find_git(str(tmp_path)) is None


def test_links_and_pipes_in_place_of_gits_files_are_not_read(tmp_path: Path) -> None:
    real = write_git(tmp_path / "real", "https://github.com/acme/docs")
    linked = tmp_path / "linked"
    linked.mkdir()
    (linked / ".git").symlink_to(real / ".git")
    assert load_repository(str(linked)) is None
    piped = write_git(tmp_path / "piped", "https://github.com/acme/docs")
    (piped / ".git" / "config").unlink()
    os.mkfifo(piped / ".git" / "config")
    assert load_repository(str(piped)) is None
    config = write_git(tmp_path / "config", "https://github.com/acme/docs")
    (config / ".git" / "config").unlink()
    (config / ".git" / "config").symlink_to(real / ".git" / "config")
    assert load_repository(str(config)) is None


def test_a_hostile_branch_is_left_out(tmp_path: Path) -> None:
    for number, head in enumerate(("ref: refs/heads/a b", "ref: refs/heads/" + "x" * 300, "ref:")):
        top = write_git(tmp_path / str(number), "https://github.com/acme/docs", head)
        assert load_repository(str(top)) == Repository("https://github.com/acme/docs", None, "")


def test_a_large_hostile_config_is_read_in_no_time(tmp_path: Path) -> None:
    write_git(tmp_path, "x")
    lines = (
        '[remote "origin"]\n'
        + "[" * 300_000
        + "\n"
        + " " * 300_000
        + "\n"
        + '[a "'
        + "\\" * 300_000
    )
    (tmp_path / ".git" / "config").write_text(lines)
    start = time.process_time()
    assert load_repository(str(tmp_path)) is None
    assert time.process_time() - start < HANGS_AFTER


def test_settings_win_field_by_field() -> None:
    found = Repository("https://github.com/me/fork", "fix", "docs", "trunk")
    assert resolve_repository(found, None) == found
    assert resolve_repository(None, None) is None
    only_url = settings.Repository(url="https://github.com/acme/docs.git")
    assert resolve_repository(found, only_url) == Repository(
        "https://github.com/acme/docs", "main", "docs"
    )
    assert resolve_repository(None, only_url) == Repository("https://github.com/acme/docs", "main")
    everything = settings.Repository(
        url="https://user:pass@gitlab.com/acme/docs", branch="main", folder="./site/docs/"
    )
    assert resolve_repository(found, everything) == Repository(
        "https://gitlab.com/acme/docs", "main", "site/docs"
    )


@pytest.mark.parametrize(
    ("checked_out", "default", "branch"),
    [("fix", "trunk", "trunk"), ("master", None, "master"), (None, None, "main")],
)
def test_a_repository_without_a_branch_is_edited_on_its_default_branch(
    checked_out: str | None, default: str | None, branch: str
) -> None:
    found = Repository("https://github.com/acme/docs", checked_out, "", default)
    setting = settings.Repository(url="https://github.com/acme/docs")
    joined = resolve_repository(found, setting)
    assert joined is not None
    assert joined.branch == branch


def test_a_checkout_without_any_branch_is_edited_on_main() -> None:
    found = resolve_repository(Repository("https://github.com/acme/docs"), None)
    assert found == Repository("https://github.com/acme/docs", "main")


def test_an_empty_folder_in_the_settings_means_the_root() -> None:
    found = Repository("https://github.com/acme/docs", "main", "docs")
    for folder in ("", "/", ".", "../up"):
        setting = settings.Repository(url="https://github.com/acme/docs", folder=folder)
        joined = resolve_repository(found, setting)
        assert joined is not None
        assert joined.folder == "", folder


def test_an_address_in_the_settings_that_cannot_be_used_gives_no_links() -> None:
    setting = settings.Repository(url="https://localhost/acme/docs")
    assert resolve_repository(GITHUB, setting) is None


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://github.com/a/b", "https://github.com/a/b/edit/main/docs/x/y.mdx"),
        (
            "https://github.corp.example/a/b",
            "https://github.corp.example/a/b/edit/main/docs/x/y.mdx",
        ),
        ("https://gitlab.com/a/b", "https://gitlab.com/a/b/-/edit/main/docs/x/y.mdx"),
        ("https://bitbucket.org/a/b", "https://bitbucket.org/a/b/src/main/docs/x/y.mdx?mode=edit"),
        ("https://codeberg.org/a/b", "https://codeberg.org/a/b/_edit/main/docs/x/y.mdx"),
        ("https://git.example.com/a/b", None),
    ],
)
def test_every_host_has_its_own_edit_address(url: str, address: str | None) -> None:
    assert build_edit_address(Repository(url, "main", "docs"), "x/y.mdx") == address


def test_an_edit_address_needs_a_branch() -> None:
    assert build_edit_address(Repository("https://github.com/a/b"), "index.mdx") is None


def test_names_are_escaped_in_an_edit_address() -> None:
    repository = Repository("https://github.com/a/b", "fix/#1", "")
    assert build_edit_address(repository, "a b/ü?{file}#.mdx") == (
        "https://github.com/a/b/edit/fix/%231/a%20b/%C3%BC%3F%7Bfile%7D%23.mdx"
    )
    assert build_edit_address(repository, "\ud800.mdx") is not None


@pytest.mark.parametrize(
    ("url", "path", "title_field", "text_field"),
    [
        ("https://github.com/a/b", "/a/b/issues/new", "title", "body"),
        ("https://gitlab.com/a/b", "/a/b/-/issues/new", "issue[title]", "issue[description]"),
        ("https://bitbucket.org/a/b", "/a/b/issues/new", "title", "content"),
        ("https://gitea.example.com/a/b", "/a/b/issues/new", "title", "body"),
    ],
)
def test_an_issue_names_the_page(url: str, path: str, title_field: str, text_field: str) -> None:
    address = build_issue_address(Repository(url), "Q&A: <b>", "https://docs.example.com/q?a=1")
    assert address is not None
    parts = urlsplit(address)
    assert parts.path == path
    assert parse_qs(parts.query) == {
        title_field: ["Docs: Q&A: <b>"],
        text_field: ["Page: https://docs.example.com/q?a=1\n\n"],
    }


def test_a_long_title_does_not_make_an_endless_address() -> None:
    address = build_issue_address(GITHUB, "x" * 100_000 + "\ud800", "https://docs.example.com/")
    assert address is not None
    assert len(address) < 500
    assert build_issue_address(Repository("https://git.example.com/a/b"), "x", "y") is None
