"""The one reader of the author's files: confined to the project, limited in size, never hanging.

A file is opened by the real path that discovery found inside the project, without following a link
in its last step. When the opened file is the very one that discovery saw (same device and inode)
nothing more is needed, so a read costs one open, fstat, read and close; when it is not (an editor
replaced it, a folder became a link) its real path is checked again before a byte is read.
"""

from __future__ import annotations

import errno
import os
import stat
from enum import StrEnum

from octavo.problems import Code, Location, Problem
from octavo.values import Struct

MEBIBYTE = 1024 * 1024


class Kind(StrEnum):
    """What a file of the project is for."""

    PAGE = "page"
    SNIPPET = "snippet"
    MODULE = "module"
    STYLE = "style"
    SCRIPT = "script"
    DATA = "data"
    ASSET = "asset"
    SETTINGS = "settings"
    IGNORE_FILE = "ignore file"


LIMITS: dict[Kind, int] = {
    Kind.PAGE: 5 * MEBIBYTE,
    Kind.SNIPPET: 5 * MEBIBYTE,
    Kind.MODULE: 5 * MEBIBYTE,
    Kind.STYLE: 20 * MEBIBYTE,
    Kind.SCRIPT: 20 * MEBIBYTE,
    Kind.DATA: 50 * MEBIBYTE,
    Kind.SETTINGS: 5 * MEBIBYTE,
    Kind.IGNORE_FILE: MEBIBYTE,
}
"""The most bytes that are read into memory, by kind; assets have no limit."""


Identity = tuple[int, int]
"""What tells a file from all others while it is there: its device and its number there."""

_FITS_RECORDS = 2**64 - 59
"""Some disks of Windows number files with 128 bits. This is a prime, so they stay apart."""


def read_identity(status: os.stat_result) -> Identity:
    """Return the identity of a file from its status."""
    return status.st_dev, status.st_ino % _FITS_RECORDS


def load_entry_status(entry: os.DirEntry[str]) -> os.stat_result:
    """Return the status of an entry of a folder, or of a link itself, with its identity.

    The lists of folders have none on Windows, and sizes and times that may be old.
    """
    status = entry.stat(follow_symlinks=False)
    if status.st_ino or entry.path == entry.name:  # it is of a descriptor, which Windows lacks
        return status
    return os.lstat(entry.path)


class SourceFile(Struct, frozen=True):
    """A file of the project, as discovery saw it."""

    source: str
    """Project-relative, `/`-separated, NFC."""
    kind: Kind
    size: int
    modified_ns: int
    changed_ns: int
    """When its facts were changed: unlike the time of its text, nobody can set this one."""
    path: str
    """Where it really is, links resolved; for opening only, never for showing."""
    identity: Identity


def build_source_file(source: str, kind: Kind, path: str, status: os.stat_result) -> SourceFile:
    """Return the value for a file that lstat has seen."""
    return SourceFile(
        source,
        kind,
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        path,
        read_identity(status),
    )


Problems = tuple[Problem, ...]

OPEN_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)  # a FIFO put in a file's place must not hang the build
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_UTF8_MARK = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def load_text(root: str, file: SourceFile) -> tuple[str | None, Problems]:
    """Return the text of a file with LF line ends and without byte order mark, or why not."""
    data, problems = load_bytes(root, file)
    if data is None:
        return None, problems
    data = normalize_lines(data)
    try:
        return data.decode("utf-8").replace("\0", "\ufffd"), ()
    except UnicodeDecodeError as error:
        return None, (_explain_not_utf8(file.source, data, error.start),)


def normalize_lines(data: bytes) -> bytes:
    """Return the bytes of a text file with LF line ends and without byte order mark."""
    data = data.removeprefix(_UTF8_MARK)
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def split_lines(data: bytes) -> list[bytes]:
    """Return the lines of a text file as they are: of a long one, few are ever decoded."""
    return normalize_lines(data).split(b"\n")


def find_line(lines: list[bytes], number: int) -> str | None:
    """Return the text of a line by its number; None where there is none, or no text."""
    if not 0 < number <= len(lines):
        return None
    try:
        return lines[number - 1].decode("utf-8").replace("\0", "\ufffd")
    except UnicodeDecodeError:
        return None


def load_bytes(root: str, file: SourceFile) -> tuple[bytes | None, Problems]:
    """Return the bytes of a file, or why they cannot be had."""
    try:
        descriptor, size_or_problem = _open_checked(root, file)
        if isinstance(size_or_problem, Problem):
            return None, (size_or_problem,)
        try:
            return _read_all(descriptor, size_or_problem, file)
        finally:
            os.close(descriptor)
    except (OSError, MemoryError) as error:
        return None, (explain_failure(file.source, error),)


def open_source(root: str, file: SourceFile) -> tuple[int | None, Problems]:
    """Return a file descriptor for copying a file of any size; the caller closes it."""
    try:
        descriptor, size_or_problem = _open_checked(root, file, limited=False)
    except OSError as error:
        return None, (explain_failure(file.source, error),)
    if isinstance(size_or_problem, Problem):
        return None, (size_or_problem,)
    return descriptor, ()


