"""Building into a folder: the written files, and their publication as a whole or not at all."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.builder.publish import exchange as exchange_module
from octavo.builder.publish.exchange import exchange
from octavo.builder.publish.held_folder import hold_path
from octavo.problems import Code
from octavo.project.walk import OUTPUT_MARK
from tests.loaded_modules import modules_loaded_to_build
from tests.render.listings.test_sitemap import SITE_FILES
from tests.site_search import list_pages

SITE: dict[str, Any] = {
    "site.json": {
        "name": "Test",
        "navigation": [{"group": "A", "pages": ["guides/one", "guides/two"]}],
        "redirects": [
            {"source": "/old", "destination": "/guides/two#part"},
            {"source": "/away", "destination": "https://example.com/"},
        ],
    },
    "guides/one.mdx": "# One\n\n![A picture](../images/a.png) and [two](two).\n",
    "guides/two.md": "# Two\n\n## Part\n",
    "images/a.png": b"\x89PNG",
    "style.css": "body {}",
    "script.js": "1",
    "data.json": "{}",
    ".env": "SECRET=1",
}


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_everything_of_the_site_is_written(write_project: Any, tmp_path: Path) -> None:
    report = build_folder(str(write_project(SITE)), str(tmp_path / "out"))
    written = tree(tmp_path / "out")
    own = sorted(name for name in written if not name.startswith("_octavo/"))
    assert [name for name in own if name not in SITE_FILES] == [
        ".octavo-output",
        "away/index.html",
        "data.json",
        "guides/index.html",
        "guides/one.md",
        "guides/one/index.html",
        "guides/two.md",
        "guides/two/index.html",
        "images/a.png",
        "index.html",
        "old/index.html",
        "script.js",
        "style.css",
    ]
    assert report.problems == ()
    assert report.pages == 2
    assert written["images/a.png"] == b"\x89PNG"


def test_pages_link_to_each_other_their_files_and_the_authors_styles(
    write_project: Any, tmp_path: Path
) -> None:
    build_folder(str(write_project(SITE)), str(tmp_path / "out"), BuildOptions(base_path="/docs"))
    html = (tmp_path / "out/guides/one/index.html").read_text()
    assert 'src="/docs/images/a.png"' in html
    assert '<a href="/docs/guides/two/">two</a>' in html
    assert '<link rel="stylesheet" href="/docs/style.css">' in html
    assert '<script src="/docs/script.js" defer></script>' in html


CANONICAL = re.compile('<link rel="canonical" href="([^"]*)">')


@pytest.mark.parametrize(
    ("written", "site_url", "base_path", "address"),
    [
        ("https://a.example", "", "", "https://a.example/guides/one/"),
        ("https://a.example/docs", "", "", "https://a.example/docs/guides/one/"),
        ("https://a.example/docs", "", "/docs", "https://a.example/docs/guides/one/"),
        ("https://a.example", "https://b.example", "", "https://b.example/guides/one/"),
        (None, "https://b.example/x", "", "https://b.example/x/guides/one/"),
        (None, "", "/docs", None),
    ],
)
def test_pages_name_their_address_if_that_of_the_site_is_known(
    write_project: Any,
    tmp_path: Path,
    written: str | None,
    site_url: str,
    base_path: str,
    address: str | None,
) -> None:
    settings = {**SITE["site.json"], **({"seo": {"siteUrl": written}} if written else {})}
    root = write_project({**SITE, "site.json": settings})
    report = build_folder(
        str(root), str(tmp_path / "out"), BuildOptions(base_path, site_url=site_url)
    )
    assert report.problems == ()
    html = (tmp_path / "out/guides/one/index.html").read_text()
    assert CANONICAL.findall(html) == ([address] if address else [])
    path = urlsplit(address).path if address else f"{base_path}/guides/one/"
    assert f'src="{path.removesuffix("guides/one/")}images/a.png"' in html


def test_an_address_and_a_base_path_that_differ_are_an_error(
    write_project: Any, tmp_path: Path
) -> None:
    settings = {**SITE["site.json"], "seo": {"siteUrl": "https://a.example/docs"}}
    root = write_project({**SITE, "site.json": settings})
    written = build_folder(str(root), str(tmp_path / "out"), BuildOptions("/other"))
    given = build_folder(
        str(root), str(tmp_path / "out"), BuildOptions("/docs", site_url="https://b.example")
    )
    assert [str(each.location) for each in (*written.problems, *given.problems)] == [
        "site.json:23:16",
        "--site-url",
    ]
    assert {each.code for each in (*written.problems, *given.problems)} == {Code.BASE_PATH_DIFFERS}
    assert not (tmp_path / "out").exists()


def test_urls_without_a_page_lead_on(write_project: Any, tmp_path: Path) -> None:
    build_folder(str(write_project(SITE)), str(tmp_path / "out"))

    def target(name: str) -> str:
        html = (tmp_path / "out" / name / "index.html").read_text()
        return html.split('content="0; url=')[1].split('"')[0]

    assert target("old") == "/guides/two/#part"
    assert target("away") == "https://example.com/"
    assert target("guides") == "/guides/one/"
    assert target("") == "/guides/one/"


@pytest.mark.scorecard("SR-34")
def test_two_builds_of_one_project_are_equal_to_the_byte(
    write_project: Any, tmp_path: Path
) -> None:
    root = str(write_project(SITE))
    build_folder(root, str(tmp_path / "a"))
    environment = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    command = [sys.executable, "-m", "octavo", "build", root, "-o", str(tmp_path / "b")]
    subprocess.run(command, check=True, capture_output=True, env=environment, cwd="/")
    assert tree(tmp_path / "a") == tree(tmp_path / "b")


def test_a_new_site_takes_the_old_ones_place_whole(write_project: Any, tmp_path: Path) -> None:
    root = write_project(SITE)
    build_folder(str(root), str(tmp_path / "out"))
    (root / "guides/two.md").unlink()
    (root / "guides/three.mdx").write_text("# Three\n")
    build_folder(str(root), str(tmp_path / "out"))
    written = tree(tmp_path / "out")
    assert "guides/three/index.html" in written
    assert "guides/two/index.html" not in written
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out", "project"]


def test_a_folder_that_octavo_did_not_write_is_not_replaced(
    write_project: Any, tmp_path: Path
) -> None:
    root = str(write_project(SITE))
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "thesis.txt").write_text("years of work")
    for target in (precious, Path(root), precious / "thesis.txt"):
        report = build_folder(root, str(target))
        assert report.failed
        assert [problem.code.value for problem in report.problems] == ["output-not-ours"]
    assert (precious / "thesis.txt").read_text() == "years of work"


def test_an_empty_folder_may_be_filled(write_project: Any, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    build_folder(str(write_project(SITE)), str(tmp_path / "out"))
    assert (tmp_path / "out" / OUTPUT_MARK).exists()


def test_a_build_that_fails_leaves_the_old_site(write_project: Any, tmp_path: Path) -> None:
    root = write_project(SITE)
    build_folder(str(root), str(tmp_path / "out"))
    before = tree(tmp_path / "out")
    (root / "guides/one.mdx").write_text("x" * 200_000)
    # No file may grow past 64 KiB: the disk is full, as far as this build can tell.
    script = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))\n"
        "from octavo.cli.entry import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", script, "build", str(root), "-o", str(tmp_path / "out")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 74
    assert "error: cannot write:" in ran.stderr
    assert "guides/one/index.html" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert tree(tmp_path / "out") == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out", "project"]


def test_the_output_is_never_missing_while_it_is_replaced(
    write_project: Any, tmp_path: Path
) -> None:
    root, out = write_project(SITE), tmp_path / "out"
    build_folder(str(root), str(out))
    watcher = (
        "import os, sys\n"
        "site, done, watched_by = sys.argv[1:]\n"
        "print('watching', flush=True)\n"
        "while not os.path.exists(done) and os.getppid() == int(watched_by):\n"
        "    for _ in range(100):\n"
        "        os.stat(site + '/index.html')\n"
    )
    folders = [out.stat().st_ino]
    with subprocess.Popen(
        [sys.executable, "-c", watcher, str(out), str(tmp_path / "done"), str(os.getpid())],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as watching:
        assert watching.stdout is not None
        watching.stdout.readline()
        try:
            for number in range(12):
                (root / "guides/two.md").write_text(f"# Two\n\nState {number}.\n")
                build_folder(str(root), str(out))
                folders.append(out.stat().st_ino)
        finally:
            (tmp_path / "done").touch()
    assert "State 11." in (out / "guides/two/index.html").read_text()
    assert watching.returncode == 0
    # The folder is another one after each build: all of them were exchanged.
    assert all(before != after for before, after in pairwise(folders))


def test_where_the_system_cannot_exchange_folders_two_renames_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange_module, "_find_system_call", lambda: None)
    for name in ("new", "old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    with hold_path(str(tmp_path)) as folder:
        exchange(folder, "new", folder, "old")
    assert (tmp_path / "old/file").read_text() == "new"
    assert (tmp_path / "new/file").read_text() == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["new", "old"]


def test_markdown_of_a_description_is_shown_in_the_lead_line_and_not_to_search_engines(
    write_project: Any, tmp_path: Path
) -> None:
    root = write_project(
        {
            "site.json": {"name": "T", "navigation": [{"group": "", "pages": ["index", "b"]}]},
            "index.mdx": '---\ndescription: "Use `dev` & [go **on**](b), or [not](no)."\n---\n',
            "b.mdx": "---\ntitle: B\n---\n",
        }
    )
    report = build_folder(str(root), str(tmp_path / "out"))
    page = (tmp_path / "out/index.html").read_text()
    lead = (
        '<p class="page-description">Use <code>dev</code> &amp; '
        '<a href="/b/">go <strong>on</strong></a>, or <a href="/no">not</a>.</p>'
    )
    assert lead in page
    assert '<meta name="description" content="Use dev &amp; go on, or not.">' in page
    assert '<meta property="og:description" content="Use dev &amp; go on, or not.">' in page
    entries = list_pages(lambda name: (tmp_path / "out" / name).read_bytes())
    assert "Use dev & go on, or not." in entries[-1]
    assert [f"{p.location} {p.code}" for p in report.problems] == ["index.mdx:2:14 link-to-nothing"]


HEADINGS = "## set_roles\n\n## isNotNull()\n\n## Modes: full\n\n## Read/write\n\n## What's new?\n"
OTHER_FORMS = [
    "set_roles", "isnotnull()", "modes%3A-full", "readwrite", "whats-new", "what's-new?"
]  # fmt: skip


def test_links_to_other_forms_of_an_id_find_the_heading(write_project: Any, tmp_path: Path) -> None:
    own = "\n".join(f"[x](#{form})" for form in OTHER_FORMS)
    others = "\n".join(f"[x](b#{form})" for form in OTHER_FORMS)
    root = write_project(
        {
            "site.json": {"name": "T", "navigation": [{"group": "", "pages": ["index", "b"]}]},
            "index.mdx": f"{own}\n\n{others}\n\n{HEADINGS}",
            "b.mdx": HEADINGS,
        }
    )
    assert build_folder(str(root), str(tmp_path / "out")).problems == ()
    text = (tmp_path / "out/index.html").read_text()
    links = [unescape(each) for each in re.findall(r'<a href="([^"]*#[^"]*)">x</a>', text)]
    assert [link for link in links if link.startswith("#")] == [
        "#set-roles", "#isnotnull", "#modes-full", "#read-write", "#whats-new", "#whats-new"
    ]  # fmt: skip
    other = (tmp_path / "out/b/index.html").read_text()
    ids = {unescape(each) for each in re.findall(r' id="([^"]*)"', other)}
    there = [unquote(link.partition("#")[2]) for link in links if link.startswith("/b/")]
    assert len(there) == len(OTHER_FORMS)
    assert set(there) <= ids


def test_a_link_to_no_heading_is_told_on_whatever_page(write_project: Any, tmp_path: Path) -> None:
    root = write_project(
        {
            "site.json": {"name": "T", "navigation": [{"group": "", "pages": ["index", "b"]}]},
            "index.mdx": "[a](#here) [b](/b#instal) [c](b#tab-one)\n\n"
            "<Card href='#her' title='C' />\n\n## Here\n",
            "b.mdx": "## Install\n\n<Tabs><Tab title='Tab one'>x</Tab></Tabs>\n",
        }
    )
    report = build_folder(str(root), str(tmp_path / "out"))
    assert [f"{p.location} {p.code} {p.hint}" for p in report.problems] == [
        "index.mdx:1:12 link-to-no-heading Did you mean `#install`?",
        "index.mdx:3:1 link-to-no-heading Did you mean `#here`?",
    ]


def test_what_only_some_sites_need_is_loaded_for_these(write_project: Any, tmp_path: Path) -> None:
    own = ("octavo.openapi.model", "octavo.render.pictures.share")
    heavy = ("email", "ssl", "urllib.request", *own)
    settings: dict[str, Any] = {
        "name": "Test",
        "navigation": [{"group": "A", "pages": ["index"]}],
    }
    root = write_project({"site.json": settings, "index.mdx": "# One\n"})
    assert modules_loaded_to_build(root, tmp_path / "out", *heavy) == []
    assert (tmp_path / "out/index.html").exists()
    settings["seo"] = {"siteUrl": "https://docs.example.com"}
    root = write_project({"site.json": settings, "index.mdx": "# One\n"})
    assert "octavo.render.pictures.share" in modules_loaded_to_build(root, tmp_path / "out", *heavy)
