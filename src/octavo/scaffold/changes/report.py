"""Compares two versions, drops what is accepted, and finds the line of each change."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping

from octavo.openapi.changes.compare import compare_documents
from octavo.openapi.changes.effects import Change, Impact
from octavo.openapi.changes.operations import name_operation
from octavo.openapi.model import Node
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.documents.api_files import find_data_places
from octavo.scaffold.changes.accepted import Accepted, find_accepted
from octavo.scaffold.changes.versions import Version
from octavo.values import Struct


class ReportedChange(Struct, frozen=True):
    """A change with the lines of both versions."""

    code: str
    impact: Impact
    where: str
    message: str
    old: Location
    new: Location
    operations: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The place and what changed there."""
        return f"{self.where}: {self.message}"


class Report(Struct, frozen=True):
    """What changed between two versions."""

    old: str
    new: str
    changes: tuple[ReportedChange, ...]
    accepted: int = 0
    """How many changes were left out because a file accepts them."""
    problems: tuple[Problem, ...] = ()

    def count(self) -> Mapping[Impact, int]:
        """Return how many changes there are of each severity."""
        counts = dict.fromkeys(Impact, 0)
        for each in self.changes:
            counts[each.impact] += 1
        return counts

    def has(self, least: Impact) -> bool:
        """Tell whether a change is at least as severe."""
        ranks = tuple(Impact)
        return any(ranks.index(each.impact) <= ranks.index(least) for each in self.changes)


def build_report(
    old: Version,
    new: Version,
    accepted: tuple[Accepted, ...] = (),
    source: str = "",
    today: datetime.date | None = None,
) -> Report:
    """Return what changed between two versions, and the accepted changes that are not there."""
    if old.document is None or new.document is None:
        return Report(old.name, new.name, (), problems=(*old.problems, *new.problems))
    changes = compare_documents(old.document, new.document, today or datetime.date.today()).changes
    kept, used = [], set()
    for change in changes:
        rule = find_accepted(change, accepted)
        if rule is None:
            kept.append(change)
        else:
            used.add(rule)
    problems = tuple(
        Problem(
            Code.CHANGE_NOT_FOUND,
            f"no change is `{each.code}` at `{each.where}`",
            Location(source, each.line, 1),
            Severity.WARNING,
            hint="Remove the line.",
        )
        for each in accepted
        if each not in used
    )
    reported = tuple(_locate(kept, old, new))
    return Report(old.name, new.name, reported, len(changes) - len(kept), problems)


def _locate(changes: list[Change], old: Version, new: Version) -> Iterable[ReportedChange]:
    before = _find_places((each.old for each in changes), old)
    after = _find_places((each.new for each in changes), new)
    for each in changes:
        yield ReportedChange(
            each.code,
            each.impact,
            each.where,
            each.message,
            before[each.old] if each.old else Location(old.name),
            after[each.new] if each.new else Location(new.name),
            tuple(map(name_operation, each.operations)),
        )


def _find_places(nodes: Iterable[Node | None], version: Version) -> dict[Node, Location]:
    """Return lines and columns, with one pass over each file."""
    by_source: dict[str, set[Node]] = {}
    for node in nodes:
        if node is not None:
            by_source.setdefault(node.source, set()).add(node)
    places: dict[Node, Location] = {}
    for source, several in by_source.items():
        data = version.find_data(source)
        paths = {each.pointer for each in several}
        lines = find_data_places(data, source, paths) if data is not None else {}
        name = version.name_source(source)
        for each in several:
            key_place, _ = lines.get(each.pointer, ((0, 0), (0, 0)))
            places[each] = Location(name, *key_place)
    return places
