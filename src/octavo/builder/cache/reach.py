"""Computes digests of everything that the operations of an API document reach.

A document is split into units: its operations, the shared parts of paths, its components, and the
head. The head is all the rest, and every operation reaches it. Units refer to other units. Units in
a cycle share one digest, of themselves and of everything that they reach. So each unit is processed
once.
"""

from __future__ import annotations

import hashlib
import marshal
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import reduce
from operator import or_
from typing import Any, TypeVar
from urllib.parse import unquote

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Pointer
from octavo.openapi.operation.listing import METHODS
from octavo.openapi.schema.inheritance import index_children

K = TypeVar("K")
Unit = tuple[str | int, ...]
"""The path of a part of a document; `()` is the head."""

_PLAIN_KINDS = frozenset({"securitySchemes"})
"""Components that are named without references; they belong to the head."""
_MARSHAL_VERSION = 2
"""The last version that always writes the same bytes for the same values."""
_REFERENCE = re.compile(rb"\x04\0\0\0\$ref[ut](....)", re.DOTALL)
_DISCRIMINATOR = b"\x0d\0\0\0discriminator"
_BY_PLACE = (b"$dynamicRef", b"$recursiveRef", b"$id", b"$anchor", b"$dynamicAnchor", b"$self")
"""Keys whose meaning depends on more than references."""


class _UnclearError(Exception):
    """Raised if the reach of a part of the document is unknown."""


class Reach:
    """The reach of each unit of a document."""

    def __init__(self, document: ApiDocument) -> None:
        self._units = dict(_cut(document.tree))
        self._unit_of: dict[str, Unit | None] = {}
        """The targets of references."""
        self._digests: dict[Unit, bytes] = {}
        self._leads_to: dict[Unit, dict[Unit, None]] = {}
        has_kinds = False
        for unit, value in self._units.items():
            data = marshal.dumps(value, _MARSHAL_VERSION)
            if any(key in data for key in _BY_PLACE):
                raise _UnclearError
            self._digests[unit] = _digest([repr(unit).encode(), data])
            references = map(self._find_unit, _list_references(data))
            self._leads_to[unit] = dict.fromkeys(each for each in references if each is not None)
            if _DISCRIMINATOR in data:
                has_kinds = True
                named = map(self._find_named, _list_mappings(value))
                self._leads_to[unit].update(dict.fromkeys(filter(None, named)))
        if has_kinds:
            self._add_children(document)
        self._groups = _group(self._leads_to)
        """The cycles of units, each after the units that it refers to."""
        self._group_of = {unit: at for at, group in enumerate(self._groups) for unit in group}
        self._reached: list[bytes] = []
        for group in self._groups:
            further = {self._reached[at] for at in self._list_next(group)}
            own = sorted(self._digests[unit] for unit in group)
            self._reached.append(_digest([*own, *sorted(further)]))

    def find_digest(self, places: Iterable[Pointer]) -> str:
        """Return the digest of everything that some places reach."""
        groups = {self._group_of[unit] for unit in self._list_units(places)}
        return _digest(sorted(self._reached[at] for at in groups)).hex()

    def find_targets(
        self, places: Mapping[K, Sequence[Pointer]], targets: Sequence[Pointer]
    ) -> dict[K, list[int]]:
        """Return the indexes of the targets that each place reaches, if it reaches any."""
        own = [0] * len(self._groups)
        for number, target in enumerate(targets):
            own[self._group_of[self._cut_pointer(target)]] |= 1 << number
        masks: list[int] = []
        for at, group in enumerate(self._groups):
            further = [masks[each] for each in self._list_next(group)]
            masks.append(reduce(or_, further, own[at]))
        reached = {}
        for key, several in places.items():
            units = self._list_units(several)
            mask = reduce(or_, [masks[self._group_of[unit]] for unit in units])
            if mask:
                reached[key] = [n for n in range(len(targets)) if mask >> n & 1]
        return reached

    def list_clean(self, places: Iterable[Pointer]) -> frozenset[bytes]:
        """Return the digests of groups of units that contain none of the places.

        The digest of the head is one of them, because its content affects everything.
        """
        groups = {self._group_of[self._cut_pointer(place)] for place in places}
        groups.discard(self._group_of[()])
        return frozenset(each for at, each in enumerate(self._reached) if at not in groups)

    def list_objects(self, digests: Set[bytes]) -> Iterator[dict[str, Any]]:
        """Return the objects of the groups with these digests, if the head is among them."""
        if self._reached[self._group_of[()]] not in digests:
            return
        for unit, value in self._units.items():
            if unit and type(value) is dict and self._reached[self._group_of[unit]] in digests:
                yield value

    def _list_next(self, group: Sequence[Unit]) -> set[int]:
        """Return the numbers of the groups that a group refers to; these come earlier."""
        numbers = {self._group_of[each] for unit in group for each in self._leads_to[unit]}
        return numbers - {self._group_of[group[0]]}

    def _list_units(self, places: Iterable[Pointer]) -> Iterator[Unit]:
        """Yield the units that contain places, with the units around operations."""
        yield ()
        for place in places:
            yield self._cut_pointer(place)
            if place[:2] in self._units:
                yield place[:2]

    def _cut_pointer(self, pointer: Pointer) -> Unit:
        return next((pointer[:n] for n in (3, 2) if pointer[:n] in self._units), ())

    def _find_unit(self, reference: str) -> Unit | None:
        """Return the unit of a reference; None if it doesn't exist."""
        if reference not in self._unit_of:
            self._unit_of[reference] = self._read_reference(reference)
        return self._unit_of[reference]

    def _read_reference(self, reference: str) -> Unit | None:
        if not reference.startswith("#/"):
            raise _UnclearError
        for reading in dict.fromkeys((reference, unquote(reference))):
            parts = [unquote(each) if reading is reference else each for each in reading.split("/")]
            pointer = tuple(each.replace("~1", "/").replace("~0", "~") for each in parts[1:])
            if len(pointer) < 3 and pointer[0] in _CUT:
                raise _UnclearError
            unit = self._cut_pointer(pointer)
            if unit or pointer[0] not in _CUT:
                return unit
        return None

    def _find_named(self, name: str) -> Unit | None:
        if name.startswith("#"):
            return self._find_unit(name)
        unit = ("components", "schemas", name)
        if unit not in self._units and ("/" in name or "." in name):
            raise _UnclearError
        return unit if unit in self._units else None

    def _add_children(self, document: ApiDocument) -> None:
        """Add references from schemas to those that extend them, for discriminators."""
        for base, children in index_children(document).items():
            unit = self._cut_pointer(base.pointer)
            further = [self._cut_pointer(child.pointer) for child in children]
            self._leads_to[unit].update(dict.fromkeys(further))
            self._digests[unit] = _digest([self._digests[unit], repr(further).encode()])


