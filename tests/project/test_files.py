import errno
import os
import threading
from pathlib import Path

import pytest

from octavo.problems import Code, Problem
from octavo.project.files import (
    LIMITS,
    Kind,
    SourceFile,
    _read_all,
    build_source_file,
    explain_failure,
    load_bytes,
    load_text,
    open_source,
)
from tests.patience import HANGS_AFTER


def seen(path: Path, kind: Kind = Kind.PAGE) -> SourceFile:
    """Return what discovery would have seen."""
    return build_source_file(path.name, kind, os.path.realpath(path), os.lstat(path))


def written(folder: Path, data: bytes, name: str = "page.mdx") -> SourceFile:
    path = folder / name
    path.write_bytes(data)
    return seen(path)


def only_problem(result: tuple[object, tuple[Problem, ...]]) -> Problem:
    value, problems = result
    assert value is None
    (problem,) = problems
    return problem


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"a\r\nb\rc\nd", "a\nb\nc\nd"),
        (b"\xef\xbb\xbfa", "a"),
        (b"a\0b", "a\ufffdb"),
        ("é€😀".encode(), "é€😀"),
    ],
    ids=["empty", "line ends", "byte order mark", "NUL", "not ASCII"],
)
def test_text_comes_in_one_form(tmp_path: Path, data: bytes, text: str) -> None:
    assert load_text(str(tmp_path), written(tmp_path, data)) == (text, ())


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"\xff", 1, 1),
        (b"ab\r\ncd\re\xe9", 3, 2),
        ("é\né".encode() + b"\xc3", 2, 2),
        (b"\xef\xbb\xbfa\x80", 1, 2),
        (b"x\xed\xa0\x80", 1, 2),
    ],
    ids=["first byte", "third line", "cut off", "after a mark", "surrogate"],
)
def test_bytes_that_are_not_utf8_have_a_place(
    tmp_path: Path, data: bytes, line: int, column: int
) -> None:
    problem = only_problem(load_text(str(tmp_path), written(tmp_path, data)))
    assert problem.code is Code.FILE_NOT_UTF8
    assert (problem.location.line, problem.location.column) == (line, column)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf16_is_named(tmp_path: Path, encoding: str) -> None:
    data = "\ufeffé".encode(encoding)
    problem = only_problem(load_text(str(tmp_path), written(tmp_path, data)))
    assert problem.code is Code.FILE_NOT_UTF8
    assert "UTF-16" in problem.message


@pytest.mark.parametrize("kind", [Kind.PAGE, Kind.SETTINGS, Kind.DATA])
def test_a_file_over_its_limit_is_refused_without_reading(tmp_path: Path, kind: Kind) -> None:
    path = tmp_path / "big"
    with path.open("wb") as file:
        file.truncate(LIMITS[kind] + 1)
    problem = only_problem(load_bytes(str(tmp_path), seen(path, kind)))
    assert problem.code is Code.FILE_TOO_LARGE
    assert f"{LIMITS[kind] // 1024 // 1024} MiB" in problem.message


def test_a_file_at_its_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "big.mdx"
    with path.open("wb") as file:
        file.truncate(LIMITS[Kind.PAGE])
    data, problems = load_bytes(str(tmp_path), seen(path))
    assert (len(data or b""), problems) == (LIMITS[Kind.PAGE], ())


