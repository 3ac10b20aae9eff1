"""A build writes and deletes only its own files: it follows no link, and foreign files stay."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from octavo.builder.folder_build import BuildOptions, BuildReport, build_folder
from octavo.builder.publish import held_folder, site_folder
from octavo.builder.publish import publication as publish_module
from octavo.builder.publish.publication import open_publication
from octavo.project.files import relate_path
from octavo.project.walk import OUTPUT_MARK
from tests.whole import first_of_each

MARK_OF_WORK = "# Made by Octavo while it builds the folder beside this one.\n*\n"


class Bench:
    """A project, a folder that is none of its business, and builds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.project = folder / "home" / "project"
        self.dist = self.project / "dist"
        self.work = self.project / ".dist.octavo"
        self.victim = folder / "home" / "victim"
        self.navigate("index", "guide")
        self.put("project/index.mdx", "# Hello\n")
        self.put("project/guide.mdx", "# Guide\n")
        for name in ("thesis.txt", "index.html", "guide/index.html", "next/index.html", "lock"):
            self.put(f"victim/{name}", f"years of work in {name}")
        self.put(f"victim/{OUTPUT_MARK}", json.dumps({"written": ["thesis.txt"], "told": []}))
        self.before = look(self.victim)

    def navigate(self, *pages: str) -> None:
        settings = {"name": "S", "navigation": [{"group": "All", "pages": pages}]}
        self.put("project/site.json", json.dumps(settings))

    def put(self, name: str, text: str) -> Path:
        path = self.folder / "home" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def build(self, output: Path | str | None = None, *, cached: bool = True) -> BuildReport:
        options = BuildOptions(cache_folder=str(self.folder / "cache") if cached else None)
        return build_folder(str(self.project), str(output) if output else None, options)

    def change(self, text: str) -> None:
        (self.project / "index.mdx").write_text(f"# {text}\n")

    def codes(self, report: BuildReport) -> list[str]:
        codes = [str(problem.code) for problem in report.problems]
        return [code for code in codes if code.startswith("output-")]


def look(folder: Path) -> dict[str, tuple[str, object]]:
    """Return everything in a folder, its kinds, rights and contents; links are not followed."""
    found: dict[str, tuple[str, object]] = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        content: object = None
        if stat.S_ISLNK(mode):
            content = os.readlink(path)
        elif stat.S_ISREG(mode):
            content = path.read_bytes()
        found[str(path.relative_to(folder))] = (stat.filemode(mode), content)
    return found


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


# --- links ---------------------------------------------------------------------------------------


def link_work(bench: Bench) -> None:
    bench.work.symlink_to("../victim")


def link_work_nowhere(bench: Bench) -> None:
    bench.work.symlink_to("../victim/nowhere")


def link_work_to_another(bench: Bench) -> None:
    bench.put("victim/.gitignore", MARK_OF_WORK)
    bench.put("victim/next/thesis.txt", "years of work")
    (bench.victim / "lock").unlink()
    bench.before = look(bench.victim)
    bench.work.symlink_to("../victim")


def link_next(bench: Bench) -> None:
    bench.put("project/.dist.octavo/.gitignore", MARK_OF_WORK)
    (bench.work / "next").symlink_to("../../victim")


def link_next_without_mark(bench: Bench) -> None:
    bench.work.mkdir()
    (bench.work / "next").symlink_to("../../victim")


def link_other_in_work(bench: Bench) -> None:
    bench.put("project/.dist.octavo/.gitignore", MARK_OF_WORK)
    (bench.work / "next-old").symlink_to("../../victim")
    (bench.work / "4711").symlink_to("../../victim")


def link_inside_next(bench: Bench) -> None:
    bench.put("project/.dist.octavo/.gitignore", MARK_OF_WORK)
    bench.put("project/.dist.octavo/next/deep/x", "x")
    (bench.work / "next/guide").symlink_to("../../../victim/guide")
    (bench.work / "next/deep/thesis").symlink_to("../../../../victim")
    (bench.work / "next/index.html").symlink_to("../../../victim/index.html")


