"""Opens folders and keeps them open, so that changes can't reach other places.

A project may come from strangers, and git stores links. So files are never written or deleted by a
path from the root. Octavo opens each folder once, without following links, and names its files from
there. On systems that can't do that, it checks each step first.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterator

from octavo.builder.publish.beneath import (
    FOLDER_FLAGS,
    NO_LINKS,
    open_beneath,
    open_folder_of,
)
from octavo.builder.publish.disk import retry_in_use
from octavo.project.files import OPEN_FLAGS

NEW_FILE = (
    os.O_RDWR  # Reading allows a comparison of the written bytes with the existing ones.
    | os.O_CREAT
    | os.O_EXCL
    | NO_LINKS
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
CAN_HOLD = {os.open, os.mkdir, os.unlink, os.rename, os.link} <= os.supports_dir_fd and bool(
    NO_LINKS
)
_CAN_LINK_LINKS = os.link in os.supports_follow_symlinks
_PIECE = 1 << 20


class HeldFolder:
    """An open folder; the names in its methods are relative to it.

    A name may contain folders. If the system supports it, none of them may be a link, even if
    another process creates it at that moment.
    """

    def __init__(self, path: str, descriptor: int | None) -> None:
        self.path = path
        """The path for messages, and for systems that can't keep folders open."""
        self.descriptor = descriptor

    def __enter__(self) -> HeldFolder:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the folder."""
        descriptor, self.descriptor = self.descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def join_path(self, name: str) -> str:
        """Return the path of a name in the folder, for messages."""
        return os.path.join(self.path, name)

    @contextlib.contextmanager
    def _hold_place(self, name: str) -> Iterator[tuple[int | None, str]]:
        """Yield the descriptor of a name's parent folder, and the name in it."""
        if self.descriptor is None:
            yield None, os.path.join(self.path, name)
        elif "/" not in name:
            yield self.descriptor, name
        else:
            folder = open_folder_of(self.descriptor, name)
            try:
                yield folder, name.rpartition("/")[2]
            finally:
                os.close(folder)

    # --- read ---

    def hold(self, name: str) -> HeldFolder:
        """Open a subfolder; raise `NotADirectoryError` for a link or a file."""
        if self.descriptor is None and not is_folder(self.load_status(name)):
            raise _build_error(self.join_path(name))
        if self.descriptor is None:
            return HeldFolder(self.join_path(name), None)
        try:
            descriptor = open_beneath(self.descriptor, name, FOLDER_FLAGS)
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENOTDIR):
                raise _build_error(self.join_path(name)) from error
            raise
        return HeldFolder(self.join_path(name), descriptor)

    def load_status(self, name: str) -> os.stat_result:
        """Return the status of a file or folder; for a link, that of the link itself."""
        with self._hold_place(name) as (folder, last):
            return os.stat(last, dir_fd=folder, follow_symlinks=False)

    def has(self, name: str) -> bool:
        """Tell whether the name exists."""
        try:
            self.load_status(name)
        except FileNotFoundError:
            return False
        return True

    def list_names(self) -> list[str]:
        """Return all names in the folder."""
        return os.listdir(self.path if self.descriptor is None else self.descriptor)

    def walk(self) -> Iterator[tuple[str, os.DirEntry[str]]]:
        """Yield everything below the folder by its relative name, without following links."""
        todo = [""]
        while todo:
            folder = todo.pop()
            prefix = f"{folder}/" if folder else ""
            here = self._open_folder(folder)
            try:
                with os.scandir(here) as entries:
                    for entry in entries:
                        name = prefix + entry.name
                        if is_folder_entry(entry):
                            todo.append(name)
                        yield name, entry
            finally:
                if isinstance(here, int):
                    os.close(here)

    def _open_folder(self, folder: str) -> int | str:
        """Return a descriptor of a subfolder, or its path if the system has no descriptors."""
        if self.descriptor is None:
            return os.path.join(self.path, folder)
        return open_beneath(self.descriptor, folder or os.curdir, FOLDER_FLAGS)

    def load(self, name: str) -> bytes:
        """Return the bytes of a file."""
        # Without a buffer, because a build reads thousands of small files back.
        with open(self.open(name, OPEN_FLAGS), "rb", buffering=0) as file:
            return file.readall()

    # --- change ---

    def open(self, name: str, flags: int) -> int:
        """Open a file, create it if allowed, and return its descriptor."""
        if self.descriptor is None:
            return os.open(os.path.join(self.path, name), flags, 0o666)
        return open_beneath(self.descriptor, name, flags)

    def make_folder(self, name: str) -> None:
        """Create a folder in an existing one."""
        with self._hold_place(name) as (folder, last):
            os.mkdir(last, dir_fd=folder)

    def make_folders(self, name: str) -> None:
        """Create a folder and its parents; remove files and links in their place."""
        try:
            self._make_or_find_folder(name)
        except (FileNotFoundError, NotADirectoryError):
            around = name.rpartition("/")[0]
            if not around:
                raise
            self.make_folders(around)
            self._make_or_find_folder(name)  # Another worker may have created it meanwhile.

    def _make_or_find_folder(self, name: str) -> None:
        try:
            self.make_folder(name)
        except FileExistsError:
            if not is_folder(self.load_status(name)):
                self.unlink(name)
                self.make_folder(name)

    def unlink(self, name: str) -> None:
        """Remove a file, or a link itself."""
        with self._hold_place(name) as (folder, last):
            try:
                os.unlink(last, dir_fd=folder)
            except PermissionError:
                if folder is not None or not is_read_only(os.lstat(last)):
                    raise
                os.chmod(last, stat.S_IWRITE)  # Windows can't remove read-only files.
                os.unlink(last)

    def remove_folder(self, name: str) -> None:
        """Remove an empty folder."""
        with self._hold_place(name) as (folder, last):
            os.rmdir(last, dir_fd=folder)

    def remove(self, name: str) -> None:
        """Remove a file, or a folder with its content; links are removed, not followed."""
        try:
            with self.hold(name) as folder:
                folder.clear()
            self.remove_folder(name)
        except NotADirectoryError:
            self.unlink(name)

    def clear(self) -> None:
        """Remove everything in the folder."""
        folders: list[str] = []
        files: list[str] = []
        for name, entry in self.walk():
            (folders if is_folder_entry(entry) else files).append(name)
        try:
            self._remove_all(files, folders)
        except PermissionError:  # A foreign folder may be read-only even for its owner.
            for name in folders:
                with self.hold(name) as folder:
                    folder.allow_changes()
            self._remove_all(files, folders)

    def _remove_all(self, files: list[str], folders: list[str]) -> None:
        for name in files:
            with contextlib.suppress(FileNotFoundError):
                self.unlink(name)
        for name in sorted(folders, reverse=True):
            with contextlib.suppress(FileNotFoundError):
                self.remove_folder(name)

    def allow_changes(self) -> None:
        """Allow the owner to change the folder."""
        here = self.path if self.descriptor is None else self.descriptor
        mode = stat.S_IMODE(os.stat(here).st_mode)
        if mode & stat.S_IRWXU != stat.S_IRWXU:
            os.chmod(here, mode | stat.S_IRWXU)

    def set_facts(self, name: str, status: os.stat_result) -> None:
        """Copy the rights and times of another file or folder to one that is no link."""
        mode, times = stat.S_IMODE(status.st_mode), (status.st_atime_ns, status.st_mtime_ns)
        if self.descriptor is None:
            path = os.path.join(self.path, name)
            os.chmod(path, mode)
            os.utime(path, ns=times)
            return
        descriptor = self.open(name, OPEN_FLAGS)
        try:
            os.chmod(descriptor, mode)
            os.utime(descriptor, ns=times)
        finally:
            os.close(descriptor)

    def move(self, name: str, to: HeldFolder, new_name: str) -> None:
        """Move a file or folder; a file at the new place is replaced."""
        with self._hold_place(name) as (folder, last), to._hold_place(new_name) as (there, new):
            retry_in_use(lambda: os.replace(last, new, src_dir_fd=folder, dst_dir_fd=there))

    def link(self, name: str, to: HeldFolder, new_name: str) -> None:
        """Give a file, or a link itself, a second name."""
        with self._hold_place(name) as (folder, last), to._hold_place(new_name) as (there, new):
            os.link(
                last,
                new,
                src_dir_fd=folder,
                dst_dir_fd=there,
                follow_symlinks=not _CAN_LINK_LINKS,
            )

    def copy(self, name: str, to: HeldFolder, new_name: str) -> None:
        """Copy a file with its rights and times, or a link itself."""
        status = self.load_status(name)
        if stat.S_ISLNK(status.st_mode):
            with self._hold_place(name) as (folder, last), to._hold_place(new_name) as (there, new):
                os.symlink(os.readlink(last, dir_fd=folder), new, dir_fd=there)
            return
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "this is neither a file nor a link", self.join_path(name))
        with (
            open(self.open(name, OPEN_FLAGS), "rb") as source,
            open(to.open(new_name, NEW_FILE), "wb") as file,
        ):
            while piece := source.read(_PIECE):
                file.write(piece)
        to.set_facts(new_name, status)


