"""Publishes a site: its next state is made beside its folder and takes its place in one step.

A visitor, or a build that fails or is killed, never meets half of a site. Files that stay the same
are not written again: the next state holds them by a further name (a hard link). The state before
may be kept as a spare, from which the state after the next is made: then a build touches only what
changes, whatever the size of the site.

Beside a folder `dist` stands the folder `.dist.octavo` with the next state (or the spare) and a
lock, so that builds of the same folder follow one another. A durable publication waits before the
exchange until everything is on the disk: even if the power fails, the folder is then the whole old
site or the whole new one.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from octavo.outputs.exchange import exchange
from octavo.outputs.publish_disk import (
    OutputError,
    copy_file,
    explain_failure,
    link_file,
    make_folder,
    remove,
    sync_disk,
)
from octavo.outputs.publish_lock import LOCK_FILES, locked
from octavo.problems import Code, Location, Problem
from octavo.project.files import OPEN_FLAGS
from octavo.project.walk import OUTPUT_MARK

_NEXT = "next"
_PIECE = 1 << 20
_GONE = (FileNotFoundError, NotADirectoryError)
"""What becomes of a file of the spare where a folder took its place, or the other way round."""
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class Signature(NamedTuple):
    """What tells a file from its other states without reading it."""

    size: int
    modified_ns: int
    inode: int


def signature_of(status: os.stat_result) -> Signature:
    """Return the signature of a file from what the system says of it."""
    return Signature(status.st_size, status.st_mtime_ns, status.st_ino)


def check_target(target: str, project_root: str) -> None:
    """Refuse to replace a folder that holds anything but a site of ours."""
    reason = ""
    if os.path.realpath(target) == project_root:
        reason = "it is the project itself"
    elif os.path.isfile(target):
        reason = "it is a file"
    elif os.path.isdir(target) and not os.path.exists(os.path.join(target, OUTPUT_MARK)):
        try:
            reason = "it holds files that Octavo did not write" if os.listdir(target) else ""
        except OSError as error:
            raise explain_failure(target, error) from error
    if reason:
        raise OutputError(
            Problem(
                Code.OUTPUT_NOT_OURS,
                f"the output folder is not replaced: {reason}",
                Location(target),
                hint="Name a new or empty folder with -o, or remove this one yourself.",
            )
        )


@contextlib.contextmanager
def publication(
    target: str, *, keeps_spare: bool, durable: bool, say: Callable[[str], None]
) -> Iterator[Publication]:
    """Give the next state of a folder; other builds of it wait meanwhile.

    If anything goes wrong, what was made is gone afterwards. Raises `OutputError` when the disk
    fails.
    """
    parent, name = os.path.split(target)
    work = os.path.join(parent, f".{name}.octavo")
    with locked(work, target, say) as is_alone:
        folder = os.path.join(work, _NEXT if is_alone else str(os.getpid()))
        is_spare_kept = False
        try:
            if is_alone:
                _remove_strangers(work)
            state = Publication(target, folder, durable=durable)
            yield state
            is_spare_kept = keeps_spare and is_alone
        finally:
            if not is_spare_kept:
                _remove_quietly(work if is_alone else folder)


def _remove_quietly(folder: str) -> None:
    with contextlib.suppress(OSError):  # the site is published, or the build failed anyway
        if os.path.lexists(folder):
            remove(folder)


def _remove_strangers(work: str) -> None:
    """Remove what killed builds left, on disks without locks or without an exchange of names."""
    try:
        for name in set(os.listdir(work)) - {_NEXT, *LOCK_FILES}:
            remove(os.path.join(work, name))
    except OSError as error:
        raise explain_failure(work, error) from error


class Publication:
    """The next state of the folder of a site."""

    def __init__(self, target: str, folder: str, *, durable: bool = False) -> None:
        self.target = target
        self._is_durable = durable
        self.folder = folder
        self._replaces = os.path.isdir(target)
        self._spare: dict[str, int] = {}
        self._folders = {""}
        try:
            os.makedirs(folder, exist_ok=True)
            self._list_spare()
        except OSError as error:
            raise explain_failure(folder, error) from error

    def _list_spare(self) -> None:
        """Look what is there: the inodes of files, and all folders."""
        todo = [("", self.folder)]
        while todo:
            prefix, path = todo.pop()
            with os.scandir(path) as entries:
                for entry in entries:
                    output = prefix + entry.name
                    if entry.is_dir(follow_symlinks=False):
                        self._folders.add(output)
                        todo.append((f"{output}/", entry.path))
                    else:
                        self._spare[output] = entry.inode()

    def put(self, output: str, data: bytes) -> Signature:
        """Write a file, unless the site has it already just so."""
        try:
            return self._find_same(output, data) or self._write(output, data)
        except OSError as error:
            raise explain_failure(self._path(output), error) from error

    def load(self, output: str) -> bytes:
        """Return what was put."""
        try:
            with open(self._path(output), "rb") as file:
                return file.read()
        except OSError as error:
            raise explain_failure(self._path(output), error) from error

    def copy(self, output: str, source: int) -> Signature:
        """Write what a descriptor gives, unless the site has it already just so."""
        try:
            same = self._find_same_stream(output, source)
            if same:
                return same
            os.lseek(source, 0, os.SEEK_SET)
            descriptor = self._create(output)
            try:
                while piece := os.read(source, _PIECE):
                    _write_all(descriptor, piece)
                return signature_of(os.fstat(descriptor))
            finally:
                os.close(descriptor)
        except OSError as error:
            raise explain_failure(self._path(output), error) from error

    def keep(self, output: str, signature: Signature) -> Signature:
        """Take over a file of the site as it is; the signature is that of the site's file.

        Where the disk has no links it is copied, and so becomes another file.
        """
        if self._spare.get(output) == signature.inode:
            return signature
        try:
            return self._link(output, signature)
        except OSError as error:
            raise explain_failure(self._path(output), error) from error

    def publish(self, outputs: Collection[str]) -> None:
        """Let the folder hold these outputs and nothing else, in one step."""
        try:
            self._remove_others(outputs)
            if self._is_durable:
                sync_disk(self.folder, outputs)
            if os.path.isdir(self.target):
                exchange(self.folder, self.target)
            else:
                os.rename(self.folder, self.target)
        except OSError as error:
            raise explain_failure(self.target, error) from error

    # --- files that stay ---

    def _find_same(self, output: str, data: bytes) -> Signature | None:
        """Take over the site's file where it holds these bytes."""
        live = self._open_live(output, len(data))
        if live is None:
            return None
        descriptor, signature = live
        try:
            if not _gives(descriptor, data):
                return None
        finally:
            os.close(descriptor)
        return self.keep(output, signature)

    def _find_same_stream(self, output: str, source: int) -> Signature | None:
        live = self._open_live(output, os.fstat(source).st_size)
        if live is None:
            return None
        descriptor, signature = live
        try:
            while piece := os.read(source, _PIECE):
                if not _gives(descriptor, piece):
                    return None
        finally:
            os.close(descriptor)
        return self.keep(output, signature)

    def _open_live(self, output: str, size: int) -> tuple[int, Signature] | None:
        """Open a file of the site that has this size."""
        if not self._replaces:
            return None
        try:
            descriptor = os.open(os.path.join(self.target, output), OPEN_FLAGS)
        except OSError:
            return None
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode) and status.st_size == size:
            return descriptor, signature_of(status)
        os.close(descriptor)
        return None

    def _link(self, output: str, signature: Signature) -> Signature:
        live, path = os.path.join(self.target, output), self._prepare(output)
        try:
            link_file(live, path)
        except OSError:  # not every disk has links; what else may be wrong is found now
            copy_file(live, path)
            signature = signature_of(os.stat(path))
        self._spare[output] = signature.inode
        return signature

    # --- files that are new ---

    def _write(self, output: str, data: bytes) -> Signature:
        descriptor = self._create(output)
        try:
            _write_all(descriptor, data)
            return signature_of(os.fstat(descriptor))
        finally:
            os.close(descriptor)

    def _create(self, output: str) -> int:
        path = self._prepare(output)
        try:
            return os.open(path, _NEW_FILE, 0o666)
        except FileExistsError:
            remove(path)
            return os.open(path, _NEW_FILE, 0o666)

    def _prepare(self, output: str) -> str:
        """Return where an output is made; its folder is there and its place is free.

        A file of the spare is never written to: the site may have it by another name.
        """
        folder = output.rpartition("/")[0]
        if folder not in self._folders:
            make_folder(self.folder, folder)
            self._folders.add(folder)
        path = self._path(output)
        if self._spare.pop(output, None) is not None:
            os.unlink(path)
        return path

    def _path(self, output: str) -> str:
        return os.path.join(self.folder, output)

    def _remove_others(self, outputs: Collection[str]) -> None:
        """Remove what the spare has and the site will not have."""
        for output in self._spare.keys() - set(outputs):
            with contextlib.suppress(*_GONE):
                os.unlink(self._path(output))
        needed = _with_parents({output.rpartition("/")[0] for output in outputs})
        for folder in sorted(self._folders - needed - {""}, reverse=True):
            with contextlib.suppress(*_GONE):
                os.rmdir(self._path(folder))


def _with_parents(folders: Collection[str]) -> set[str]:
    found: set[str] = set()
    todo = list(folders)
    while todo:
        folder = todo.pop()
        if folder and folder not in found:
            found.add(folder)
            todo.append(folder.rpartition("/")[0])
    return found


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _gives(descriptor: int, data: bytes) -> bool:
    """Tell whether the next bytes of a file are these."""
    piece = os.read(descriptor, len(data))
    while piece and len(piece) < len(data) and data.startswith(piece):
        data = data[len(piece) :]
        piece = os.read(descriptor, len(data))
    return piece == data


def scan_site(target: str) -> dict[str, Signature]:
    """Return the files of a published site; nothing where it cannot be read."""
    found: dict[str, Signature] = {}
    todo = [("", target)]
    try:
        while todo:
            prefix, path = todo.pop()
            with os.scandir(path) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        todo.append((f"{prefix}{entry.name}/", entry.path))
                    else:
                        status = entry.stat(follow_symlinks=False)
                        found[prefix + entry.name] = signature_of(status)
    except OSError:
        return {}
    return found
