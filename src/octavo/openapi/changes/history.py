"""The life of an API document: its releases, what changed in each, and since when parts exist."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from octavo.openapi.changes.compare import compare_documents
from octavo.openapi.changes.digests import Parts, is_operation, name_operation
from octavo.openapi.changes.effects import Change, Impact
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Internal, OperationKey
from octavo.openapi.operation.listing import list_operations
from octavo.values import Struct, field, replace

MOST_CHANGES = 1_000
"""The most changes that the page of a release lists, the worst first."""
_WORDS = re.compile(r"[0-9]+|[A-Za-z]+")
_OF_VERSION = "its version was "
_OF_SERVERS = "server-"
_VARIABLES = "path "


class Noted(Struct, frozen=True):
    """A change as a page lists it."""

    code: str
    impact: Impact
    where: str
    message: str
    operations: tuple[OperationKey, ...] = ()
    tag: str = ""
    """The tag of all its operations; empty if they have several."""


class Difference(Struct, frozen=True):
    """What changed between two documents."""

    changes: tuple[Noted, ...] = ()
    touched: tuple[str, ...] = ()
    """The operations that changed, but for their texts."""
    moved: tuple[str, ...] = ()
    """Those that had another address before."""


class Release(Struct, frozen=True):
    """A release of an API, and what changed since the one before."""

    name: str
    """Empty for changes that are in no release yet."""
    day: str = ""
    before: str | None = None
    """The release that it is compared with; None for the first."""
    changes: tuple[Noted, ...] = ()
    count: int = 0
    """The number of operations."""

    def count_changes(self) -> Mapping[Impact, int]:
        """Return how many changes there are of each severity."""
        counts = dict.fromkeys(Impact, 0)
        for each in self.changes:
            counts[each.impact] += 1
        return counts


class Since(Struct, frozen=True):
    """The releases in which something came, changed last, and was deprecated."""

    new: str | None = None
    changed: str | None = None
    deprecated: str | None = None


Marks = Mapping[tuple[str, str], Since]
"""By owner and part; an operation itself is the part ""."""


class History(Struct, frozen=True):
    """The releases of a document, the newest first, and the marks of what it has now."""

    releases: tuple[Release, ...] = ()
    marks: Marks = field(default_factory=dict)

    def find(self, owner: str, part: str = "") -> Since | None:
        """Return since when something is as it is."""
        return self.marks.get((owner, part))


NO_HISTORY = History()


class Step(Struct, frozen=True):
    """A document in the row of releases, and how it differs from the one before."""

    release: Release
    parts: Parts
    difference: Difference = Difference()
    is_next: bool = True
    """Whether no release between the two is missing."""


def rank_release(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return what releases are sorted by: `2.9` is before `2.10`, and `2.0-rc1` before `2.0`."""
    words = _WORDS.findall(name)
    ranks = [(2, int(each), "") if each.isdigit() else (0, 0, each.lower()) for each in words]
    return (*ranks, (1, 0, ""))


def compare_releases(old: ApiDocument, new: ApiDocument, day: str) -> Difference:
    """Return what changed for readers: what either document hides is left out."""
    hidden = {
        entry.key
        for document in (old, new)
        for entry in list_operations(document)
        if entry.hidden or entry.excluded
    }
    tags = {
        entry.key: (entry.tags or ("",))[0]
        for document in (old, new)
        for entry in list_operations(document)
    }
    today = datetime.date.fromisoformat(day) if day else datetime.date.today()
    changes = compare_documents(old, new, today).changes
    changes = tuple(
        each
        for each in changes
        if not (_is_hidden(each, hidden) or each.message.startswith(_OF_VERSION))
    )
    real = [each for each in changes if each.impact is not Impact.DOCUMENTATION]
    return Difference(
        tuple(
            Noted(
                each.code,
                each.impact,
                each.where,
                each.message,
                tuple(key for key in each.operations if key not in hidden),
                _find_common({tags.get(key, "") for key in each.operations}),
            )
            for each in changes[:MOST_CHANGES]
        ),
        _name_all(each for each in real if not each.code.startswith(_OF_SERVERS)),
        _name_all(each for each in changes if each.code == "operation-moved"),
    )


def _find_common(tags: set[str]) -> str:
    return tags.pop() if len(tags) == 1 else ""


def _name_all(changes: Iterable[Change]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name_operation(key) for each in changes for key in each.operations))


def _is_hidden(change: Change | Noted, hidden: Collection[OperationKey]) -> bool:
    keys = change.operations
    return bool(keys) and all(key in hidden for key in keys)


def build_history(steps: Sequence[Step], internal: Internal | None) -> History:
    """Return the history of a document from its steps, the oldest first."""
    marks: dict[tuple[str, str], Since] = {}
    for before, step in pairwise(steps):
        marks = _advance(marks, before.parts, step)
    releases = (_build_release(step, internal or Internal()) for step in reversed(steps))
    used = {key: since for key, since in marks.items() if since != Since()}
    return History(tuple(releases), used)


def _build_release(step: Step, internal: Internal) -> Release:
    """Return a release without what the document marks as internal today."""
    secret = tuple(f"schema `{name}`" for name in internal.schemas)
    kept = tuple(
        each
        for each in step.difference.changes
        if not _is_hidden(each, internal.operations) and not each.where.startswith(secret)
    )
    count = sum(map(is_operation, step.parts))
    return replace(step.release, changes=kept, count=count)


def _advance(marks: Marks, before: Parts, step: Step) -> dict[tuple[str, str], Since]:
    """Return the marks after a step; where a release is missing, what came in it is unknown."""
    name = step.release.name if step.is_next else None
    touched, moved = set(step.difference.touched), set(step.difference.moved)
    after: dict[tuple[str, str], Since] = {}
    for owner, now in step.parts.items():
        was = before.get(owner)
        if was is None:
            if is_operation(owner):
                came = Since(changed=name) if owner in moved else Since(new=name)
                after[owner, ""] = came
            continue
        if is_operation(owner):
            has_changed = owner in touched or owner in moved
            since = marks.get((owner, ""), Since())
            over = (was.deprecated, now.deprecated)
            after[owner, ""] = _note(since, over, name, has_changed=has_changed)
        for part, new in now.parts.items():
            old = was.parts.get(part)
            if old is None:
                is_variable = is_operation(owner) and part.startswith(_VARIABLES)
                after[owner, part] = Since() if is_variable else Since(new=name)
                continue
            since, over = marks.get((owner, part), Since()), (old.deprecated, new.deprecated)
            after[owner, part] = _note(since, over, name, has_changed=old.digest != new.digest)
    return after


def _note(
    since: Since, deprecated: tuple[bool, bool], name: str | None, *, has_changed: bool
) -> Since:
    was, now = deprecated
    kept = since.deprecated if now else None
    return Since(
        since.new,
        name if has_changed else since.changed,
        name if now and not was else kept,
    )