_CUT = ("paths", "webhooks", "components")


def read_reach(document: ApiDocument) -> Reach | None:
    """Return the reach of a document; None if it includes other documents or is unclear."""
    if document.internal is not None:
        return None
    try:
        return Reach(document)
    except (_UnclearError, ValueError, RecursionError):
        return None


def _cut(tree: Mapping[str, Any]) -> Iterator[tuple[Unit, Any]]:
    head = dict(tree)
    for section in ("paths", "webhooks"):
        items = head.pop(section, None)
        if not isinstance(items, dict):
            head[section] = items
            continue
        for path, item in items.items():
            methods = [key for key in METHODS if key in item] if isinstance(item, dict) else []
            for method in methods:
                yield (section, path, method), item[method]
            rest = {key: item[key] for key in item if key not in methods} if methods else item
            yield (section, path), rest
    components = head.pop("components", None)
    if isinstance(components, dict):
        head["components"] = {
            kind: values
            for kind, values in components.items()
            if kind in _PLAIN_KINDS or not isinstance(values, dict)
        }
        for kind in components.keys() - head["components"].keys():
            if "$ref" in components[kind]:
                raise _UnclearError
            for name, value in components[kind].items():
                yield ("components", kind, name), value
    else:
        head["components"] = components
    yield (), head


def _list_references(data: bytes) -> Iterator[str]:
    for match in _REFERENCE.finditer(data):
        length = int.from_bytes(match[1], "little")
        yield data[match.end() : match.end() + length].decode("utf-8", "surrogatepass")


def _list_mappings(value: Any) -> Iterator[str]:
    """Return the names of the schemas that discriminators choose."""
    if isinstance(value, list):
        for each in value:
            yield from _list_mappings(each)
    elif isinstance(value, dict):
        discriminator = value.get("discriminator")
        mapping = discriminator.get("mapping") if isinstance(discriminator, dict) else None
        if isinstance(mapping, dict):
            yield from (each for each in mapping.values() if isinstance(each, str))
        for each in value.values():
            yield from _list_mappings(each)


def _digest(parts: Iterable[bytes]) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(b"%d:%b" % (len(part), part))
    return digest.digest()


def _group(leads_to: Mapping[Unit, Iterable[Unit]]) -> list[list[Unit]]:
    """Return the cycles of a graph, and the units outside of cycles; see Tarjan (1972)."""
    groups: list[list[Unit]] = []
    number_of: dict[Unit, int] = {}
    lowest: dict[Unit, int] = {}
    open_units: list[Unit] = []
    is_open: set[Unit] = set()
    for start in leads_to:
        if start in number_of:
            continue
        walk = [(start, iter(leads_to[start]))]
        while walk:
            unit, further = walk[-1]
            if unit not in number_of:
                number_of[unit] = lowest[unit] = len(number_of)
                open_units.append(unit)
                is_open.add(unit)
            for each in further:
                if each not in number_of:
                    walk.append((each, iter(leads_to[each])))
                    break
                if each in is_open:
                    lowest[unit] = min(lowest[unit], lowest[each])
            else:
                walk.pop()
                if walk:
                    above = walk[-1][0]
                    lowest[above] = min(lowest[above], lowest[unit])
                if lowest[unit] == number_of[unit]:
                    group = [open_units.pop()]
                    while group[-1] != unit:
                        group.append(open_units.pop())
                    is_open.difference_update(group)
                    groups.append(group)
    return groups
