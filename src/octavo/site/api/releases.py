"""Loads the releases of API documents: from the tags of the repository, or from a folder.

Documents of releases are read only if their comparison is not remembered.
"""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, TypeVar

from octavo.openapi.changes.digests import Parts, read_parts
from octavo.openapi.changes.history import (
    Difference,
    History,
    Release,
    Step,
    build_history,
    compare_releases,
    rank_release,
)
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.info import read_info
from octavo.openapi.model import Internal
from octavo.problems import Code, Location, Problem, Severity, attempt
from octavo.project.dates import find_today
from octavo.project.discover import Project
from octavo.project.documents.api_files import is_link
from octavo.project.documents.api_sources import ApiSource
from octavo.project.files import SourceFile, load_bytes
from octavo.project.git.git_folder import find_shallow_commits
from octavo.project.git.revision import load_at_revision
from octavo.project.git.tags import load_tags
from octavo.settings.dates import read_day
from octavo.settings.models.api import GIT_TAGS, Changelog
from octavo.site.api.snapshot import FindData, read_snapshot
from octavo.values import Struct, replace

T = TypeVar("T")
Remember = Callable[[str, type[T], Callable[[], T]], T]
"""Returns the result of a function, or an earlier one with the same name."""
_MOST_NAMED = 3


class _Snapshot(Struct, frozen=True):
    """A document as it was in a release."""

    name: str
    day: str
    place: str
    """What messages call it."""
    key: str
    """The same for the same document; empty if that is unknown."""
    load: Callable[[], ApiDocument | None]


class _Read(Struct, frozen=True):
    """The parts of a snapshot that could be read, or None."""

    parts: Parts | None


