"""Project trees made to escape, to hang or to confuse: each gives a clear result, and soon."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from octavo.problems import Code, Problem, Severity, describe_problem, render_text
from octavo.project import walk
from octavo.project.discover import Project, build_line_lookup, load_project
from octavo.project.files import load_bytes, load_text
from tests.patience import HANGS_AFTER


@pytest.fixture(autouse=True)
def _in_time() -> Iterator[None]:
    start = time.process_time()
    yield
    assert time.process_time() - start < HANGS_AFTER


@pytest.fixture
def project_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "index.mdx").write_text("# Home")
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "page.mdx").write_text("secret")
    return folder


def load_everything(folder: Path) -> tuple[Project, tuple[Problem, ...]]:
    """Load a project and the bytes of all of its files, in time and without a secret."""
    results: list[tuple[Project, tuple[Problem, ...]]] = []
    loader = threading.Thread(target=lambda: results.append(load_project(folder)), daemon=True)
    loader.start()
    loader.join(timeout=HANGS_AFTER)
    assert results, "loading the project hangs"
    project, problems = results[0]
    for file in project.files.values():
        assert b"secret" not in (load_bytes(project.root, file)[0] or b"")
    for problem in problems:
        render_text(problem, build_line_lookup(project)).encode()
        str(describe_problem(problem)).encode()
    return project, problems


def codes(problems: tuple[Problem, ...]) -> list[Code]:
    return [problem.code for problem in problems]


@pytest.mark.scorecard("SR-31")
@pytest.mark.parametrize("target", ["../secret.txt", "../secrets", "/etc/hosts", "/", ".."])
def test_a_link_out_of_the_project_is_left_out(project_folder: Path, target: str) -> None:
    (project_folder / "link.mdx").symlink_to(target)
    project, problems = load_everything(project_folder)
    assert list(project.files) == ["index.mdx"]
    assert codes(problems) == [Code.SYMLINK_OUTSIDE_PROJECT]
    assert problems[0].location.source == "link.mdx"


@pytest.mark.scorecard("SR-31")
def test_a_link_out_through_a_folder_beside_is_left_out(project_folder: Path) -> None:
    beside = project_folder.with_name("project-beside")
    beside.mkdir()
    (beside / "page.mdx").write_text("secret")
    (project_folder / "link").symlink_to(beside)
    _, problems = load_everything(project_folder)
    assert codes(problems) == [Code.SYMLINK_OUTSIDE_PROJECT]


@pytest.mark.scorecard("SR-31")
@pytest.mark.skipif(not os.path.exists("/proc/self/environ"), reason="needs /proc")
def test_links_to_proc_and_devices_are_left_out(project_folder: Path) -> None:
    (project_folder / "environ.txt").symlink_to("/proc/self/environ")
    (project_folder / "cwd").symlink_to("/proc/self/cwd")
    (project_folder / "zero.bin").symlink_to("/dev/zero")
    project, problems = load_everything(project_folder)
    assert list(project.files) == ["index.mdx"]
    assert set(codes(problems)) == {Code.SYMLINK_OUTSIDE_PROJECT}


@pytest.mark.scorecard("SR-31")
def test_links_that_lead_to_themselves_are_left_out(project_folder: Path) -> None:
    (project_folder / "a").symlink_to("b")
    (project_folder / "b").symlink_to("a")
    (project_folder / "self.mdx").symlink_to("self.mdx")
    _, problems = load_everything(project_folder)
    assert codes(problems) == [Code.SYMLINK_LOOP] * 3


@pytest.mark.scorecard("SR-31")
def test_links_to_folders_above_are_left_out(project_folder: Path) -> None:
    (project_folder / "x" / "y").mkdir(parents=True)
    (project_folder / "x" / "y" / "up").symlink_to("..")
    (project_folder / "root").symlink_to(".")
    (project_folder / "x" / "here").symlink_to(project_folder / "x")
    project, problems = load_everything(project_folder)
    assert list(project.files) == ["index.mdx"]
    assert codes(problems) == [Code.SYMLINK_LOOP] * 3


@pytest.mark.scorecard("SR-31")
def test_folders_full_of_links_to_each_other_come_to_an_end(project_folder: Path) -> None:
    for name in "abcdefghij":
        (project_folder / name).mkdir()
        for other in "abcdefghij":
            if other != name:
                (project_folder / name / other).symlink_to(project_folder / other)
    _, problems = load_everything(project_folder)
    assert Code.TOO_MANY_FILES in codes(problems)


@pytest.mark.scorecard("SR-31")
def test_a_chain_of_links_deeper_than_the_system_follows_is_left_out(project_folder: Path) -> None:
    (project_folder / "link0.png").write_text("x")
    for number in range(1, 60):
        (project_folder / f"link{number}.png").symlink_to(f"link{number - 1}.png")
    project, problems = load_everything(project_folder)
    assert len(project.assets) + len(problems) == 60
    assert set(codes(problems)) == {Code.SYMLINK_LOOP}


@pytest.mark.scorecard("SR-31")
def test_a_link_inside_the_project_is_followed(project_folder: Path) -> None:
    (project_folder / "v1").mkdir()
    (project_folder / "v1" / "page.mdx").write_text("one")
    (project_folder / "v2").symlink_to("v1")
    (project_folder / "copy.mdx").symlink_to("v1/page.mdx")
    project, problems = load_everything(project_folder)
    assert problems == ()
    assert [page.source for page in project.pages] == [
        "copy.mdx",
        "index.mdx",
        "v1/page.mdx",
        "v2/page.mdx",
    ]
    assert load_text(project.root, project.files["v2/page.mdx"]) == ("one", ())


@pytest.mark.scorecard("SR-31")
@pytest.mark.parametrize("hidden", [".env", ".git/config", "key.pem", "drafts/a.txt"])
def test_a_link_does_not_publish_what_is_hidden_in_the_project(
    project_folder: Path, hidden: str
) -> None:
    (project_folder / hidden).parent.mkdir(exist_ok=True)
    (project_folder / hidden).write_text("secret")
    (project_folder / ".octavoignore").write_text("drafts/\n")
    (project_folder / "public.txt").symlink_to(hidden)
    (project_folder / "folder").symlink_to(Path(hidden).parent)
    project, _ = load_everything(project_folder)
    assert list(project.files) == ["index.mdx"]


@pytest.mark.scorecard("SR-31")
def test_a_link_to_nothing_is_left_out(project_folder: Path) -> None:
    (project_folder / "gone.mdx").symlink_to("nowhere.mdx")
    _, problems = load_everything(project_folder)
    assert codes(problems) == [Code.SYMLINK_BROKEN]


@pytest.mark.scorecard("SR-31")
def test_a_pipe_is_left_out_and_does_not_hang(project_folder: Path) -> None:
    os.mkfifo(project_folder / "pipe.mdx")
    (project_folder / "link.mdx").symlink_to("pipe.mdx")
    _, problems = load_everything(project_folder)
    assert codes(problems) == [Code.FILE_NOT_REGULAR] * 2
    assert "named pipe" in problems[0].message


@pytest.mark.scorecard("SR-31")
def test_a_socket_is_left_out(project_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project_folder)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("page.mdx")
        _, problems = load_everything(project_folder)
    assert codes(problems) == [Code.FILE_NOT_REGULAR]
    assert "socket" in problems[0].message


@pytest.mark.scorecard("SR-31")
def test_a_path_longer_than_the_system_takes_is_a_problem(
    project_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project_folder)
    for _ in range(25):
        os.mkdir("d" * 200)
        os.chdir("d" * 200)
    Path("deep.mdx").write_text("x")
    project, problems = load_everything(project_folder)
    assert list(project.files) == ["index.mdx"]
    assert codes(problems) == [Code.FILE_UNREADABLE]
    assert "too long" in problems[0].message


@pytest.mark.scorecard("SR-31")
def test_folders_nested_without_end_are_an_error(
    project_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project_folder)
    for depth in range(150):
        os.mkdir("d")
        os.chdir("d")
        if depth in (99, 100):
            Path("page.mdx").write_text("x")
    project, problems = load_everything(project_folder)
    assert [page.source for page in project.pages] == ["d/" * 100 + "page.mdx", "index.mdx"]
    assert codes(problems) == [Code.FOLDER_TOO_DEEP]


@pytest.mark.scorecard("SR-31")
def test_unicode_twins_are_an_error_that_spells_both(project_folder: Path) -> None:
    (project_folder / "caf\u00e9.mdx").write_text("x")
    (project_folder / "cafe\u0301.mdx").write_text("y")
    if len(os.listdir(project_folder)) == 2:
        pytest.skip("this disk does not tell the two names apart")
    project, problems = load_everything(project_folder)
    assert list(project.files) == ["caf\u00e9.mdx", "index.mdx"]
    assert codes(problems) == [Code.FILE_NAMES_CLASH]
    assert "caf\\xe9.mdx" in problems[0].message
    assert "cafe\\u0301.mdx" in problems[0].message


@pytest.mark.scorecard("SR-31")
def test_twins_of_case_and_spelling_are_found_together(project_folder: Path) -> None:
    for name in ("STRASSE.png", "straße.png", "ΣΑΣ.png", "σας.png"):
        (project_folder / name).write_text("x")
    _, problems = load_everything(project_folder)
    assert codes(problems) == [Code.FILE_NAMES_CLASH] * 2
    assert {problem.severity for problem in problems} == {Severity.ERROR}


@pytest.mark.scorecard("SR-31")
def test_an_unreadable_file_and_folder_are_problems(project_folder: Path) -> None:
    (project_folder / "locked").mkdir()
    (project_folder / "locked.mdx").write_text("x")
    (project_folder / "locked").chmod(0)
    (project_folder / "locked.mdx").chmod(0)
    try:
        if os.access(project_folder / "locked.mdx", os.R_OK):
            pytest.skip("this user may read everything")
        project, problems = load_everything(project_folder)
        assert codes(problems) == [Code.FILE_UNREADABLE]
        _, problems = load_text(project.root, project.files["locked.mdx"])
        assert codes(problems) == [Code.FILE_UNREADABLE]
    finally:
        (project_folder / "locked").chmod(0o700)


@pytest.mark.scorecard("SR-31")
def test_an_empty_file_is_a_page(project_folder: Path) -> None:
    (project_folder / "empty.mdx").touch()
    project, problems = load_everything(project_folder)
    assert problems == ()
    assert load_text(project.root, project.files["empty.mdx"]) == ("", ())


@pytest.mark.scorecard("SR-31")
def test_names_that_are_not_utf8_are_left_out(project_folder: Path) -> None:
    try:
        with open(os.fsencode(project_folder) + b"/caf\xe9.mdx", "w"):
            os.mkdir(os.fsencode(project_folder) + b"/d\xff")
    except OSError:
        pytest.skip("this disk takes only UTF-8")
    project, problems = load_everything(project_folder)
    assert list(project.files) == ["index.mdx"]
    assert codes(problems) == [Code.FILE_NAME_UNUSABLE] * 2
    assert problems[0].location.source == "caf\\xe9.mdx"


@pytest.mark.scorecard("SR-31")
@pytest.mark.parametrize("name", ["a\nb.mdx", "\x1b[2J.png", "a\\b.mdx", "..\\x.png", "\x7f"])
def test_names_with_control_characters_are_left_out(project_folder: Path, name: str) -> None:
    (project_folder / name).write_text("x")
    project, problems = load_everything(project_folder)
    assert list(project.files) == ["index.mdx"]
    assert codes(problems) == [Code.FILE_NAME_UNUSABLE]


@pytest.mark.scorecard("SR-31")
def test_a_file_replaced_while_the_project_is_read_is_whole(project_folder: Path) -> None:
    page, other = project_folder / "index.mdx", project_folder.with_name("other.mdx")
    project, _ = load_everything(project_folder)
    stop = threading.Event()

    def replace() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            other.write_text(str(number % 10) * 10_000)
            other.replace(page)

    writer = threading.Thread(target=replace)
    writer.start()
    try:
        for _ in range(200):
            text, problems = load_text(project.root, project.files["index.mdx"])
            assert text is None or len(set(text)) == 1 or text == "# Home"
            assert (text is None) == bool(problems)
    finally:
        stop.set()
        writer.join()


@pytest.mark.scorecard("SR-31")
def test_a_folder_that_goes_away_during_the_walk_is_a_problem(project_folder: Path) -> None:
    (project_folder / "gone").mkdir()

    def remove_and_keep(source: str) -> bool:
        if source == "gone/":
            (project_folder / "gone").rmdir()
        return False

    files, problems = walk.walk_tree(str(project_folder), remove_and_keep)
    assert [file.source for file in files] == ["index.mdx"]
    assert [problem.code for problem in problems] == [Code.FILE_MISSING]


@pytest.mark.scorecard("SR-31")
def test_too_many_files_are_an_error(project_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "MAX_FILES", 10)
    for number in range(12):
        (project_folder / f"{number:02}.png").touch()
    project, problems = load_everything(project_folder)
    assert len(project.files) == 10
    assert codes(problems) == [Code.TOO_MANY_FILES]


@pytest.mark.scorecard("SR-31")
def test_an_ignore_file_made_to_be_slow_is_not(project_folder: Path) -> None:
    (project_folder / ("a" * 220)).touch()
    patterns = [
        "*a" * 30,
        "**/" * 30 + "b",
        "a*" * 4 + "b",
        "a*a*a*b",
        *(f"d{n}/*.x" for n in range(3000)),
    ]
    (project_folder / ".octavoignore").write_text("\n".join(patterns))
    project, problems = load_everything(project_folder)
    assert len(project.files) == 2
    assert set(codes(problems)) == {Code.IGNORE_PATTERN_INVALID}
    assert [problem.location.line for problem in problems] == [1, 2, 3, 1004]


@pytest.mark.scorecard("SR-31")
def test_5000_files_are_found_in_linear_time(project_folder: Path) -> None:
    for folder in range(50):
        (project_folder / f"f{folder}").mkdir()
        for number in range(100):
            (project_folder / f"f{folder}" / f"p{number}.mdx").touch()
    start = time.process_time()
    project, problems = load_project(project_folder)
    assert time.process_time() - start < HANGS_AFTER
    assert (len(project.pages), problems) == (5001, ())