def hold_path(path: str) -> HeldFolder:
    """Open a folder at a path that the operator chose, following links."""
    return HeldFolder(path, os.open(path, FOLDER_FLAGS) if CAN_HOLD else None)


def is_folder(status: os.stat_result) -> bool:
    """Tell whether this is a folder, and no link to one."""
    return stat.S_ISDIR(status.st_mode) and not _is_junction(status)


def is_link(status: os.stat_result) -> bool:
    """Tell whether this is a link."""
    return stat.S_ISLNK(status.st_mode) or _is_junction(status)


def is_read_only(status: os.stat_result) -> bool:
    """Tell whether even the owner may not change a file."""
    return not status.st_mode & stat.S_IWRITE


def is_folder_entry(entry: os.DirEntry[str]) -> bool:
    """Tell whether an entry is a folder, and no link to one."""
    if sys.platform == "win32":
        return is_folder(entry.stat(follow_symlinks=False))
    return entry.is_dir(follow_symlinks=False)


def _is_junction(status: os.stat_result) -> bool:
    """Tell whether this is a Windows junction."""
    attributes = getattr(status, "st_file_attributes", 0)
    return bool(attributes & getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0))


def _build_error(path: str) -> NotADirectoryError:
    return NotADirectoryError(errno.ENOTDIR, "this is a link or a file, not a folder", path)
