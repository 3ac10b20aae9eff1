"""The content of a site's folder: files that Octavo wrote, by the list in its mark, and the rest.

The rest is foreign, such as `CNAME`, `.git`, `.well-known`. Octavo removes only listed files.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from octavo.builder.publish.held_folder import HeldFolder, hold_path, is_folder_entry, is_read_only
from octavo.project.files import MEBIBYTE, load_entry_status, read_identity
from octavo.project.walk import OUTPUT_MARK
from octavo.values import Struct, field

_LONGEST_MARK = 64 * MEBIBYTE
_ABOUT = "Octavo wrote the files on this list, and replaces them. It keeps all others."


class Signature(NamedTuple):
    """A file's status, to detect changes without reading it, with the digest of its content."""

    size: int
    modified_ns: int
    inode: int
    digest: str = ""
    """The digest from the build; empty for foreign files."""


def read_signature(status: os.stat_result, digest: str = "") -> Signature:
    """Return the signature for the status of a file."""
    return Signature(status.st_size, status.st_mtime_ns, read_identity(status)[1], digest)


_LETTERS = 32
"""Half of a digest is enough to tell files apart, and keeps the list short."""


class Digest:
    """Computes the digest of content in pieces."""

    def __init__(self, data: bytes = b"") -> None:
        self._hash = hashlib.sha256(data)

    def add(self, piece: bytes) -> None:
        """Add the next piece."""
        self._hash.update(piece)

    def finish(self) -> str:
        """Return the digest of all pieces."""
        return self._hash.hexdigest()[:_LETTERS]


class Mark(Struct, frozen=True):
    """The list that a build writes into its output folder."""

    outputs: Mapping[str, str] = field(default_factory=dict)
    """The files, with their digests."""
    reported: frozenset[str] = frozenset()
    """The names of foreign files that were reported to the author."""


class SiteFolder(Struct, frozen=True):
    """The content of a folder; names are relative to it."""

    mark: Mark | None = None
    """None if Octavo has not written the folder."""
    outputs: Mapping[str, Signature] = field(default_factory=dict)
    """The listed files, without the mark itself."""
    strangers: Mapping[str, Signature] = field(default_factory=dict)
    """All other files, and links."""
    strange_folders: tuple[str, ...] = ()
    """The folders that no output needs, with parents first."""

    @property
    def stranger_names(self) -> list[str]:
        """The names of foreign files; a folder represents its content."""
        inside = frozenset(self.strange_folders)
        all_names = (*self.strange_folders, *self.strangers)
        return sorted(name for name in all_names if find_folder(name) not in inside)


def load_site_folder(folder: HeldFolder) -> SiteFolder:
    """Return the content of a folder; raise `OSError` if it can't be read."""
    mark = load_mark(folder)
    digests: Mapping[str, str] = mark.outputs if mark else {}
    outputs: dict[str, Signature] = {}
    strangers: dict[str, Signature] = {}
    folders: set[str] = set()
    for name, entry in folder.walk():
        if is_folder_entry(entry):
            folders.add(name)
            continue
        signature = read_signature(load_entry_status(entry), digests.get(name, ""))
        if name in digests:
            outputs[name] = signature
        elif name != OUTPUT_MARK or mark is None:
            strangers[name] = signature
    strange = sorted(folders - add_parents(map(find_folder, digests)))
    return SiteFolder(mark, outputs, strangers, tuple(strange))


def scan_site(target: str) -> dict[str, Signature]:
    """Return the files of a published site; empty if there is no readable one."""
    parent, name = os.path.split(target)
    with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
        around = stack.enter_context(hold_path(parent))
        folder = stack.enter_context(around.hold(name))
        return dict(load_site_folder(folder).outputs)
    return {}


# --- the mark ---


def load_mark(folder: HeldFolder) -> Mark | None:
    """Return the mark of a folder; an invalid one lists no files."""
    try:
        status = folder.load_status(OUTPUT_MARK)
        if not stat.S_ISREG(status.st_mode):
            return None
        return _read_mark(folder.load(OUTPUT_MARK)) if status.st_size <= _LONGEST_MARK else Mark()
    except FileNotFoundError:
        return None


def _read_mark(data: bytes) -> Mark:
    try:
        values = json.loads(data)
        outputs, reported = values["written"], values["told"]
        if isinstance(outputs, list):  # Marks of earlier versions have no digests.
            outputs = dict.fromkeys(outputs, "")
        digests = {str(name): str(digest) for name, digest in outputs.items()}
        return Mark(digests, frozenset(map(str, reported)))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return Mark()


def render_mark(outputs: Mapping[str, Signature], reported: Iterable[str]) -> bytes:
    """Return the mark of a folder with these files."""
    digests = {name: outputs[name].digest for name in sorted(outputs)}
    values = {"about": _ABOUT, "written": digests, "told": sorted(reported)}
    return json.dumps(values).encode() + b"\n"


# --- names ---


def find_folder(output: str) -> str:
    """Return the parent folder of an output."""
    return output.rpartition("/")[0]


def add_parents(folders: Iterable[str]) -> set[str]:
    """Return folders and their parents, except the site's folder."""
    result: set[str] = set()
    todo = list(folders)
    while todo:
        folder = todo.pop()
        if folder and folder not in result:
            result.add(folder)
            todo.append(find_folder(folder))
    return result


def find_obstacle(site: SiteFolder, outputs: Mapping[str, Signature]) -> str | None:
    """Return a foreign file or folder at a path that the next site needs.

    A file that is already the output is no obstacle.
    """
    folders = add_parents(map(find_folder, outputs)) if site.strangers else set[str]()
    for name, signature in site.strangers.items():
        output = outputs.get(name)
        if name in folders or (output is not None and output.inode != signature.inode):
            return name
    return next((name for name in site.strange_folders if name in outputs), None)


# --- foreign files ---


def link_or_copy(old: HeldFolder, name: str, new: HeldFolder) -> bool:
    """Add a file, or a link itself, to another folder; tell whether both are the same file.

    A write to a shared file changes both names. On systems without folder descriptors, a read-only
    file is copied, because Windows can remove its names only after a change of its rights.
    """
    if old.descriptor is None and is_read_only(old.load_status(name)):
        old.copy(name, new, name)
        return False
    try:
        old.link(name, new, name)
    except FileExistsError:
        raise
    except OSError:  # Some disks have no links; the copy reports any other error.
        old.copy(name, new, name)
        return False
    return True


def rescue_strangers(old: HeldFolder, new: HeldFolder) -> None:
    """Move files that others put into the old state just before the exchange to the new one.

    Then the old state belongs only to Octavo, and loses its mark. Links stay behind: in the old
    state's new place a link is a leftover, and may have come with a project.
    """
    mark = load_mark(old)
    if mark is None:
        return
    ours = {*mark.outputs, *add_parents(map(find_folder, mark.outputs)), OUTPUT_MARK}
    entries = [(name, entry) for name, entry in old.walk() if name not in ours]
    for name, entry in sorted(entries, key=lambda each: each[0]):
        if is_folder_entry(entry):
            new.make_folders(name)
        elif entry.is_file(follow_symlinks=False) and not _stands_in(old, name, new):
            if find_folder(name):
                new.make_folders(find_folder(name))
            old.move(name, new, name)
    old.unlink(OUTPUT_MARK)


def _stands_in(old: HeldFolder, name: str, new: HeldFolder) -> bool:
    """Tell whether the new state has a file of the old one; a copy is another file."""
    try:
        return (
            read_signature(old.load_status(name))[:2] == read_signature(new.load_status(name))[:2]
        )
    except (FileNotFoundError, NotADirectoryError):
        return False