class ReleaseLoader:
    """Loads the histories of the documents of a site."""

    def __init__(
        self,
        project: Project,
        changelog: Changelog,
        place: Location,
        remember: Remember[Any],
        *,
        show_internal: bool,
    ) -> None:
        self._project = project
        self._changelog = changelog
        self._place = place
        self._remember = remember
        self._show_internal = show_internal
        self.problems: list[Problem] = []

    def load(self, api: ApiSource, document: ApiDocument, *, is_only: bool) -> History | None:
        """Return the history of a document; `is_only` is false for one of several."""
        if document.internal is not None and document.internal.is_whole:
            return None
        overlays = api.load_overlays()
        form = repr((api.source, overlays, self._show_internal))
        read = partial(read_snapshot, show_internal=self._show_internal, overlays=overlays)
        if self._changelog.source.startswith(GIT_TAGS):
            snapshots = list(self._list_tags(api.source, form, read))
        else:
            snapshots = list(self._list_files(document, form, read, is_only=is_only))
        if not snapshots:
            return None
        by_name = {each.name: each for each in snapshots}
        snapshots = sorted(by_name.values(), key=lambda each: (rank_release(each.name), each.name))
        last = int(self._changelog.last)
        if len(snapshots) > last:
            self._tell(
                Code.API_RELEASES_LEFT_OUT,
                f"`{api.source}` has {len(snapshots):,} releases; the newest {last} are shown",
                "Set `last` to show more of them.",
                Severity.INFO,
            )
        return self._build(snapshots[-last:], self._take(api, document, form), document.internal)

    # --- where releases are ---

    def _list_tags(self, source: str, form: str, read: Any) -> Iterator[_Snapshot]:
        pattern, root = self._changelog.source.removeprefix(GIT_TAGS), self._project.root
        if is_link(source):
            self._tell_empty(f"`{source}` is not a file of the repository", "Use a folder.")
            return
        tags = load_tags(root, pattern)
        if not tags:
            why = "git has no repository here" if tags is None else f"no tag matches `{pattern}`"
            hint = "Install git, and build in a clone of the repository, or use a folder."
            if tags is not None and find_shallow_commits(root):
                hint = "The clone is shallow. Fetch the tags, with `fetch-depth: 0` at GitHub."
            elif tags is not None:
                hint = "Write a pattern of tags that exist, such as `git tags v*`."
            self._tell_empty(why, hint)
            return
        start = pattern.partition("*")[0]
        for tag in tags:
            name = tag.name.removeprefix(start)
            name = name if name[:1].isdigit() else tag.name
            key = hashlib.sha256(f"{form}\0{tag.commit}".encode("utf-8", "replace")).hexdigest()
            find = partial(load_at_revision, root, tag.commit)
            load = partial(_read, source, find, read)
            yield _Snapshot(name, tag.day, f"{tag.name}:{source}", key, load)

    def _list_files(
        self, document: ApiDocument, form: str, read: Any, *, is_only: bool
    ) -> Iterator[_Snapshot]:
        folder = self._changelog.source
        own = f"{folder}/{document.name}"
        beside = [each for each in self._project.data if posixpath.dirname(each.source) == own]
        if not beside and is_only:
            beside = [f for f in self._project.data if posixpath.dirname(f.source) == folder]
        if not beside:
            where = folder if is_only else own
            hint = "Add a document for each release, such as `api-versions/2.1.yaml`."
            self._tell_empty(f"no API document is in the folder `{where}`", hint)
        deeper = [f for f in self._project.data if _is_deeper(f.source, folder, beside)]
        shared = "".join(map(self._digest, deeper))

        def find(source: str) -> bytes | None:
            file = self._project.find(source)
            return self._load(file) if file in deeper or file in beside else None

        for file in beside:
            name = posixpath.basename(file.source).rsplit(".", 1)[0]
            text = f"{form}\0{shared}\0{self._digest(file)}"
            key = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
            load = partial(_read, file.source, find, read)
            yield _Snapshot(_strip(name), read_day(name) or "", file.source, key, load)

    def _load(self, file: SourceFile | None) -> bytes | None:
        return load_bytes(self._project.root, file)[0] if file else None

    def _digest(self, file: SourceFile) -> str:
        data = file.source.encode("utf-8", "replace") + b"\0" + (self._load(file) or b"")
        return hashlib.sha256(data).hexdigest()

    def _take(self, api: ApiSource, document: ApiDocument, form: str) -> _Snapshot:
        """Return today's document as the last snapshot."""
        files = [(f.source, f.size, f.modified_ns) for f in self._project.data]
        said = f"{form}\0{document.tree!r}\0{files!r}".encode("utf-8", "replace")
        key = "" if is_link(api.source) else hashlib.sha256(said).hexdigest()
        name = _strip(read_info(document).version)
        return _Snapshot(name, "", api.source, key, lambda: replace(document, findings={}))

    # --- what they say ---

    def _build(
        self, snapshots: Sequence[_Snapshot], now: _Snapshot, internal: Internal | None
    ) -> History | None:
        load = lru_cache(maxsize=2)(self._load_document)  # Documents can be large.
        steps: list[Step] = []
        unread: list[str] = []
        before: _Snapshot | None = None
        is_next = True
        for at, each in enumerate([*snapshots, now]):
            name = f"parts {each.key}" if each.key else ""
            answer = self._recall(name, _Read, partial(_read_parts, load, each), each)
            parts = answer.parts if answer else None
            if parts is None:
                unread.append(each.place)
                is_next = False
                continue
            is_now = at == len(snapshots)
            if before is None:
                if is_now:
                    break
                step = Step(Release(each.name, each.day), parts)
            else:
                difference = self._compare(before, each, load)
                if is_now and not difference.changes:
                    break
                name = each.name if not is_now else _name_next(each.name, snapshots)
                release = Release(name, each.day, before.name)
                step = Step(release, parts, difference, is_next=is_next)
            steps.append(step)
            before, is_next = each, True
        if unread:
            names = ", ".join(f"`{each}`" for each in unread[-_MOST_NAMED:])
            more = len(unread) - _MOST_NAMED
            others = f" and {more} others" if more > 0 else ""
            self._tell(
                Code.API_RELEASE_UNREADABLE,
                f"{names}{others} can't be read, so these releases are left out",
                "Check that the document exists there, and that it is valid.",
            )
        return build_history(steps, internal) if steps else None

    def _compare(self, old: _Snapshot, new: _Snapshot, load: Any) -> Difference:
        def compare() -> Difference:
            documents = load(old), load(new)
            day = new.day or find_today()
            return compare_releases(*documents, day) if all(documents) else Difference()

        key = f"{old.key} {new.key}" if old.key and new.key else ""
        name = f"changes {key}" if key else ""
        return self._recall(name, Difference, compare, new) or Difference()

    def _recall(self, name: str, kind: type[T], make: Callable[[], T], of: _Snapshot) -> T | None:
        """Return an earlier result, or a new one; None after an error in Octavo."""
        ask = partial(self._remember, name, kind, make) if name else make
        what, place = "a release of this document", Location(of.place)
        return attempt(ask, None, what, place, self.problems.append)

    def _load_document(self, snapshot: _Snapshot) -> ApiDocument | None:
        ignore: list[Problem] = []
        what, place = "a release of this document", Location(snapshot.place)
        return attempt(snapshot.load, None, what, place, ignore.append)

    # --- problems ---

    def _tell(
        self, code: Code, message: str, hint: str, severity: Severity = Severity.WARNING
    ) -> None:
        self.problems.append(Problem(code, message, self._place, severity, hint))

    def _tell_empty(self, why: str, hint: str) -> None:
        self._tell(Code.API_CHANGELOG_EMPTY, f"no release is found: {why}", hint)


def _read(source: str, find: FindData, read: Any) -> ApiDocument | None:
    data = find(source)
    document: ApiDocument | None = read(source, data, find)[0] if data is not None else None
    return document


def _read_parts(load: Callable[[_Snapshot], ApiDocument | None], snapshot: _Snapshot) -> _Read:
    document = load(snapshot)
    return _Read(read_parts(document) if document else None)


def _strip(name: str) -> str:
    """Return the name of a release without the `v` before its number."""
    return name[1:] if name[:1] in ("v", "V") and name[1:2].isdigit() else name


def _name_next(name: str, snapshots: Iterable[_Snapshot]) -> str:
    """Return the name of what is in no release yet; empty if the document repeats an older one."""
    newest = max(rank_release(each.name) for each in snapshots)
    return name if name and rank_release(name) > newest else ""


def _is_deeper(source: str, folder: str, beside: Sequence[SourceFile]) -> bool:
    """Tell whether a file of the folder is no release, so that releases may refer to it."""
    is_inside = source.startswith(f"{folder}/") and posixpath.dirname(source) != folder
    return is_inside and all(source != each.source for each in beside)
