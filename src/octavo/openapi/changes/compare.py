"""Compares two versions of an API document."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

from octavo.openapi.changes.effects import Change, Effect, Impact, Move, judge
from octavo.openapi.changes.operations import compare_operations, name_operation
from octavo.openapi.changes.schemas import SchemaComparison
from octavo.openapi.changes.values import show, write_words
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import read_mapping
from octavo.openapi.model import Node, OperationEntry, Side
from octavo.openapi.operation.listing import list_operations, read_tags
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.schema.reader import SchemaReader
from octavo.values import Struct, replace

_VARIABLE = re.compile(r"\{[^{}]*\}")
_Place = tuple[bool, str, str]
_IMPACTS = tuple(Impact)


class Comparison(Struct, frozen=True):
    """All changes between two documents, the worst first."""

    changes: tuple[Change, ...]


def compare_documents(old: ApiDocument, new: ApiDocument, today: datetime.date) -> Comparison:
    """Return what changed; operations may be removed after their `x-sunset` day."""
    schemas = SchemaComparison(SchemaReader(old), SchemaReader(new))
    changes = list(_compare_info(old, new))
    matched, gone, come = _match_operations(old, new)
    for before, after in matched:
        operations = read_operation(old, before), read_operation(new, after)
        changes += compare_operations(*operations, schemas)
        if _find_place(before) != _find_place(after):
            changes.append(_say_moved(before, after))
    changes += [_say_removed(entry, new, today) for entry in gone]
    changes += [_say_added(entry, old) for entry in come]
    changes += schemas.list_changes()
    if not schemas.is_whole:
        message = "it has too many schemas: some were not compared"
        changes.append(
            Change("not-compared", Impact.DANGEROUS, "document", message, old.root, new.root)
        )
    ordered = sorted(dict.fromkeys(changes), key=_rank)
    return Comparison(tuple(ordered))


def _rank(change: Change) -> tuple[int, str, str]:
    return (_IMPACTS.index(change.impact), change.where, change.message)


# --- operations


def _find_place(entry: OperationEntry) -> _Place:
    """Return where an operation is, whatever the variables of its path are called."""
    key = entry.key
    return (key.is_webhook, key.method, _VARIABLE.sub("{}", key.path))


def _match_operations(
    old: ApiDocument, new: ApiDocument
) -> tuple[list[tuple[OperationEntry, OperationEntry]], list[OperationEntry], list[OperationEntry]]:
    """Pair operations by their place, then by their operationId, then by their words."""
    matched: list[tuple[OperationEntry, OperationEntry]] = []
    gone, come = list(list_operations(old)), list(list_operations(new))
    for identify in (
        lambda entry: (*_find_place(entry), entry.key.path),
        _find_place,
        lambda entry: entry.operation_id,
        lambda entry: write_words(entry.node.value),
    ):
        before, after = ({identify(each): each for each in side} for side in (gone, come))
        pairs = {key: (each, after[key]) for key, each in before.items() if key and key in after}
        if not pairs:
            continue
        matched += pairs.values()
        firsts = {id(first) for first, _ in pairs.values()}
        seconds = {id(second) for _, second in pairs.values()}
        gone = [each for each in gone if id(each) not in firsts]
        come = [each for each in come if id(each) not in seconds]
    return matched, gone, come


def _say_moved(old: OperationEntry, new: OperationEntry) -> Change:
    move = Move("operation-moved", Effect.OTHER, f"was {name_operation(old.key)} before")
    impact = judge(move, Side.REQUEST)
    return _say(move.code, impact, new, move.message, (old.node, new.node))


def _say(
    code: str, impact: Impact, entry: OperationEntry, message: str, places: tuple[Node, Node]
) -> Change:
    name = name_operation(entry.key)
    return Change(code, impact, name, message, *places, operations=(entry.key,))


def _say_added(entry: OperationEntry, old: ApiDocument) -> Change:
    message = "this webhook was added" if entry.key.is_webhook else "this operation was added"
    return _say("operation-added", Impact.ADDITIVE, entry, message, (old.root, entry.node))


def _say_removed(entry: OperationEntry, new: ApiDocument, today: datetime.date) -> Change:
    impact = Impact.BREAKING
    message = "this webhook was removed" if entry.key.is_webhook else "this operation was removed"
    if entry.deprecated:
        sunset = _read_day(entry.node.value.get("x-sunset"))
        if sunset is None:
            impact, message = Impact.DANGEROUS, f"{message}; it was deprecated without a date"
        elif sunset <= today:
            impact, message = Impact.DOCUMENTATION, f"{message}, as announced for {sunset}"
        else:
            message = f"{message} before {sunset}, the day that was announced"
    return _say("operation-removed", impact, entry, message, (entry.node, new.root))


def _read_day(text: object) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(str(text)[:10])
    except ValueError:
        return None


# --- the document


def _compare_info(old: ApiDocument, new: ApiDocument) -> Iterator[Change]:
    before, after = (read_mapping(each, each.root, "info") or each.root for each in (old, new))

    def say(code: str, message: str, places: tuple[Node, Node] = (before, after)) -> Change:
        return Change(code, Impact.DOCUMENTATION, "document", message, *places)

    for key in ("title", "version"):
        was, now = (str(each.value.get(key, "")) for each in (before, after))
        if was != now:
            yield say("info-changed", f"its {key} was {show(was)} and is {show(now)} now")
    for key in ("summary", "description", "termsOfService", "contact", "license"):
        if before.value.get(key) != after.value.get(key):
            yield say("info-changed", f"its {key} changed")
    schemes, new_schemes = (_list_schemes(each) for each in (old, new))
    for name in sorted(schemes ^ new_schemes):
        verb = "added" if name in new_schemes else "removed"
        yield say(f"security-scheme-{verb}", f"the security scheme {show(name)} was {verb}")
    tags, new_tags = read_tags(old), read_tags(new)
    for name in dict.fromkeys((*tags, *new_tags)):
        if name not in new_tags:
            yield say("tag-removed", f"the tag {show(name)} was removed")
        elif name not in tags:
            yield say("tag-added", f"the tag {show(name)} was added")
        elif replace(tags[name], node=None) != replace(new_tags[name], node=None):
            yield say("text-changed", f"the tag {show(name)} is described in other words")


def _list_schemes(document: ApiDocument) -> set[str]:
    components = read_mapping(document, document.root, "components")
    schemes = read_mapping(document, components, "securitySchemes") if components else None
    return set(schemes.value) if schemes else set()
