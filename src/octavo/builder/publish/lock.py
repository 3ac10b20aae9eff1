"""The work folder for the next state of a site, and the lock in it.

Builds of the same output folder wait for each other. The folder belongs to Octavo and has a mark;
Octavo refuses a folder without one. Anything foreign in it, such as a link, is a leftover. Octavo
removes leftovers and never follows them.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterator

from octavo.builder.publish.beneath import NO_LINKS
from octavo.builder.publish.disk import explain_failure
from octavo.builder.publish.held_folder import NEW_FILE, HeldFolder
from octavo.builder.publish.place import explain_work
from octavo.project.files import OPEN_FLAGS

OWN_FILES = _LOCK, _MARK = ("lock", ".gitignore")
_MARK_TEXT = b"# Made by Octavo while it builds the folder beside this one.\n*\n"
_UNSUPPORTED = frozenset({errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL})


class LockedFolder:
    """The work folder for the next state of a site, while its lock is held."""

    def __init__(
        self, parent: HeldFolder, name: str, folder: HeldFolder, descriptor: int, *, is_alone: bool
    ) -> None:
        self.folder = folder
        self.is_alone = is_alone
        """False if the system has no locks."""
        self._parent = parent
        self._name = name
        self._descriptor: int | None = descriptor

    def close(self) -> None:
        """Release the lock, and close the folder."""
        self._unlock()
        self.folder.close()

    def remove(self) -> None:
        """Remove the folder with its content; the mark goes last."""
        folder, name = self.folder, self._name
        for each in set(folder.list_names()) - set(OWN_FILES):
            folder.remove(each)
        if folder.descriptor is None:
            # Windows can't remove an open file, or move a folder in which another build has one.
            self._unlock()
            name = f"{name}-{secrets.token_hex(8)}"
            os.rename(folder.path, self._parent.join_path(name))
            folder = self._parent.hold(name)
        for each in (_MARK, _LOCK):
            with contextlib.suppress(FileNotFoundError):
                folder.unlink(each)
        self._parent.remove_folder(name)

    def _unlock(self) -> None:
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)


@contextlib.contextmanager
def lock_folder(
    parent: HeldFolder, name: str, target: str, say: Callable[[str], None]
) -> Iterator[LockedFolder]:
    """Create and open the folder `name` and its lock.

    The lock ends with its process, even after a crash.
    """
    try:
        folder, descriptor, is_alone = _acquire(parent, name, target, say)
    except OSError as error:
        raise explain_failure(parent.join_path(name), error) from error
    with contextlib.closing(
        LockedFolder(parent, name, folder, descriptor, is_alone=is_alone)
    ) as work:
        yield work


def _acquire(
    parent: HeldFolder, name: str, target: str, say: Callable[[str], None]
) -> tuple[HeldFolder, int, bool]:
    has_reported = False
    while True:
        with contextlib.ExitStack() as stack:
            work = _hold_work(parent, name)
            stack.callback(work.close)
            descriptor = _open_lock(work)
            if descriptor is None:
                continue  # Another build removes the folder, or creates the lock.
            stack.callback(os.close, descriptor)
            try:
                if not _lock(descriptor, wait=has_reported):
                    say(f"Another build writes {target}; waiting for it to end.")
                    has_reported = True
                    _lock(descriptor, wait=True)
                is_held = True
            except OSError as error:
                if error.errno not in _UNSUPPORTED:
                    raise
                is_held = False
            if is_held and not _is_current(parent, name, descriptor):
                continue  # The previous build removed the file that this one waited for.
            _put_mark(work)
            stack.pop_all()
            return work, descriptor, is_held


def _hold_work(parent: HeldFolder, name: str) -> HeldFolder:
    while True:
        with contextlib.suppress(FileExistsError):
            parent.make_folder(name)
        try:
            return parent.hold(name)
        except NotADirectoryError:
            raise explain_work(parent.join_path(name)) from None
        except FileNotFoundError:
            pass  # Another build just removed it.


def _open_lock(work: HeldFolder) -> int | None:
    """Open the lock; a folder without one must be Octavo's before a lock is created."""
    with contextlib.suppress(FileNotFoundError):
        if _is_file(work, _LOCK):
            return work.open(_LOCK, OPEN_FLAGS | os.O_RDWR)
    try:
        _put_mark(work)
        # Another build may have just created the lock and hold it, so remove only non-files.
        if work.has(_LOCK) and not _is_file(work, _LOCK):
            work.remove(_LOCK)
        return work.open(_LOCK, (NEW_FILE & ~os.O_WRONLY) | os.O_RDWR)
    except (FileExistsError, FileNotFoundError):
        return None


def _is_current(parent: HeldFolder, name: str, descriptor: int) -> bool:
    """Tell whether the held lock is still the one in the folder."""
    try:
        with parent.hold(name) as now:
            return os.path.samestat(os.fstat(descriptor), now.load_status(_LOCK))
    except (FileNotFoundError, NotADirectoryError):
        return False


def _put_mark(work: HeldFolder) -> None:
    """Mark the folder as Octavo's; refuse a foreign one."""
    names = set(work.list_names())
    text = work.load(_MARK) if _is_file(work, _MARK) else b""
    if text == _MARK_TEXT:
        return
    is_begun = names <= set(OWN_FILES) and _MARK_TEXT.startswith(text)
    # A build that was killed or just ends leaves an empty lock or a part of the mark.
    if not is_begun or any(name in names and not _is_file(work, name) for name in OWN_FILES):
        raise explain_work(work.path)
    if _LOCK in names and work.load_status(_LOCK).st_size:
        raise explain_work(work.path)
    with open(work.open(_MARK, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | NO_LINKS), "wb") as file:
        file.write(_MARK_TEXT)


def _is_file(work: HeldFolder, name: str) -> bool:
    try:
        return stat.S_ISREG(work.load_status(name).st_mode)
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int, *, wait: bool) -> bool:
        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            except OSError:
                if not wait:  # With `wait`, the system gives up after ten seconds.
                    return False
            else:
                return True

else:
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # A system without locks can't protect against parallel builds.

        def _lock(descriptor: int, *, wait: bool) -> bool:
            return True

    else:

        def _lock(descriptor: int, *, wait: bool) -> bool:
            try:
                flock(descriptor, LOCK_EX | (0 if wait else LOCK_NB))
            except BlockingIOError:
                return False
            return True
