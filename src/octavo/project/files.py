"""Reads the author's files: only inside the project, with limits of size, without hanging.

A file is opened by its real path from discovery, without following a link in its last step. If it
is still the same file (device and inode), no further check is needed, so a read costs one open,
fstat, read and close. Otherwise (an editor replaced it, a folder became a link) its real path is
checked again before the first byte is read.
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
    """The kinds of project files."""

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
"""The most bytes to read into memory, by kind; assets have no limit."""


Identity = tuple[int, int]
"""The device and inode of a file, which identify it while it exists."""

_FITS_RECORDS = 2**64 - 59
"""A prime limit for the 128-bit file ids of some Windows disks, which keeps ids distinct."""


def read_identity(status: os.stat_result) -> Identity:
    """Return the identity of a file from its status."""
    return status.st_dev, status.st_ino % _FITS_RECORDS


def load_entry_status(entry: os.DirEntry[str]) -> os.stat_result:
    """Return the status of a folder entry, or of a link itself, with its identity.

    On Windows, folder lists have no identities, and sizes and times may be outdated.
    """
    status = entry.stat(follow_symlinks=False)
    # On Windows, only a status from a descriptor has it.
    if status.st_ino or entry.path == entry.name:
        return status
    return os.lstat(entry.path)


class SourceFile(Struct, frozen=True):
    """A file of the project, in its state during discovery."""

    source: str
    """The project-relative path, with `/` separators, in NFC."""
    kind: Kind
    size: int
    modified_ns: int
    changed_ns: int
    """The change time of its status, which programs can't set, unlike its modification time."""
    path: str
    """The real path without links; for opening only, never for messages."""
    identity: Identity


def build_source_file(source: str, kind: Kind, path: str, status: os.stat_result) -> SourceFile:
    """Return the value for a file and its status."""
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
    | getattr(os, "O_NONBLOCK", 0)  # A FIFO instead of a file must not hang the build.
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
    """Return the undecoded lines of a text file, because only few are needed."""
    return normalize_lines(data).split(b"\n")


def find_line(lines: list[bytes], number: int) -> str | None:
    """Return the text of a line by its number; None if it doesn't exist or isn't text."""
    if not 0 < number <= len(lines):
        return None
    try:
        return lines[number - 1].decode("utf-8").replace("\0", "\ufffd")
    except UnicodeDecodeError:
        return None


def load_bytes(root: str, file: SourceFile) -> tuple[bytes | None, Problems]:
    """Return the bytes of a file, or why they can't be read."""
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
    """Tell whether a real path is the project's real folder or inside it."""
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)


def relate_path(path: str, start: str = os.curdir) -> str:
    """Return a path relative to a folder; absolute if there is none, as between Windows drives.

    The default folder is the working directory.
    """
    try:
        return os.path.relpath(path, start)  # noqa: TID251 (the one place)
    except ValueError:
        return os.path.abspath(path)


def explain_failure(source: str, error: OSError | MemoryError) -> Problem:
    """Return in plain words why a file or folder can't be read."""
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
    """Open a file and return its size; after a problem it is closed again."""
    try:
        descriptor = os.open(file.path, OPEN_FLAGS)
    except PermissionError:
        if os.path.isdir(file.path):  # Windows can't open folders.
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
    # One extra byte is requested; a shorter read means the end of the file.
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
    """Return the problem of a file that is not a regular one."""
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
