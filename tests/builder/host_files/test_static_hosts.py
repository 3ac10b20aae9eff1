"""The files for static hosts, read as these hosts read them: they answer as Octavo does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildOptions, BuildReport, build_folder
from octavo.builder.host_files import BESIDE, HOSTS
from tests.builder.host_files import static_hosts
from tests.builder.host_files.following import follow
from tests.builder.host_files.redirect_project import PROJECT, REDIRECTS, addresses
from tests.builder.host_files.static_hosts import NOT_TOLD, READERS, headers_of, read_header_rules
from tests.previews import RunningPreview, running_preview
from tests.project_folder import write_files

TWINS = ("/index.md", "/guides/install.md", "/llms.txt", "/llms-full.txt")
# Redirects that no host gets, which the build reports, or that hosts match differently: their `*`
# may be empty, and they compare escapes literally.
ELSE = ("/recipes", "/recipes/", "/men%c3%bc/%e2%82%ac", "/price%245", "/.octavo-output")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_files(tmp_path_factory.mktemp("project"), project_with(*REDIRECTS[:-1]))


def project_with(*redirects: dict[str, Any]) -> dict[str, Any]:
    return {**PROJECT, "site.json": {**PROJECT["site.json"], "redirects": redirects}}


@pytest.fixture(scope="module")
def preview(project: Path) -> Iterator[RunningPreview]:
    with running_preview(project) as running:
        yield running


def build_for(project: Path, output: Path, *hosts: str) -> BuildReport:
    return build_folder(str(project), str(output), BuildOptions(host_files=frozenset(hosts)))


def left_out(report: BuildReport) -> list[tuple[str, str]]:
    """Return how severe it is that redirects are left out, and why they are."""
    return [
        (problem.severity.value, problem.message.partition(", because ")[2])
        for problem in report.problems
        if problem.code.value == "host-redirects-left-out"
    ]


def test_every_static_host_has_a_reader() -> None:
    assert READERS.keys() == set(HOSTS) - BESIDE.keys()


@pytest.mark.parametrize("name", READERS)
def test_every_address_gets_the_answer_that_octavo_gives(
    name: str, project: Path, preview: RunningPreview, tmp_path: Path
) -> None:
    build_for(project, tmp_path / "out", name)
    host = READERS[name](tmp_path / "out")
    asked = [
        each
        for each in addresses()
        if "?" not in each and each not in ELSE and not each.startswith(NOT_TOLD.get(name, ()))
    ]
    wrong = [
        (address, answer, expected)
        for address in asked
        if (answer := follow(host, address)) != (expected := follow(preview, address))
    ]
    assert len(asked) > 100
    assert not wrong, "\n".join(map(str, wrong[:40]))


def test_netlify_is_told_codes_it_knows_and_to_look_at_no_page_that_stands_in(
    project: Path, tmp_path: Path
) -> None:
    report = build_for(project, tmp_path / "out", "netlify")
    lines = (tmp_path / "out/_redirects").read_text().splitlines()
    assert "/old /guides/install/ 301!" in lines
    assert "/soon /guides/setup/ 302!" in lines
    assert "/caf%C3%A9%20au%20lait /guides/%C3%BCber/ 301!" in lines
    assert "/recipes/* /guides/:splat 301" in lines
    assert "/archive/:a/:b /guides/:b/:a 302" in lines
    assert left_out(report) == [
        ("info", "this host leads to paths and secure addresses only: `/mail`"),
        (
            "warning",
            (
                "this host knows whole parts of a path, and `*` at the end, only: "
                "`/news-*`, `/v1/:page*/edit`, `/users/:name.html`"
            ),
        ),
    ]
    assert "3 redirects are not in `_redirects`" in str(report.problems)


def test_cloudflare_is_told_to_serve_pages_that_a_pattern_would_hide(tmp_path: Path) -> None:
    pattern = {"source": "/guides/:page*", "destination": "/gone/:page*"}
    files = project_with({"source": "/guides/old", "destination": "/guides/setup"}, pattern)
    build_for(write_files(tmp_path / "project", files), tmp_path / "out", "cloudflare")
    host = static_hosts.cloudflare(tmp_path / "out")
    assert follow(host, "/guides/install/") == (200, "http://site/guides/install", "")
    assert follow(host, "/guides/%C3%BCber/") == (200, "http://site/guides/über", "")
    assert follow(host, "/guides/old") == (200, "http://site/guides/setup", "308")
    assert follow(host, "/guides/deep/gone") == (404, "http://site/gone/deep/gone", "308")
    assert "/guides/install/ /guides/install/ 200" in (tmp_path / "out/_redirects").read_text()


@pytest.mark.parametrize("name", ["netlify", "cloudflare"])
def test_a_visitor_cannot_choose_the_host_of_a_path_that_is_only_a_parameter(
    name: str, tmp_path: Path
) -> None:
    files = project_with(
        {"source": "/v3/:slug*", "destination": "/:slug*"},
        {"source": "/v2-:slug*", "destination": "/:slug*"},
    )
    report = build_for(write_files(tmp_path / "project", files), tmp_path / "out", name)
    host = READERS[name](tmp_path / "out")
    assert follow(host, "/v3/guides/install") == (200, "http://site/guides/install", "308")
    assert follow(host, "/v3/a/b/c/d/e/") == (404, "http://site/a/b/c/d/e", "308")
    rules = (tmp_path / "out/_redirects").read_text()
    assert "/:splat" not in rules
    led = "a visitor could choose where it leads: let a name follow the first slash: `/v2-:slug*`"
    assert left_out(report) == [("warning", led)]


def test_cloudflare_follows_no_empty_part_of_a_path(tmp_path: Path) -> None:
    files = project_with({"source": "/v3/:slug*", "destination": "/:slug*"})
    build_for(write_files(tmp_path / "project", files), tmp_path / "out", "cloudflare")
    host = static_hosts.cloudflare(tmp_path / "out")
    for address in ("/v3//evil.example", "/v3///evil.example/", "/v3/"):
        assert host.get(address).status == 404


def test_cloudflare_gets_no_pattern_that_would_hide_more_pages_than_it_has_rules(
    tmp_path: Path,
) -> None:
    files = project_with(
        *({"source": f"/old/{n}", "destination": "/guides/setup"} for n in range(995)),
        {"source": "/guides/:page*", "destination": "/gone/:page*"},
    )
    report = build_for(write_files(tmp_path / "project", files), tmp_path / "out", "cloudflare")
    static_hosts.cloudflare(tmp_path / "out")
    reason = "this host would follow it even where there are pages: `/guides/:page*`"
    assert ("warning", reason) in left_out(report)


def test_cloudflare_gets_as_many_rules_as_it_reads(tmp_path: Path) -> None:
    files = project_with(
        *({"source": f"/old/{n}", "destination": "/guides/setup"} for n in range(1100)),
        *({"source": f"/{n}/:x", "destination": "/guides/:x"} for n in range(60)),
        {"source": "/long" * 250, "destination": "/guides/setup"},
    )
    report = build_for(write_files(tmp_path / "project", files), tmp_path / "out", "cloudflare")
    static_hosts.cloudflare(tmp_path / "out")
    assert [(severity, reason.partition(":")[0]) for severity, reason in left_out(report)] == [
        ("info", "there are 2,000 rules without parameters at most"),
        ("info", "a rule has 1,000 characters at most"),
        ("warning", "there are 100 rules with parameters at most"),
    ]
    assert "103 redirects are not in `_redirects`" in str(report.problems)
    assert "10 redirects are not in `_redirects`" in str(report.problems)


def test_vercel_gets_no_pattern_that_would_hide_a_page(tmp_path: Path) -> None:
    files = project_with(
        {"source": "/guides/:page*", "destination": "/gone/:page*"},
        {"source": "/:lang/guides/:page*", "destination": "/guides/:page*", "permanent": False},
        {"source": "/moved/:page", "destination": "/guides/:page"},
        {"source": "/moved/here", "destination": "/guides/setup"},
        {"source": "/a*", "destination": "/guides/install-*"},
    )
    report = build_for(write_files(tmp_path / "project", files), tmp_path / "out", "vercel")
    reason = "this host would follow it even where there are pages, such as"
    assert [each for _, each in left_out(report)] == [
        f"{reason} `/guides/deep/page`: `/guides/:page*`",
        f"{reason} `/app.webmanifest`: `/a*`",
    ]
    redirects = json.loads((tmp_path / "out/vercel.json").read_text())["redirects"]
    assert [each["source"] for each in redirects if "moved" in each["source"]] == [
        "/moved/here{/}?",
        "/moved/:a([^/]+){/}?",
    ]
    assert redirects[-2] == {
        "source": "/:a([^/]+)/guides/:b(.+)",
        "destination": "/guides/:b",
        "permanent": False,
    }


@pytest.mark.parametrize("name", READERS)
def test_a_name_that_stands_twice_is_told_to_no_host(name: str, tmp_path: Path) -> None:
    files = project_with({"source": "/:a/x/:a", "destination": "/guides/:a"})
    report = build_for(write_files(tmp_path / "project", files), tmp_path / "out", name)
    assert [severity for severity, _ in left_out(report)] == ["warning"]


def test_one_file_for_netlify_and_cloudflare_holds_what_both_understand(
    project: Path, tmp_path: Path
) -> None:
    build_for(project, tmp_path / "out", "netlify", "cloudflare")
    lines = (tmp_path / "out/_redirects").read_text().splitlines()
    assert "/old /guides/install/ 301" in lines
    assert "/old/ /guides/install/ 301" in lines
    assert not [line for line in lines if line.endswith(("!", "308", "307"))]


def test_headers_of_static_hosts(project: Path, tmp_path: Path) -> None:
    build_for(project, tmp_path / "out", "cloudflare")
    rules = read_header_rules((tmp_path / "out/_headers").read_text())
    page = headers_of(rules, "/guides/install/")
    assert page["Content-Security-Policy"] == "frame-ancestors 'self'"
    assert page["X-Content-Type-Options"] == "nosniff"
    assert "Cache-Control" not in page
    drawing = headers_of(rules, "/images/drawing.svg")
    assert "sandbox" in drawing["Content-Security-Policy"]
    assert "sandbox" in headers_of(rules, "/widget")["Content-Security-Policy"]
    script = next((tmp_path / "out").glob("_octavo/????????????/**/*.js"))
    path = f"/{script.relative_to(tmp_path / 'out').as_posix()}"
    assert headers_of(rules, path)["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("host", ["netlify", "cloudflare"])
def test_static_hosts_show_twins_to_no_search_engine(
    host: str, project: Path, tmp_path: Path
) -> None:
    build_for(project, tmp_path / "out", host)
    rules = read_header_rules((tmp_path / "out/_headers").read_text())
    for path in TWINS:
        assert (tmp_path / f"out{path}").is_file()
        assert headers_of(rules, path)["X-Robots-Tag"] == "noindex"
    for path in ("/", "/guides/install/", "/images/drawing.svg", "/robots.txt", "/md"):
        assert "X-Robots-Tag" not in headers_of(rules, path)


def test_a_list_for_machines_of_the_author_is_shown(tmp_path: Path) -> None:
    root = write_files(tmp_path / "project", PROJECT | {"llms.txt": "Mine"})
    build_for(root, tmp_path / "out", "netlify", "vercel")
    rules = read_header_rules((tmp_path / "out/_headers").read_text())
    assert "X-Robots-Tag" not in headers_of(rules, "/llms.txt")
    assert headers_of(rules, "/llms-full.txt")["X-Robots-Tag"] == "noindex"
    assert "/llms.txt" not in (tmp_path / "out/vercel.json").read_text()


def test_more_files_than_cloudflare_has_rules_for_are_told(tmp_path: Path) -> None:
    files = PROJECT | {f"pictures/{n}.svg": "<svg/>" for n in range(120)}
    report = build_for(write_files(tmp_path / "project", files), tmp_path / "out", "cloudflare")
    rules = read_header_rules((tmp_path / "out/_headers").read_text())
    assert len(rules) == 100
    assert [each.message for each in report.problems if "found no room" in each.message] == [
        (
            "28 rules for files that a browser would run found no room in `_headers`, "
            "which may hold 100"
        )
    ]


def test_headers_of_vercel(project: Path, tmp_path: Path) -> None:
    build_for(project, tmp_path / "out", "vercel")
    rules = json.loads((tmp_path / "out/vercel.json").read_text())["headers"]
    by_source = {
        rule["source"]: {each["key"]: each["value"] for each in rule["headers"]} for rule in rules
    }
    assert by_source["/(.*)"]["X-Content-Type-Options"] == "nosniff"
    hidden = [source for source, headers in by_source.items() if "X-Robots-Tag" in headers]
    assert hidden == ["/(.*).md", "/llms.txt", "/llms-full.txt"]
    drawing = by_source["/images/drawing.svg"]["Content-Security-Policy"]
    assert "sandbox" in drawing
    assert drawing.endswith("frame-ancestors 'self'")  # the last rule takes the place of others


def test_a_file_of_the_author_is_published_in_the_place_of_ours(tmp_path: Path) -> None:
    files = PROJECT | {"_redirects": "/mine /yours", "vercel.json": "{}"}
    hosts = ("cloudflare", "vercel")
    report = build_for(write_files(tmp_path / "project", files), tmp_path / "out", *hosts)
    assert (tmp_path / "out/_redirects").read_text() == "/mine /yours"
    assert (tmp_path / "out/vercel.json").read_text() == "{}"
    assert (tmp_path / "out/_headers").exists()
    kept = [each for each in report.problems if each.code.value == "host-file-kept"]
    assert [(each.severity.value, each.location.source) for each in kept] == [
        ("info", "_redirects"),
        ("info", "vercel.json"),
    ]
    assert not left_out(report)
