"""Publishes a site: its next state is created next to its folder, then replaces it in one step.

Readers never see half of a site, even if a build fails or is killed. Unchanged files are not
written again: the next state contains them under a second name (a hard link). The previous state
can stay as a spare, from which a later state is made. Then a build touches only changed files, for
any size of the site.

Next to a folder `dist` is the folder `.dist.octavo`. It contains the next state (or the spare) and
a lock, so builds of the same folder wait for each other. Octavo opens both folders once, without
following links, and works from there. Files in `dist` that its mark doesn't list move to the next
state. A spare has no mark. A state with a mark was the site until a moment ago, so Octavo searches
it for foreign files before it removes anything.

A durable publication waits until everything is on the disk before the exchange. So after a power
failure, the folder is the whole old site or the whole new one.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from octavo.builder.publish.disk import explain_failure, sync_disk
from octavo.builder.publish.exchange import ASIDE, exchange
from octavo.builder.publish.held_folder import NEW_FILE, HeldFolder, hold_path, is_folder_entry
from octavo.builder.publish.lock import OWN_FILES, lock_folder
from octavo.builder.publish.place import build_work_path, explain_obstacle, hold_live
from octavo.builder.publish.site_folder import (
    Digest,
    Signature,
    SiteFolder,
    add_parents,
    find_folder,
    find_obstacle,
    link_or_copy,
    load_mark,
    load_site_folder,
    read_signature,
    render_mark,
    rescue_strangers,
)
from octavo.project.files import OPEN_FLAGS, load_entry_status, read_identity
from octavo.project.walk import OUTPUT_MARK

_NEXT = "next"
_DRAFT = ".mark"
_PIECE = 1 << 20
_GONE = (FileNotFoundError, NotADirectoryError, IsADirectoryError)
"""The errors if a file of the spare is now a folder, or a folder is now a file."""


@contextlib.contextmanager
def open_publication(
    target: str, *, keeps_spare: bool, durable: bool, say: Callable[[str], None]
) -> Iterator[Publication]:
    """Yield the next state of a folder, while other builds of it wait.

    After a failure, the new files are removed. Raises `OutputError` for disk errors.
    """
    parent, name = os.path.split(target)
    work_name = os.path.basename(build_work_path(target))
    with contextlib.ExitStack() as stack:
        around = stack.enter_context(_hold_parent(parent))
        locked = stack.enter_context(lock_folder(around, work_name, target, say))
        work, is_alone = locked.folder, locked.is_alone
        next_name = _NEXT if is_alone else str(os.getpid())
        is_spare_kept = False
        try:
            if is_alone:
                _clear_work(work, around, name)
            state = Publication(around, name, work, next_name, durable=durable)
            stack.callback(state.close)
            yield state
            is_spare_kept = keeps_spare and is_alone
        finally:
            if not is_spare_kept:
                with contextlib.suppress(OSError):  # The site is published, or the build failed.
                    _settle(work, next_name, around, name)
                    if is_alone:
                        locked.remove()
                    else:
                        work.remove(next_name)


def _hold_parent(parent: str) -> HeldFolder:
    try:
        os.makedirs(parent, exist_ok=True)
        return hold_path(parent)
    except OSError as error:
        raise explain_failure(parent, error) from error


def _clear_work(work: HeldFolder, around: HeldFolder, name: str) -> None:
    """Remove leftovers of killed builds, and restore a site that one of them put aside."""
    try:
        for leftover in sorted(set(work.list_names()) - {_NEXT, *OWN_FILES}):
            if leftover.endswith(ASIDE) and not around.has(name) and _is_site(work, leftover):
                work.move(leftover, around, name)
            else:
                _settle(work, leftover, around, name)
                work.remove(leftover)
        _settle(work, _NEXT, around, name)
    except OSError as error:
        raise explain_failure(work.path, error) from error


def _is_site(work: HeldFolder, name: str) -> bool:
    try:
        with work.hold(name) as folder:
            return load_mark(folder) is not None
    except _GONE:
        return False


def _settle(work: HeldFolder, state: str, around: HeldFolder, name: str) -> None:
    """Move foreign files from a state that was the site back to the site."""
    with contextlib.ExitStack() as stack:
        try:
            old = stack.enter_context(work.hold(state))
            site = stack.enter_context(around.hold(name))
        except _GONE:
            return
        rescue_strangers(old, site)


class Publication:
    """The next state of a site's folder."""

    def __init__(
        self, around: HeldFolder, name: str, work: HeldFolder, next_name: str, *, durable: bool
    ) -> None:
        self._around = around
        self._name = name
        self._work = work
        self._next_name = next_name
        self._is_durable = durable
        self._spare: dict[str, int] = {}
        self._folders = {""}
        self.new_strangers: tuple[str, ...] = ()
        """The names of foreign files in the folder that no build has reported."""
        self._live = hold_live(around, name)
        try:
            self._next = self._open_next()
            self._list_spare()
            self.live = load_site_folder(self._live) if self._live else SiteFolder()
        except OSError as error:
            raise explain_failure(work.join_path(next_name), error) from error

    def close(self) -> None:
        """Close the folders."""
        self._next.close()
        if self._live is not None:
            self._live.close()

    def _open_next(self) -> HeldFolder:
        self._work.make_folders(self._next_name)
        return self._work.hold(self._next_name)

    def _list_spare(self) -> None:
        """List the inodes of all files, and all folders; remove links, which are leftovers."""
        with contextlib.suppress(FileNotFoundError):
            self._next.unlink(OUTPUT_MARK)
        links = []
        for name, entry in self._next.walk():
            if is_folder_entry(entry):
                self._folders.add(name)
            elif entry.is_file(follow_symlinks=False):
                self._spare[name] = read_identity(load_entry_status(entry))[1]
            else:
                links.append(name)
        for name in links:
            self._next.unlink(name)

    def put(self, output: str, data: bytes) -> Signature:
        """Write a file, unless the site already has the same one."""
        try:
            digest = Digest(data).finish()
            return self._find_same(output, data, digest) or self._write(output, data, digest)
        except OSError as error:
            raise explain_failure(self._next.join_path(output), error) from error

    def put_pieces(self, output: str, pieces: Iterable[bytes]) -> Signature:
        """Write a file in pieces, unless the site already has the same one."""
        try:
            descriptor = self._create(output)
            try:
                signature = _write_pieces(descriptor, pieces)
                os.lseek(descriptor, 0, os.SEEK_SET)
                same = self._find_same_stream(output, descriptor)
            finally:
                os.close(descriptor)
            # The file is closed first, because Windows can't replace an open one.
            return signature if same is None else self.keep(output, same)
        except OSError as error:
            raise explain_failure(self._next.join_path(output), error) from error

    def load(self, output: str) -> bytes:
        """Return a file that was added."""
        try:
            return self._next.load(output)
        except OSError as error:
            raise explain_failure(self._next.join_path(output), error) from error

    def copy(self, output: str, source: int) -> Signature:
        """Write the data of a descriptor, unless the site already has the same file."""
        try:
            same = self._find_same_stream(output, source)
            if same is not None:
                return self.keep(output, same)
            os.lseek(source, 0, os.SEEK_SET)
            descriptor = self._create(output)
            try:
                return _write_pieces(descriptor, iter(lambda: os.read(source, _PIECE), b""))
            finally:
                os.close(descriptor)
        except OSError as error:
            raise explain_failure(self._next.join_path(output), error) from error

    def keep(self, output: str, signature: Signature) -> Signature:
        """Take over a file of the site unchanged; the signature is that of the site's file.

        On disks without links it is copied, and becomes another file.
        """
        if self._spare.get(output) == signature.inode:
            return signature
        try:
            return self._link(output, signature)
        except OSError as error:
            raise explain_failure(self._next.join_path(output), error) from error

    def publish(self, outputs: Mapping[str, Signature]) -> None:
        """Replace the folder's content with these outputs and the foreign files, in one step."""
        site = self.live
        if site.mark is not None and site.outputs == outputs:
            return
        obstacle = find_obstacle(site, outputs)
        if obstacle is not None:
            raise explain_obstacle(self._around.join_path(self._name), obstacle)
        try:
            self._remove_others({*outputs, *site.strangers}, site.strange_folders)
            self._keep_strangers(site, outputs)
            self._put_mark(site, outputs)
            if self._is_durable:
                sync_disk(self._next, outputs)
            self._exchange()
        except OSError as error:
            raise explain_failure(self._around.join_path(self._name), error) from error

    def _put_mark(self, site: SiteFolder, outputs: Mapping[str, Signature]) -> None:
        reported = site.mark.reported if site.mark else frozenset[str]()
        self.new_strangers = tuple(name for name in site.stranger_names if name not in reported)
        # A partial mark would make the next state look foreign, so a complete one is moved there.
        draft = f"{self._next_name}{_DRAFT}"
        with contextlib.suppress(FileNotFoundError):
            self._work.unlink(draft)
        descriptor = self._work.open(draft, NEW_FILE)
        try:
            _write_all(descriptor, render_mark(outputs, site.stranger_names))
        finally:
            os.close(descriptor)
        self._work.move(draft, self._next, OUTPUT_MARK)

    def _exchange(self) -> None:
        if self._live is None:
            self._work.move(self._next_name, self._around, self._name)
            return
        exchange(self._work, self._next_name, self._around, self._name)
        with contextlib.suppress(OSError):  # The next build tries again before it removes files.
            _settle(self._work, self._next_name, self._around, self._name)

    # --- unchanged files ---

    def _keep_strangers(self, site: SiteFolder, outputs: Collection[str]) -> None:
        live = self._live
        if live is None or not (site.strangers or site.strange_folders):
            return
        for name in site.strange_folders:
            self._next.make_folders(name)
            with self._next.hold(name) as folder:
                folder.allow_changes()
        self._folders.update(site.strange_folders)
        for name, signature in site.strangers.items():
            if name not in outputs and self._spare.get(name) != signature.inode:
                self._prepare(name)
                with contextlib.suppress(FileNotFoundError):  # Its owner has just removed it.
                    link_or_copy(live, name, self._next)
        for name in reversed(site.strange_folders):
            with contextlib.suppress(FileNotFoundError):
                self._next.set_facts(name, live.load_status(name))

    def _find_same(self, output: str, data: bytes, digest: str) -> Signature | None:
        """Take over the site's file if it has these bytes."""
        live = self._open_live(output, len(data))
        if live is None:
            return None
        descriptor, signature = live
        try:
            if not _holds_next(descriptor, data):
                return None
        finally:
            os.close(descriptor)
        return self.keep(output, signature._replace(digest=digest))

    def _find_same_stream(self, output: str, source: int) -> Signature | None:
        """Return the signature of the site's file if it has the same data as a descriptor."""
        live = self._open_live(output, os.fstat(source).st_size)
        if live is None:
            return None
        descriptor, signature = live
        digest = Digest()
        try:
            while piece := os.read(source, _PIECE):
                digest.add(piece)
                if not _holds_next(descriptor, piece):
                    return None
        finally:
            os.close(descriptor)
        return signature._replace(digest=digest.finish())

    def _open_live(self, output: str, size: int) -> tuple[int, Signature] | None:
        """Open a file of the site if it has this size."""
        if self._live is None or not self._is_known(output):
            return None
        try:
            descriptor = self._live.open(output, OPEN_FLAGS)
        except OSError:
            return None
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode) and status.st_size == size:
            return descriptor, read_signature(status)
        os.close(descriptor)
        return None

    def _is_known(self, output: str) -> bool:
        """Tell whether the site has a file of this name that isn't a link."""
        return output in self.live.outputs or output in self.live.strangers

    def _link(self, output: str, signature: Signature) -> Signature:
        self._prepare(output)
        assert self._live is not None  # noqa: S101 (there is no signature without a file)
        try:
            is_same = link_or_copy(self._live, output, self._next)
        except FileExistsError:
            self._next.remove(output)
            is_same = link_or_copy(self._live, output, self._next)
        if not is_same:
            signature = read_signature(self._next.load_status(output), signature.digest)
        self._spare[output] = signature.inode
        return signature

    # --- new files ---

    def _write(self, output: str, data: bytes, digest: str) -> Signature:
        descriptor = self._create(output)
        try:
            _write_all(descriptor, data)
            return read_signature(os.fstat(descriptor), digest)
        finally:
            os.close(descriptor)

    def _create(self, output: str) -> int:
        self._prepare(output)
        try:
            return self._next.open(output, NEW_FILE)
        except FileExistsError:
            self._next.remove(output)
            return self._next.open(output, NEW_FILE)

    def _prepare(self, output: str) -> None:
        """Create the folder of an output, and free its name.

        The site may share a file of the spare under another name, so Octavo never writes to it.
        """
        folder = find_folder(output)
        if folder not in self._folders:
            self._next.make_folders(folder)
            self._folders.add(folder)
            for around in add_parents([folder]):
                self._spare.pop(around, None)
        if self._spare.pop(output, None) is not None:
            self._next.unlink(output)

    def _remove_others(self, outputs: Collection[str], folders: Collection[str]) -> None:
        """Remove the files of the spare that the next site doesn't need."""
        for output in self._spare.keys() - set(outputs):
            with contextlib.suppress(*_GONE):
                self._next.unlink(output)
        folders = add_parents(map(find_folder, outputs)).union(folders)
        for folder in sorted(self._folders - folders - {""}, reverse=True):
            with contextlib.suppress(*_GONE):
                self._next.remove_folder(folder)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _write_pieces(descriptor: int, pieces: Iterable[bytes]) -> Signature:
    digest = Digest()
    for piece in pieces:
        digest.add(piece)
        _write_all(descriptor, piece)
    return read_signature(os.fstat(descriptor), digest.finish())


def _holds_next(descriptor: int, data: bytes) -> bool:
    """Tell whether the next bytes of a file are equal to these."""
    piece = os.read(descriptor, len(data))
    while piece and len(piece) < len(data) and data.startswith(piece):
        data = data[len(piece) :]
        piece = os.read(descriptor, len(data))
    return piece == data
