"""Builds after edits have the same bytes as builds without a cache, and touch no more files."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from octavo.builder.folder_build import BuildOptions, BuildReport, build_folder
from octavo.builder.pages.page_build import BuiltContent, Contents
from octavo.builder.publish.site_folder import scan_site
from octavo.problems import sort_problems
from octavo.site.model import Page
from octavo.values import replace
from tests.builder.rich_project import API, Editor, picture, put, write_rich_project
from tests.effort import effort
from tests.loaded_modules import modules_loaded_to_build
from tests.site_search import find_addresses
from tests.whole import first_of_each

EDITS = effort(10, whole=20, scorecard=60)


def tree(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, and its folders as empty names."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in folder.rglob("*")
    }


def times(folder: Path) -> dict[str, tuple[int, int]]:
    """Return what tells whether files were written: their times and their inodes."""
    return {name: (each.modified_ns, each.inode) for name, each in scan_site(str(folder)).items()}


class Bench:
    """A project, its output, and a cache."""

    def __init__(
        self, folder: Path, write_project: Callable[[Path], None] = write_rich_project
    ) -> None:
        self.root = folder / "project"
        self.output = folder / "out"
        self.clean = folder / "clean"
        self.options = BuildOptions(cache_folder=str(folder / "cache"))
        write_project(self.root)

    def build(self) -> BuildReport:
        return build_folder(str(self.root), str(self.output), self.options)

    def build_clean(self) -> BuildReport:
        shutil.rmtree(self.clean, ignore_errors=True)
        return build_folder(str(self.root), str(self.clean))

    def check(self, what: str = "") -> BuildReport:
        """Build, and compare with a build without a cache."""
        report, clean = self.build(), self.build_clean()
        assert sort_problems(report.problems) == sort_problems(clean.problems), what
        if clean.output is None:
            assert report.output is None, what
            return report
        assert tree(self.output) == tree(self.clean), what
        assert (report.pages, report.files) == (clean.pages, clean.files), what
        return report


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.mark.scorecard("SR-34")
@pytest.mark.parametrize("seed", [1])
def test_after_each_of_many_random_edits_the_site_is_that_of_a_clean_build(
    bench: Bench, seed: int
) -> None:
    editor = Editor(bench.root, bench.output, seed)
    bench.check()
    told = []
    for number in range(EDITS):
        told.append(editor.edit())
        before, old_times = tree(bench.output), times(bench.output)
        bench.check(f"edit {number} of seed {seed}: {told[-1]}")
        after, new_times = tree(bench.output), times(bench.output)
        rewritten = [
            name
            for name, time in new_times.items()
            if before.get(name) == after[name] and time != old_times[name]
        ]
        assert not rewritten, told[-1]


SAME_SIZE = {
    "page": ("tour.mdx", "# Tour\n\nText: {}\n"),
    "snippet": ("snippets/same.mdx", "Snippet {}\n"),
    "style": ("same.css", "body {{ color: {} }}\n"),
    "document": ("same.json", '{{"openapi": "3.1.0", "info": {{"title": "{}", "version": "1"}}}}'),
}


@pytest.mark.parametrize("kind", first_of_each(SAME_SIZE))
def test_another_text_is_seen_with_the_same_size_inode_and_time(bench: Bench, kind: str) -> None:
    name, text = SAME_SIZE[kind]
    put(bench.root / "shows.mdx", 'import Same from "/snippets/same.mdx";\n\n<Same />\n')
    put(bench.root / "snippets/same.mdx", "Snippet\n")
    path = bench.root / name
    long_ago = 1_500_000_000_123_456_789
    put(path, text.format("red"))
    for color in ("tan", "sky"):
        os.utime(path, ns=(long_ago, long_ago))
        time.sleep(0.2)  # until the file is old enough to detect changes by its times
        bench.build()
        before = path.stat()
        with open(path, "r+") as file:
            file.write(text.format(color))
        os.utime(path, ns=(long_ago, long_ago))
        after = path.stat()
        assert (before.st_size, before.st_ino, before.st_mtime_ns) == (
            after.st_size,
            after.st_ino,
            after.st_mtime_ns,
        )
        bench.check(color)


def changed_files(bench: Bench) -> set[str]:
    """Build, and return the outputs that became other files."""
    before = scan_site(str(bench.output))
    bench.check()
    after = scan_site(str(bench.output))
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def forget_search(outputs: set[str]) -> set[str]:
    """Return outputs without those of the search and `llms-full.txt`, which know all texts."""
    shared = ("_octavo/search", "llms-full.txt")
    return {name for name in outputs if not name.startswith(shared)}


@pytest.fixture
def settled(bench: Bench) -> Bench:
    """Give a project that was built, and was not touched for a while."""
    time.sleep(0.1)  # files that were just written may change again without a sign
    bench.check()
    return bench


def test_if_nothing_has_changed_nothing_is_published_and_all_problems_are_told(
    settled: Bench,
) -> None:
    first, inode = settled.build(), os.stat(settled.output).st_ino
    second = settled.build()
    assert os.stat(settled.output).st_ino == inode
    assert second.problems == first.problems
    assert second.problems


def test_a_changed_text_changes_its_page_alone(settled: Bench) -> None:
    put(settled.root / "guides/second.mdx", "---\ntitle: Second\n---\n\nOther text.\n")
    assert forget_search(changed_files(settled)) == {"guides/second/index.html", "guides/second.md"}


def test_a_changed_heading_changes_the_search_too(settled: Bench) -> None:
    put(settled.root / "guides/second.mdx", "---\ntitle: Second\n---\n\n## New heading\n")
    changes = changed_files(settled)
    assert forget_search(changes) == {"guides/second/index.html", "guides/second.md"}
    assert find_addresses(settled.output, "new heading")[0] == "/guides/second/"
    # One part of the index, the words for typos, and the texts near the page, before and after.
    assert len(changes - forget_search(changes) - {"llms-full.txt"}) <= 9


@pytest.mark.whole
def test_a_heading_that_goes_is_told_where_it_was_linked_to(settled: Bench) -> None:
    def lost() -> list[tuple[str, str]]:
        problems = settled.check().problems
        told = [p for p in problems if p.code == "link-to-no-heading" and "second" in p.message]
        return [(str(p.location), p.hint) for p in told]

    second = settled.root / "guides/second.mdx"
    put(second, "---\ntitle: Second\n---\n\n## Second part\n")
    put(settled.root / "linking.mdx", "[x](guides/second#second-part)\n")
    assert lost() == []
    time.sleep(0.1)
    put(second, "---\ntitle: Second\n---\n\n## Second parts\n")
    for _ in range(2):  # once when it is found, and once without further changes
        assert lost() == [("linking.mdx:1:1", "Did you mean `#second-parts`?")]
    put(second, "---\ntitle: Second\n---\n\n## Second part\n\nagain\n")
    assert lost() == []


def test_a_changed_snippet_changes_the_pages_that_show_it(settled: Bench) -> None:
    put(settled.root / "snippets/note.mdx", "<Note>Other words.</Note>\n")
    names = {"guides/first", "guides/parts"}
    pages = {f"{name}{ending}" for name in names for ending in ("/index.html", ".md")}
    assert forget_search(changed_files(settled)) == pages


def test_a_changed_picture_changes_pages_only_if_its_size_has_changed(settled: Bench) -> None:
    put(settled.root / "images/a.png", picture(3, 2) + b"more")
    assert changed_files(settled) == {"images/a.png"}
    put(settled.root / "images/a.png", picture(9, 9))
    assert changed_files(settled) == {
        "images/a.png",
        "guides/pictures/index.html",
        "guides/second/index.html",
    }


def test_a_changed_style_changes_itself_alone(settled: Bench) -> None:
    put(settled.root / "style.css", "body { color: red; }\n")
    assert changed_files(settled) == {"style.css"}


def test_a_changed_title_leaves_what_other_pages_say(settled: Bench) -> None:
    rendered: list[str] = []
    build = Contents.build

    def watch(self: Contents, page: Page) -> BuiltContent:
        rendered.append(page.source)
        return build(self, page)

    put(settled.root / "guides/second.mdx", "---\ntitle: Another\n---\n\nText\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Contents, "build", watch)
        settled.build()
    assert rendered == ["guides/second.mdx"]
    settled.check()


def test_a_changed_document_is_found_even_if_it_gave_no_page_before(bench: Bench) -> None:
    settings = {"name": "T", "navigation": [{"group": "A", "pages": ["index"]}]}
    tabs = [{"name": "API", "url": "api", "openapi": "api/shop.yaml"}]
    shutil.rmtree(bench.root)
    put(bench.root / "site.json", json.dumps({**settings, "tabs": tabs}))
    put(bench.root / "index.mdx", "text\n")
    put(bench.root / "api/shop.yaml", "openapi: [3.1.0\n")
    time.sleep(0.1)
    bench.check()
    put(bench.root / "api/shop.yaml", API)
    bench.check()
    assert (bench.output / "api").exists()


def test_a_changed_text_that_a_document_refers_to_changes_its_page(bench: Bench) -> None:
    settings = {"name": "T", "navigation": [{"group": "A", "pages": ["index"]}]}
    tabs = [{"name": "API", "url": "api", "openapi": "api/shop.yaml"}]
    sample = "[{lang: Shell, source: {$ref: sample.sh}}]"
    operation = f"{{description: {{$ref: intro.txt}}, x-codeSamples: {sample}}}"
    shutil.rmtree(bench.root)
    put(bench.root / "site.json", json.dumps({**settings, "tabs": tabs}))
    put(bench.root / "index.mdx", "text\n")
    put(bench.root / "api/shop.yaml", f"openapi: 3.1.0\npaths: {{/a: {{get: {operation}}}}}\n")
    put(bench.root / "api/intro.txt", "First words")
    put(bench.root / "api/sample.sh", "first-command")
    time.sleep(0.1)
    page = bench.output / "api/get-a/index.html"
    bench.check()
    assert "First words" in page.read_text()
    put(bench.root / "api/intro.txt", "Second words")
    bench.check()
    assert "Second words" in page.read_text()
    put(bench.root / "api/sample.sh", "second-command")
    bench.check()
    assert "second-command" in page.read_text()


def test_on_another_day_pages_with_code_are_evaluated_again(
    settled: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert forget_search(changed_files(settled)) == {"guides/code/index.html", "guides/code.md"}
    assert "1970" in (settled.output / "guides/code/index.html").read_text()


def test_a_file_that_changed_within_the_grain_of_its_time_is_read(settled: Bench) -> None:
    path = settled.root / "guides/second.mdx"
    text = "---\ntitle: Second\n---\n\nText A.\n"
    put(path, text)
    now = time.time_ns()
    os.utime(path, ns=(now, now))
    settled.build()
    with open(path, "r+") as file:  # the same file, size and time
        file.write(text.replace("A", "B"))
    os.utime(path, ns=(now, now))
    settled.check()
    assert "Text B." in (settled.output / "guides/second/index.html").read_text()


def test_another_base_path_and_another_folder_are_other_sites(settled: Bench) -> None:
    options = replace(settled.options, base_path="/docs")
    build_folder(str(settled.root), str(settled.output), options)
    clean = BuildOptions(base_path="/docs")
    build_folder(str(settled.root), str(settled.clean), clean)
    assert tree(settled.output) == tree(settled.clean)
    settled.check()


@pytest.mark.whole
def test_a_site_at_another_address_is_built_anew(settled: Bench) -> None:
    settings = settled.root / "site.json"
    before = json.loads(settings.read_text())
    for address in ("https://one.example", "https://two.example/docs", "https://two.example"):
        settings.write_text(json.dumps({**before, "seo": {"siteUrl": address}}))
        settled.check(address)
        put(settled.root / "guides/second.mdx", f"---\ntitle: Second\n---\n\nAt {address}\n")
        settled.check(address)
    for address in ("https://three.example", ""):
        options = replace(settled.options, site_url=address)
        build_folder(str(settled.root), str(settled.output), options)
        build_folder(str(settled.root), str(settled.clean), BuildOptions(site_url=address))
        assert tree(settled.output) == tree(settled.clean)


def test_a_page_that_was_changed_on_another_day_says_so(settled: Bench) -> None:
    day = "2001-09-09"
    path = settled.root / "guides/second.mdx"
    os.utime(path, (1_000_000_000, 1_000_000_000))  # with the same text
    settled.check()
    sitemap = (settled.output / "sitemap.xml").read_text()
    assert f"<loc>https://rich.example/guides/second/</loc><lastmod>{day}</lastmod>" in sitemap
    assert sitemap.count(day) == 1
    html = (settled.output / "guides/second/index.html").read_text()
    assert f'"dateModified":"{day}"' in html
    put(path, "---\ntitle: Second\n---\n\nOther text.\n")
    settled.check()
    assert day not in (settled.output / "sitemap.xml").read_text()


@pytest.mark.whole
def test_after_a_commit_pages_tell_its_day(settled: Bench) -> None:
    def run(*arguments: str) -> None:
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.com")
        command = ["git", *identity, *arguments]
        date = {"GIT_COMMITTER_DATE": "2011-11-11T12:00:00Z"}
        subprocess.run(command, cwd=settled.root, env={**os.environ, **date}, check=True)

    run("init", "-q")
    settled.check()
    run("add", "guides")
    run("commit", "-q", "-m", "Say more")
    settled.check()
    sitemap = (settled.output / "sitemap.xml").read_text()
    assert "<loc>https://rich.example/guides/second/</loc><lastmod>2011-11-11<" in sitemap
    assert "<loc>https://rich.example/</loc><lastmod>2011" not in sitemap
    put(settled.root / "guides/second.mdx", "---\ntitle: Second\n---\n\nNot committed.\n")
    settled.check()


def test_what_was_rendered_is_used_for_a_new_output_folder(settled: Bench) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Contents, "build", None)
        report = build_folder(str(settled.root), str(settled.root.parent / "new"), settled.options)
    assert report.output
    assert tree(settled.root.parent / "new") == tree(settled.clean)


def test_if_nothing_has_changed_nothing_is_loaded_that_makes_sites(bench: Bench) -> None:
    heavy = ("octavo.settings.models.site_settings", "minijinja", "yaml", "octavo.openapi")

    def run() -> list[str]:
        return modules_loaded_to_build(bench.root, bench.output, *heavy)

    time.sleep(0.1)
    assert "octavo.settings.models.site_settings" in run()
    assert run() == []


@pytest.mark.whole
@pytest.mark.scorecard("SR-34")
@pytest.mark.parametrize(
    "variables",
    first_of_each(
        [
            {"TZ": "Asia/Tokyo", "LC_ALL": "C"},
            {"PYTHONHASHSEED": "1"},
            {"PYTHONHASHSEED": "2", "PYTHONUTF8": "0"},
        ]
    ),
)
def test_sites_do_not_depend_on_where_they_are_built(
    settled: Bench, tmp_path: Path, variables: dict[str, str]
) -> None:
    other = tmp_path / "elsewhere/project"
    shutil.copytree(settled.root, other)
    command = [sys.executable, "-m", "octavo", "build", "project", "-o", "out", "--workers", "2"]
    environment = {**os.environ, **variables, "XDG_CACHE_HOME": str(tmp_path / "elsewhere/cache")}
    subprocess.run(
        ["sh", "-c", 'umask 077; exec "$@"', "sh", *command],
        cwd=other.parent,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert tree(other.parent / "out") == tree(settled.clean)