def test_an_asset_of_any_size_can_be_opened_for_copying(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    with path.open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    descriptor, problems = open_source(str(tmp_path), seen(path, Kind.ASSET))
    assert problems == ()
    assert descriptor is not None
    with os.fdopen(descriptor, "rb") as stream:
        assert stream.read(3) == b"\0\0\0"


def test_a_file_that_has_gone_is_a_problem(tmp_path: Path) -> None:
    file = written(tmp_path, b"x")
    (tmp_path / "page.mdx").unlink()
    assert only_problem(load_text(str(tmp_path), file)).code is Code.FILE_MISSING
    assert only_problem(open_source(str(tmp_path), file)).code is Code.FILE_MISSING


def test_a_folder_in_place_of_a_file_is_named(tmp_path: Path) -> None:
    file = written(tmp_path, b"x")
    (tmp_path / "page.mdx").unlink()
    (tmp_path / "page.mdx").mkdir()
    problem = only_problem(load_text(str(tmp_path), file))
    assert problem.code is Code.FILE_NOT_REGULAR
    assert "folder" in problem.message


def test_a_pipe_in_place_of_a_file_does_not_hang(tmp_path: Path) -> None:
    file = written(tmp_path, b"x")
    (tmp_path / "page.mdx").unlink()
    os.mkfifo(tmp_path / "page.mdx")
    results: list[Problem] = []
    reader = threading.Thread(
        target=lambda: results.append(only_problem(load_text(str(tmp_path), file))), daemon=True
    )
    reader.start()
    reader.join(timeout=HANGS_AFTER)
    assert [problem.code for problem in results] == [Code.FILE_NOT_REGULAR]


def test_a_file_replaced_by_an_editor_is_read_as_it_is_now(tmp_path: Path) -> None:
    file = written(tmp_path, b"old")
    written(tmp_path, b"new and longer", "other.mdx")
    (tmp_path / "other.mdx").replace(tmp_path / "page.mdx")
    assert load_text(str(tmp_path), file) == ("new and longer", ())


def test_a_file_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    secret = tmp_path / "secret"
    secret.write_text("secret")
    file = written(project, b"x")
    (project / "page.mdx").unlink()
    (project / "page.mdx").symlink_to(secret)
    problem = only_problem(load_text(str(project), file))
    assert problem.code is Code.SYMLINK_OUTSIDE_PROJECT


def test_a_file_that_became_a_link_to_what_is_hidden_in_the_project_is_not_read(
    tmp_path: Path,
) -> None:
    file = written(tmp_path, b"old")
    (tmp_path / ".env").write_text("SECRET=1")
    (tmp_path / "page.mdx").unlink()
    (tmp_path / "page.mdx").symlink_to(".env")
    problem = only_problem(load_text(str(tmp_path), file))
    assert problem.code is Code.SYMLINK_OUTSIDE_PROJECT


def test_a_file_that_grows_while_it_is_read_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = written(tmp_path, b"x" * (LIMITS[Kind.PAGE] + 1))
    descriptor = os.open(tmp_path / "page.mdx", os.O_RDONLY)
    try:
        data, problems = _read_all(descriptor, 3, file)
    finally:
        os.close(descriptor)
    assert data is None
    assert [problem.code for problem in problems] == [Code.FILE_TOO_LARGE]


def test_a_folder_that_became_a_link_out_of_the_project_is_not_read(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    (project / "docs").mkdir(parents=True)
    outside.mkdir()
    file = written(project / "docs", b"x")
    written(outside, b"secret")
    (project / "docs" / "page.mdx").unlink()
    (project / "docs").rmdir()
    (project / "docs").symlink_to(outside)
    problem = only_problem(load_text(str(project), file))
    assert problem.code is Code.SYMLINK_OUTSIDE_PROJECT


def test_reading_leaves_no_descriptor_open(tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    file = written(tmp_path, b"x" * 100)
    for kind in (Kind.PAGE, Kind.ASSET):
        load_bytes(str(tmp_path), seen(Path(file.path), kind))
    (tmp_path / "page.mdx").unlink()
    (tmp_path / "page.mdx").mkdir()
    load_bytes(str(tmp_path), file)
    after = len(os.listdir("/proc/self/fd")) if before else 0
    assert before == after


@pytest.mark.parametrize(
    ("number", "code", "words"),
    [
        (errno.EACCES, Code.FILE_UNREADABLE, "permission"),
        (errno.EIO, Code.FILE_UNREADABLE, os.strerror(errno.EIO)),
        (errno.ENAMETOOLONG, Code.FILE_UNREADABLE, os.strerror(errno.ENAMETOOLONG)),
        (errno.ENOENT, Code.FILE_MISSING, "gone"),
    ],
)
def test_failures_of_the_system_are_told_in_words(number: int, code: Code, words: str) -> None:
    problem = explain_failure("a.mdx", OSError(number, "x"))
    assert problem.code is code
    assert words in problem.message
    assert problem.location.source == "a.mdx"