def link_inside_marked_next(bench: Bench) -> None:
    link_inside_next(bench)
    written = ["guide/index.html", "index.html", "deep/thesis/thesis.txt"]
    bench.put(
        f"project/.dist.octavo/next/{OUTPUT_MARK}", json.dumps({"written": written, "told": []})
    )


def link_lock(bench: Bench) -> None:
    bench.put("project/.dist.octavo/.gitignore", MARK_OF_WORK)
    (bench.work / "lock").symlink_to("../../victim/lock")


def link_lock_nowhere(bench: Bench) -> None:
    bench.put("project/.dist.octavo/.gitignore", MARK_OF_WORK)
    (bench.work / "lock").symlink_to("../../victim/new")


def link_mark_of_work(bench: Bench) -> None:
    bench.work.mkdir()
    (bench.work / ".gitignore").symlink_to("../../victim/new")
    (bench.work / "lock").symlink_to("../../victim/lock")


def link_dist(bench: Bench) -> None:
    bench.dist.symlink_to("../victim")


def link_dist_to_empty(bench: Bench) -> None:
    (bench.folder / "home/victim/empty").mkdir()
    bench.before = look(bench.victim)
    bench.dist.symlink_to("../victim/empty")


def link_inside_dist(bench: Bench) -> None:
    written = ["index.html", "guide/index.html", "a/thesis.txt", "../victim/thesis.txt"]
    bench.put(f"project/dist/{OUTPUT_MARK}", json.dumps({"written": written, "told": []}))
    (bench.dist / "guide").symlink_to("../../victim/guide")
    (bench.dist / "a").symlink_to("../../victim")


def link_harmless_inside_dist(bench: Bench) -> None:
    bench.put(f"project/dist/{OUTPUT_MARK}", json.dumps({"written": ["a/thesis.txt"], "told": []}))
    (bench.dist / "a").symlink_to("../../victim")


def link_output_inside_dist(bench: Bench) -> None:
    bench.put(f"project/dist/{OUTPUT_MARK}", json.dumps({"written": ["index.html"], "told": []}))
    (bench.dist / "index.html").symlink_to("../../victim/index.html")


def link_mark_inside_dist(bench: Bench) -> None:
    bench.dist.mkdir()
    (bench.dist / OUTPUT_MARK).symlink_to(f"../../victim/{OUTPUT_MARK}")


ATTACKS: dict[Callable[[Bench], None], str | None] = {
    link_work: "output-not-ours",
    link_work_nowhere: "output-not-ours",
    link_work_to_another: "output-not-ours",
    link_next: None,
    link_next_without_mark: "output-not-ours",
    link_other_in_work: None,
    link_inside_next: None,
    link_inside_marked_next: None,
    link_lock: None,
    link_lock_nowhere: None,
    link_mark_of_work: "output-not-ours",
    link_dist: "output-behind-link",
    link_dist_to_empty: "output-behind-link",
    link_inside_dist: "output-in-the-way",
    link_harmless_inside_dist: None,
    link_output_inside_dist: None,
    link_mark_inside_dist: "output-not-ours",
}