def is_inside(root: str, path: str) -> bool:
    """Tell whether a real path is the project's real folder or below it."""
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)


def relate_path(path: str, start: str = os.curdir) -> str:
    """Return a path from a folder; whole, where no way leads there, as between drives of Windows.

    Without a folder, it is the working directory.
    """
    try:
        return os.path.relpath(path, start)  # noqa: TID251 (the one place)
    except ValueError:
        return os.path.abspath(path)


def explain_failure(source: str, error: OSError | MemoryError) -> Problem:
    """Say in plain words why a file or folder cannot be read."""
    place = Location(source)
    number = error.errno if isinstance(error, OSError) else errno.ENOMEM
    if number in (errno.ENOENT, errno.ENOTDIR, errno.ESTALE):
        return Problem(
            Code.FILE_MISSING,
            "this file was there a moment ago and is gone",
            place,
            hint="Run the command again when nothing moves files in the project.",
        )
    if number == errno.ELOOP:
        return _explain_changed(source)
    if number in (errno.EACCES, errno.EPERM):
        return Problem(
            Code.FILE_UNREADABLE,
            "there is no permission to read this",
            place,
            hint="Change its permissions, or name it in .octavoignore.",
        )
    reason = os.strerror(number) if number else str(error)
    return Problem(Code.FILE_UNREADABLE, f"this cannot be read: {reason}", place)


def _open_checked(
    root: str, file: SourceFile, *, limited: bool = True
) -> tuple[int, int | Problem]:
    """Open a file and give its size; with a problem instead of the size it is closed again."""
    try:
        descriptor = os.open(file.path, OPEN_FLAGS)
    except PermissionError:
        if os.path.isdir(file.path):  # Windows opens none
            return -1, explain_not_regular(file.source, stat.S_IFDIR)
        raise
    try:
        status = os.fstat(descriptor)
        problem = _check_opened(root, file, status, limited=limited)
    except BaseException:
        os.close(descriptor)
        raise
    if problem:
        os.close(descriptor)
        return -1, problem
    return descriptor, status.st_size


def _check_opened(
    root: str, file: SourceFile, status: os.stat_result, *, limited: bool
) -> Problem | None:
    if not stat.S_ISREG(status.st_mode):
        return explain_not_regular(file.source, status.st_mode)
    identity = read_identity(status)
    if identity != file.identity and not _is_still_inside(root, file.path, identity):
        return _explain_changed(file.source)
    limit = LIMITS.get(file.kind)
    if limited and limit is not None and status.st_size > limit:
        return _explain_too_large(file, status.st_size, limit)
    return None


def _is_still_inside(root: str, path: str, identity: Identity) -> bool:
    real = os.path.realpath(path)
    status = os.stat(real, follow_symlinks=False)
    return is_inside(root, real) and read_identity(status) == identity


def _read_all(descriptor: int, size: int, file: SourceFile) -> tuple[bytes | None, Problems]:
    # One byte more than the size is asked for: getting less says that the end is reached.
    data = os.read(descriptor, size + 1)
    if len(data) == size:
        return data, ()
    limit = LIMITS.get(file.kind)
    parts, total = [data], len(data)
    while chunk := os.read(descriptor, MEBIBYTE):
        parts.append(chunk)
        total += len(chunk)
        if limit is not None and total > limit:
            return None, (_explain_too_large(file, total, limit),)
    return b"".join(parts), ()


def explain_not_regular(source: str, mode: int) -> Problem:
    """Say that something else stands where a file is expected."""
    kind = next((name for test, name in _SPECIAL if test(mode)), "not a file")
    return Problem(
        Code.FILE_NOT_REGULAR,
        f"a file is expected here, but this is {kind}",
        Location(source),
        hint="Move it out of the project, or name it in .octavoignore.",
    )


_SPECIAL = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def _explain_changed(source: str) -> Problem:
    return Problem(
        Code.SYMLINK_OUTSIDE_PROJECT,
        "this became a link, or moved behind one, after the project was read",
        Location(source),
        hint="Run the command again; links are followed only to places inside the project.",
    )


def _explain_too_large(file: SourceFile, size: int, limit: int) -> Problem:
    return Problem(
        Code.FILE_TOO_LARGE,
        f"this {file.kind} file has {size:,} bytes; the limit is {limit // MEBIBYTE} MiB",
        Location(file.source),
        hint="Split it into smaller files, or move big data out of it.",
    )


def _explain_not_utf8(source: str, data: bytes, offset: int) -> Problem:
    if data.startswith(_UTF16_MARKS):
        return Problem(
            Code.FILE_NOT_UTF8,
            "this file is written in UTF-16, not in UTF-8",
            Location(source, 1, 1),
            hint="Save it again with the encoding UTF-8.",
        )
    before = data[:offset]
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8")) + 1
    return Problem(
        Code.FILE_NOT_UTF8,
        f"this file is not UTF-8 text: the byte 0x{data[offset]:02x} does not belong here",
        Location(source, before.count(b"\n") + 1, column),
        hint="Save it again with the encoding UTF-8.",
    )
