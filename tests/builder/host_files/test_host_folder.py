"""The folder beside a site: it is written with the site, and only where nothing else stands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.cli.entry import main

PROJECT: dict[str, Any] = {
    "site.json": {
        "name": "Test",
        "navigation": [{"group": "A", "pages": ["index", "two"]}],
        "redirects": [{"source": "/old", "destination": "/two"}],
    },
    "index.mdx": "# Home",
    "two.mdx": "# Two",
}


@pytest.fixture
def build(write_project: Any, tmp_path: Path) -> Any:
    project = write_project(PROJECT)

    def run(*hosts: str, output: Path = tmp_path / "out") -> Any:
        options = BuildOptions(host_files=frozenset(hosts), cache_folder=str(tmp_path / "cache"))
        return build_folder(str(project), str(output), options)

    return run


def test_web_servers_get_a_folder_that_visitors_never_see(build: Any, tmp_path: Path) -> None:
    report = build("nginx", "caddy")
    assert report.problems == ()
    folder = tmp_path / "out.hosts"
    assert sorted(path.name for path in folder.iterdir()) == [
        ".octavo-output",
        "Caddyfile",
        "nginx.conf",
    ]
    assert not list((tmp_path / "out").rglob("*nginx*"))
    assert not list((tmp_path / "out").rglob("Caddyfile"))


def test_without_hosts_nothing_is_written_for_them(build: Any, tmp_path: Path) -> None:
    build()
    assert not (tmp_path / "out.hosts").exists()
    assert not {"_redirects", "_headers", "vercel.json"} & {
        path.name for path in (tmp_path / "out").iterdir()
    }


def test_a_build_for_other_hosts_writes_their_files_though_no_page_changed(
    build: Any, tmp_path: Path
) -> None:
    build()
    build("netlify")
    assert (tmp_path / "out/_redirects").exists()
    build("vercel")
    assert not (tmp_path / "out/_redirects").exists()
    assert (tmp_path / "out/vercel.json").exists()


def test_files_for_hosts_stay_when_a_page_is_built_again(
    build: Any, tmp_path: Path, write_project: Any
) -> None:
    build("netlify", "nginx")
    write_project({"two.mdx": "# Two\n\nMore."})
    build("netlify", "nginx")
    assert "More." in (tmp_path / "out/two/index.html").read_text()
    assert (tmp_path / "out/_redirects").exists()
    assert (tmp_path / "out.hosts/nginx.conf").exists()


def test_a_folder_that_was_removed_is_written_again(build: Any, tmp_path: Path) -> None:
    build("nginx")
    include = tmp_path / "out.hosts/nginx.conf"
    include.unlink()
    build("nginx")
    assert "location" in include.read_text()


def test_a_redirect_that_is_added_is_told_to_web_servers(
    build: Any, tmp_path: Path, write_project: Any
) -> None:
    build("nginx")
    settings = json.loads(json.dumps(PROJECT["site.json"]))
    settings["redirects"].append({"source": "/older", "destination": "/two"})
    write_project({"site.json": settings})
    build("nginx")
    assert '"/older"' in (tmp_path / "out.hosts/nginx.conf").read_text()


def test_a_folder_of_somebody_else_is_left_alone(build: Any, tmp_path: Path) -> None:
    (tmp_path / "out.hosts").mkdir()
    (tmp_path / "out.hosts/mine").write_text("mine")
    report = build("nginx")
    assert [problem.code.value for problem in report.problems] == ["output-not-ours"]
    assert not (tmp_path / "out").exists()


def test_the_folder_in_a_project_is_no_part_of_the_site(build: Any, tmp_path: Path) -> None:
    inside = tmp_path / "project/dist"
    build("nginx", output=inside)
    build("caddy", output=inside)
    assert not list(inside.rglob("*nginx*"))
    assert not list(inside.rglob("*hosts*"))


def test_hosts_are_named_in_a_list_or_one_by_one(
    write_project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = str(write_project(PROJECT))
    output = str(tmp_path / "out")
    arguments = ["build", project, "-o", output, "--host-files", "vercel,nginx"]
    assert main([*arguments, "--host-files", "netlify"]) == 0
    assert (tmp_path / "out/vercel.json").exists()
    assert (tmp_path / "out/_redirects").exists()
    assert (tmp_path / "out.hosts/nginx.conf").exists()
    with pytest.raises(SystemExit, match="2"):
        main(["build", project, "--host-files", "apache"])
    assert "'apache' is none of netlify, cloudflare" in capsys.readouterr().err


def test_nginx_is_not_told_of_a_pattern_that_would_keep_it_busy(
    build: Any, tmp_path: Path, write_project: Any
) -> None:
    settings = json.loads(json.dumps(PROJECT["site.json"]))
    settings["redirects"] = [
        {"source": "/a/:x*/b/:y*/c", "destination": "/two/:x*/:y*"},
        {"source": "/:x*/b/:y*", "destination": "/two/:x*/:y*"},
        {"source": "/d/:x/:y/:z", "destination": "/two/:z"},
    ]
    write_project({"site.json": settings})
    report = build("nginx", "caddy")
    reason = "an address could be written for which nginx would take long: `/a/:x*/b/:y*/c`"
    assert [problem.message for problem in report.problems] == [
        f"a redirect is not in `nginx.conf`, because {reason}"
    ]
    include = (tmp_path / "out.hosts/nginx.conf").read_text()
    assert "/two/$1/$2" in include
    assert "/two/$3" in include
    assert "^/a/(" in (tmp_path / "out.hosts/Caddyfile").read_text()