@pytest.mark.parametrize("holds_folders", first_of_each([True, False]))
@pytest.mark.parametrize("cached", first_of_each([True, False]))
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_no_link_leads_a_build_out_of_its_folders(
    bench: Bench,
    attack: Callable[[Bench], None],
    cached: bool,
    holds_folders: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(held_folder, "CAN_HOLD", holds_folders)
    attack(bench)
    for text in ("One", "Two", "Three"):  # the old site becomes the spare, and the next site
        bench.change(text)
        report = bench.build(cached=cached)
        assert look(bench.victim) == bench.before
        refused = [code for code in bench.codes(report) if code != "output-kept"]
        assert refused == ([ATTACKS[attack]] if ATTACKS[attack] else [])
        assert report.failed is (ATTACKS[attack] is not None)
        if not report.failed:
            assert text in (bench.dist / "index.html").read_text()


@pytest.mark.parametrize("output", ["build/site", "build"])
def test_a_link_of_the_project_does_not_lead_the_named_output_out_of_it(
    bench: Bench, output: str
) -> None:
    (bench.project / "build").symlink_to("../victim/guide")
    report = bench.build(bench.project / output)
    assert report.failed
    assert bench.codes(report) == ["output-behind-link"]
    assert look(bench.victim) == bench.before


def test_links_on_the_operators_own_way_are_followed(bench: Bench) -> None:
    (bench.folder / "disk").mkdir()
    (bench.folder / "way").symlink_to("disk")
    report = bench.build(bench.folder / "way" / "site")
    assert report.output == str((bench.folder / "disk/site").resolve())
    assert (bench.folder / "disk/site/index.html").exists()
    (bench.folder / "project-link").symlink_to(bench.project)
    report = build_folder(str(bench.folder / "project-link"))
    assert not report.failed
    assert (bench.dist / "index.html").exists()


# --- foreign files in place of Octavo's ----------------------------------------------------------


def put_kind(path: Path, kind: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "file":
        path.write_text("mine")
    else:
        (path / "deep").mkdir(parents=True)
        (path / "deep/mine.txt").write_text("mine")


@pytest.mark.parametrize("kind", ["pipe", "file", "folder"])
@pytest.mark.parametrize(
    "name",
    [".dist.octavo", ".dist.octavo/next", ".dist.octavo/lock", ".dist.octavo/other", "dist"],
)
def test_what_octavo_did_not_make_is_refused_and_stays(bench: Bench, name: str, kind: str) -> None:
    put_kind(bench.project / name, kind)
    before = look(bench.project)
    report = bench.build()
    assert report.failed
    assert bench.codes(report) == ["output-not-ours"]
    assert look(bench.project) == before


@pytest.mark.parametrize("kind", first_of_each(["pipe", "file", "folder"]))
@pytest.mark.parametrize("name", ["lock", "next", "next/index.html", "next/guide", "next-old"])
def test_leftovers_in_the_folder_that_octavo_made_do_not_stop_it(
    bench: Bench, name: str, kind: str
) -> None:
    bench.put("project/.dist.octavo/.gitignore", MARK_OF_WORK)
    put_kind(bench.work / name, kind)
    for text in ("One", "Two"):
        bench.change(text)
        assert not bench.build().failed
        assert text in (bench.dist / "index.html").read_text()
    assert bench.build(cached=False).output
    bench.change("Three")
    assert not bench.build(cached=False).failed
    assert not bench.work.exists()


def test_a_folder_that_a_killed_build_just_made_is_used(bench: Bench) -> None:
    for part in ("", "#", MARK_OF_WORK[:30], MARK_OF_WORK):
        bench.put("project/.dist.octavo/.gitignore", part)
        bench.put("project/.dist.octavo/lock", "")
        bench.change(f"Part {len(part)}")
        assert not bench.build(cached=False).failed
        assert not bench.work.exists()


# --- the project in its own output ---------------------------------------------------------------


@pytest.mark.parametrize("output", [".", "..", "../.."])
@pytest.mark.parametrize("mark", ["", '{"written": ["project/index.mdx"], "told": []}'])
def test_a_folder_that_holds_the_project_is_refused(bench: Bench, output: str, mark: str) -> None:
    target = (bench.project / output).resolve()
    (target / OUTPUT_MARK).write_text(mark)
    (target / ".git").mkdir()
    before = look(bench.folder)
    report = bench.build(bench.project / output, cached=False)
    assert report.failed
    assert bench.codes(report) == ["output-not-ours"]
    assert look(bench.folder) == before


def test_a_project_in_the_folder_where_the_next_site_is_made_is_refused(bench: Bench) -> None:
    work = bench.folder / "home" / ".site.octavo"
    work.mkdir()
    (work / ".gitignore").write_text(MARK_OF_WORK)
    bench.project = bench.project.rename(work / "project")
    before = look(bench.folder)
    report = bench.build(bench.folder / "home" / "site", cached=False)
    assert report.failed
    assert bench.codes(report) == ["output-not-ours"]
    assert look(bench.folder) == before


def test_sources_in_a_marked_folder_are_never_removed(bench: Bench) -> None:
    bench.put("project/guides/one.mdx", "# One\n")
    bench.put(f"project/guides/{OUTPUT_MARK}", "")
    for text in ("One", "Two", "Three"):
        bench.change(text)
        report = bench.build(bench.project / "guides")
        assert not report.failed
        assert (bench.project / "guides/one.mdx").read_text() == "# One\n"


# --- what is not ours in the output --------------------------------------------------------------


def put_strangers(dist: Path) -> dict[str, tuple[str, object]]:
    """Put what authors put there; return how it looks."""
    (dist / "CNAME").write_text("docs.example.com")
    (dist / "CNAME").chmod(0o640)
    (dist / ".git/objects/ab").mkdir(parents=True)
    (dist / ".git/objects/ab/cd").write_bytes(b"\0object")
    (dist / ".git/objects/ab/cd").chmod(0o444)
    (dist / ".git/empty").mkdir(mode=0o700)
    (dist / ".well-known").mkdir()
    (dist / ".well-known/security.txt").write_text("Contact: mail")
    (dist / "guide/extra.txt").write_text("beside a page")
    (dist / "guide/more/deep").mkdir(parents=True)
    (dist / "locked").mkdir()
    (dist / "locked/file").write_text("read only")
    (dist / "locked").chmod(0o555)
    (dist / "away").symlink_to("../../victim")
    (dist / "broken").symlink_to("nowhere")
    os.mkfifo(dist / "pipe")
    found = look(dist)
    mine = ("CNAME", ".git", ".well-known", "guide/extra", "guide/more", "locked", "away")
    return {
        name: value
        for name, value in found.items()
        if name.startswith((*mine, "broken", "pipe")) and not name.startswith("_octavo")
    }


@pytest.mark.parametrize("cached", first_of_each([True, False]))
def test_what_is_not_ours_is_kept_in_every_build_and_named_once(bench: Bench, cached: bool) -> None:
    bench.build(cached=cached)
    strangers = put_strangers(bench.dist)
    told = []
    for text in ("One", "Two", "Three", "Four"):
        bench.change(text)
        report = bench.build(cached=cached)
        assert not report.failed
        told.append([problem.message for problem in report.problems])
        found = look(bench.dist)
        assert {name: found.get(name) for name in strangers} == strangers
        assert text in (bench.dist / "index.html").read_text()
    assert look(bench.victim) == bench.before
    names = (
        "`.git`, `.well-known`, `CNAME`, `away`, `broken`, `guide/extra.txt`, `guide/more`, "
        "`locked`, `pipe`"
    )
    kept = f"Octavo did not write {names} in the output folder, and keeps it from now on"
    assert told == [[kept], [], [], []]
    (bench.dist / "robots.txt").write_text("new")
    bench.change("Five")
    (problem,) = bench.build(cached=cached).problems
    assert (problem.code, problem.severity) == ("output-kept", "info")
    assert "`robots.txt`" in problem.message
    assert "CNAME" not in problem.message


@pytest.mark.parametrize("cached", first_of_each([True, False]))
def test_what_the_author_removes_or_changes_there_stays_so(bench: Bench, cached: bool) -> None:
    bench.build(cached=cached)
    put_strangers(bench.dist)
    bench.change("One")
    bench.build(cached=cached)
    (bench.dist / "CNAME").unlink()
    (bench.dist / ".well-known/security.txt").unlink()
    (bench.dist / ".git/objects/ab/cd").unlink()
    (bench.dist / ".git/objects/ab/cd").write_bytes(b"another object")
    (bench.dist / "guide/extra.txt").write_text("changed in place")
    for text in ("Two", "Three", "Four"):
        bench.change(text)
        assert not bench.build(cached=cached).failed
        assert not (bench.dist / "CNAME").exists()
        assert list((bench.dist / ".well-known").iterdir()) == []
        assert (bench.dist / ".git/objects/ab/cd").read_bytes() == b"another object"
        assert (bench.dist / "guide/extra.txt").read_text() == "changed in place"


@pytest.mark.parametrize("cached", first_of_each([True, False]))
def test_pages_that_are_gone_leave_what_is_not_ours_behind(bench: Bench, cached: bool) -> None:
    bench.build(cached=cached)
    strangers = put_strangers(bench.dist)
    (bench.project / "guide.mdx").unlink()
    bench.navigate("index")
    for text in ("One", "Two"):
        bench.change(text)
        bench.build(cached=cached)
        found = look(bench.dist)
        assert "guide/index.html" not in found
        assert {name: found.get(name) for name in strangers} == strangers


@pytest.mark.parametrize(
    ("in_the_way", "page"),
    [("new/index.html", "new"), ("new", "new"), ("new/index.html/x", "new"), ("a", "a/b/c")],
)
@pytest.mark.parametrize("cached", first_of_each([True, False]))
def test_what_is_not_ours_and_in_the_way_is_named_and_nothing_is_changed(
    bench: Bench, in_the_way: str, page: str, cached: bool
) -> None:
    bench.build(cached=cached)
    bench.put(f"project/dist/{in_the_way}", "mine")
    bench.put(f"project/{page}.mdx", "# New\n")
    before = look(bench.dist)
    report = bench.build(cached=cached)
    assert report.failed
    (problem,) = [each for each in report.problems if each.severity == "error"]
    assert problem.code == "output-in-the-way"
    assert in_the_way.startswith(relate_path(problem.location.source, str(bench.dist)))
    assert look(bench.dist) == before


def test_a_file_that_has_the_bytes_of_an_output_is_not_in_the_way(bench: Bench) -> None:
    bench.build()
    bench.put("project/dist/robots.txt", "the same")
    bench.put("project/robots.txt", "the same")
    assert not bench.build().failed
    bench.put("project/robots.txt", "another")
    assert not bench.build().failed
    assert (bench.dist / "robots.txt").read_text() == "another"


@pytest.mark.parametrize("mark", ["", "{}", "[", '{"written": 3, "told": []}', "\udcff"])
def test_a_mark_without_a_list_proves_nothing_to_be_ours(bench: Bench, mark: str) -> None:
    bench.put("project/dist/index.html", "somebody's")
    (bench.dist / OUTPUT_MARK).write_bytes(os.fsencode(mark))
    before = look(bench.dist)
    report = bench.build()
    assert bench.codes(report) == ["output-in-the-way"]
    assert look(bench.dist) == before


def test_a_mark_that_is_too_long_is_not_read(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.put("project/dist/index.html", "somebody's")
    (bench.dist / OUTPUT_MARK).write_text('{"written": ["index.html"], "told": []}')
    monkeypatch.setattr(site_folder, "_LONGEST_MARK", 10)
    report = bench.build()
    assert bench.codes(report) == ["output-in-the-way"]
    assert (bench.dist / "index.html").read_text() == "somebody's"


def test_names_that_no_page_can_have_are_kept(bench: Bench) -> None:
    bench.build()
    names = [b"\xff\xfe", b"line\nend", b"\x1b[2J", "é".encode()]
    for name in names:
        with open(os.path.join(os.fsencode(bench.dist), name), "w") as file:
            file.write("mine")
    for text in ("One", "Two"):
        bench.change(text)
        assert bench.build().output
        assert set(names) <= set(os.listdir(os.fsencode(bench.dist)))


def test_deep_folders_that_came_with_the_project_are_removed(bench: Bench) -> None:
    bench.put("project/.dist.octavo/.gitignore", MARK_OF_WORK)
    for name in ("other", "next"):
        folder = str(bench.work / name)
        for _ in range(1500):
            os.mkdir(folder)
            folder += "/a"
    assert not bench.build(cached=False).failed
    assert not bench.work.exists()


def test_the_mark_lists_what_was_written(bench: Bench) -> None:
    bench.build()
    listed = json.loads((bench.dist / OUTPUT_MARK).read_text())
    files = (path for path in bench.dist.rglob("*") if path.is_file())
    names = {path.relative_to(bench.dist).as_posix() for path in files} - {OUTPUT_MARK}
    assert set(listed["written"]) == names
    assert listed["told"] == []


# --- just then -----------------------------------------------------------------------------------


@pytest.mark.parametrize("keeps_spare", [True, False])
def test_what_comes_while_the_folders_trade_places_is_not_lost(
    tmp_path: Path, keeps_spare: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    late = [""]

    def let_the_author_come(*_arguments: object) -> None:
        if target.exists():
            (target / "folder").mkdir(exist_ok=True)
            for folder in ("", "folder/"):
                (target / f"{folder}late-{len(late)}").write_text("late")
                late.append(f"{folder}late-{len(late)}")

    monkeypatch.setattr(publish_module, "sync_disk", let_the_author_come)
    for number in range(4):
        with open_publication(
            str(target), keeps_spare=keeps_spare, durable=True, say=print
        ) as state:
            state.publish({"index.html": state.put("index.html", b"%d" % number)})
        assert (target / "index.html").read_bytes() == b"%d" % number
        assert [name for name in late if not (target / name).exists()] == []


def test_what_a_killed_build_left_in_the_old_state_comes_back(bench: Bench) -> None:
    bench.build()
    # The folders have traded places, and the build is killed before it looks once more.
    bench.put("project/.dist.octavo/next/CNAME", "docs.example.com")
    bench.put(
        f"project/.dist.octavo/next/{OUTPUT_MARK}", json.dumps({"written": ["x"], "told": []})
    )
    bench.put("project/.dist.octavo/next/x", "ours")
    (bench.work / "next/link").symlink_to("../../../victim")
    for text in ("One", "Two"):
        bench.change(text)
        assert not bench.build().failed
        assert (bench.dist / "CNAME").read_text() == "docs.example.com"
        assert not (bench.dist / "x").exists()
        assert not os.path.lexists(bench.dist / "link")


def test_a_site_that_a_killed_build_had_put_aside_comes_back(bench: Bench) -> None:
    bench.build()
    put_strangers(bench.dist)
    bench.dist.rename(bench.work / "next-old")
    bench.change("One")
    assert not bench.build().failed
    assert (bench.dist / "CNAME").read_text() == "docs.example.com"
    assert "One" in (bench.dist / "index.html").read_text()
    assert not (bench.work / "next-old").exists()


def test_a_state_that_is_being_made_bears_no_mark(tmp_path: Path) -> None:
    target = tmp_path / "out"
    old = tmp_path / ".out.octavo/next"
    old.mkdir(parents=True)
    (old.parent / ".gitignore").write_text(MARK_OF_WORK)
    (old / OUTPUT_MARK).write_text("")
    for number in range(3):
        with open_publication(str(target), keeps_spare=True, durable=False, say=print) as state:
            assert not (tmp_path / ".out.octavo/next" / OUTPUT_MARK).exists()
            state.publish({"a": state.put("a", b"%d" % number)})


def test_a_folder_that_another_worker_makes_at_the_same_time_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_folder = held_folder.HeldFolder.make_folder

    def make_both(folder: held_folder.HeldFolder, name: str) -> None:
        make_folder(folder, name)
        if name == "a":
            make_folder(folder, "a/b")

    monkeypatch.setattr(held_folder.HeldFolder, "make_folder", make_both)
    held_folder.HeldFolder(str(tmp_path), None).make_folders("a/b")
    assert (tmp_path / "a/b").is_dir()
