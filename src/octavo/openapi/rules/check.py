"""Compares a whole API document with the tables and rules of OpenAPI, once.

Pages show what a document describes, however badly, and the readers report skipped parts. This
module reports the rest: misspelled keys, values of another type, missing keys, and broken
references in parts that no page shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from octavo.openapi.document.document import ApiDocument, Finding
from octavo.openapi.document.references import has_scheme
from octavo.openapi.document.shapes import name_type
from octavo.openapi.model import Node, Pointer
from octavo.openapi.rules.faults import Fault
from octavo.openapi.rules.foreign_keys import FOREIGN_KEYS
from octavo.openapi.rules.objects import RULES
from octavo.openapi.rules.tables import Object, Shape, read_objects
from octavo.problems import Code, Severity
from octavo.settings.nearest import find_nearest
from octavo.values import ByIdentity

MAX_FAULTS = 2_000
_LEAST_LIKENESS = 0.8
_EXPECTED = {
    "text": "a text",
    "address": "a text",
    "flag": "true or false",
    "number": "a number",
    "count": "a number",
    "limit": "a number",
}
_NEVER_IN_ADDRESSES = frozenset('<>"{}|\\^` \t\n')

Way = tuple[Any, ...] | None
"""The path to a value: the path of its parent, and its key. Few become pointers."""
Stack = list[tuple[Any, Shape, Way]]


def check_document(
    document: ApiDocument, clean: Iterable[dict[str, Any]] = ()
) -> tuple[Finding, ...]:
    """Return a document's violations of OpenAPI, which are found once.

    Objects in `clean`, with everything that they lead to, are skipped.
    """
    if document.faults is None:
        document.faults = tuple(_Checker(document, clean).check())
    return document.faults


class _Checker:
    """Walks through a document and its referenced parts of other files.

    There is no recursion, because documents may be deep, and each object is visited once.
    """

    def __init__(self, document: ApiDocument, clean: Iterable[dict[str, Any]]) -> None:
        self._document = document
        self._minor = int(document.version.partition(".")[2])
        self._objects = read_objects(self._minor)
        self._findings: list[Finding] = []
        self._nearest: dict[tuple[str, str], str | None] = {}
        self._ways: ByIdentity[dict[str, Any], Way] = ByIdentity()
        """The paths of visited or skipped objects."""
        for value in clean:
            self._ways[value] = None
        self._followed: set[tuple[str, str, str]] = set()
        self._source = document.source
        self._targets: list[tuple[Node, Shape]] = []
        self._foreign: dict[str, tuple[str, Way]] = {}
        """Where extensions of other tools are met first."""
        self._empty: list[tuple[str, Way]] = []
        """Where a value is missing: `null`, or nothing after a colon."""

    def check(self) -> list[Finding]:
        """Return the violations."""
        self._targets.append((self._document.root, _build_shape(self._objects["document"])))
        while self._targets:
            node, shape = self._targets.pop()
            self._source = node.source
            self._walk(node, shape)
        if self._foreign:
            self._findings.append(_note_foreign(self._foreign))
        if self._empty:
            self._findings.append(_note_empty(self._empty))
        return self._findings

    def _walk(self, node: Node, shape: Shape) -> None:
        way: Way = None
        for step in node.pointer:
            way = (way, step)
        stack: Stack = [(node.value, shape, way)]
        while stack and len(self._findings) < MAX_FAULTS:
            value, shape, way = stack.pop()
            if value is None:
                self._note_missing(shape, way)
            elif shape.object is not None:
                self._check_object(stack, value, shape.object, way)
            elif shape.of is not None:
                self._check_container(stack, value, shape, way)
            else:
                self._check_scalar(value, shape, way)

    def _check_object(self, stack: Stack, value: Any, each: Object, way: Way) -> None:
        if type(value) is not dict:
            if not (isinstance(value, bool) and each.name == "schema"):
                self._report_type(way, "an object with keys", value)
            return
        if value in self._ways:
            return
        self._ways[value] = way
        if "$ref" in value and self._follow(value, each, way):
            return
        keys = each.keys
        for key, child in value.items():
            shape = keys.get(key)
            if shape is None:
                self._check_other(stack, key, child, each, way)
            elif shape.scalar is None:
                if shape.kind != "any":
                    stack.append((child, shape, (way, key)))
            elif type(child) not in shape.scalar or shape.kind == "address":
                self._check_scalar(child, shape, (way, key))
        if each.is_strict:
            self._check_keys(value, each, way)
        rule = RULES.get(each.name)
        if rule is not None:
            for fault in rule(value, self._minor):
                self._report(way, fault)

    def _check_container(self, stack: Stack, value: Any, shape: Shape, way: Way) -> None:
        assert shape.of is not None  # noqa: S101 (the caller has looked)
        if shape.container == "list":
            if type(value) is list:
                stack += [(child, shape.of, (way, at)) for at, child in enumerate(value)]
            elif not _is_reference(value):
                self._report_type(way, "a list", value)
        elif type(value) is not dict:
            self._report_type(way, "an object with keys", value)
        elif not _is_reference(value):
            stack += [(child, shape.of, (way, key)) for key, child in value.items()]

    def _check_scalar(self, value: Any, shape: Shape, way: Way) -> None:
        if shape.scalar is None or value is None or _is_reference(value):
            return
        if type(value) not in shape.scalar:
            # An unquoted number is read as the intended text.
            is_harmless = str in shape.scalar and isinstance(value, int | float)
            self._report_type(way, _EXPECTED[shape.kind], value, is_note=is_harmless)
        elif shape.kind == "address" and not _NEVER_IN_ADDRESSES.isdisjoint(value.strip()):
            message = f"`{value[:80]}` is no address"
            self._report(way, Fault(message, severity=Severity.INFO))

    def _note_missing(self, shape: Shape, way: Way) -> None:
        if shape.scalar is None and shape.kind != "any":  # an empty text harms nobody
            self._empty.append((self._source, way))

    # --- keys ---

    def _check_keys(self, value: dict[str, Any], each: Object, way: Way) -> None:
        for key in each.needed:
            if value.get(key) is None:
                self._report_missing(way, each, key, Severity.WARNING)
        for key in each.formal:
            if value.get(key) is None:
                self._report_missing(way, each, key, Severity.INFO)
        for one, other in each.exclusive:
            if one in value and other in value:
                message = f"`{one}` and `{other}` stand together in {each.title}"
                self._report(way, Fault(message, "Keep one of the two.", (other,), at_key=True))
        if each.newer:
            for key in sorted(each.newer.keys() & value.keys()):
                message = f"`{key}` is a key of OpenAPI 3.{each.newer[key]}"
                message += f", and this document says that it is 3.{self._minor}"
                hint = f"It is read all the same. Set `openapi` to 3.{each.newer[key]}.0."
                self._report(way, Fault.of_key(key, message, hint, Severity.INFO))

    def _report_missing(self, way: Way, each: Object, key: str, severity: Severity) -> None:
        message = f"{each.title} has no `{key}`"
        self._report(way, Fault(message, f"Give it a `{key}`.", (), Code.API_MISSING_KEY, severity))

    def _check_other(self, stack: Stack, key: str, child: Any, each: Object, way: Way) -> None:
        """Check a key without a shape in its object."""
        if key.startswith("x-") or key == "$ref":
            if key in FOREIGN_KEYS:
                # The walk goes backward through a document, so the last place is the first one.
                self._foreign[key] = (self._source, (way, key))
            return
        if each.rest is not None:
            stack.append((child, each.rest, (way, key)))
            return
        meant = each.elsewhere.get(key) or self._find_nearest(key, each)
        if meant is not None:
            message = f"`{key}` is no key of {each.title}"
            hint = f"Did you mean `{meant}`?"
            self._report(way, Fault.of_key(key, message, hint, Severity.WARNING))
        elif each.name != "schema":  # Schemas may have keywords of any name.
            message = f"`{key}` is no key of {each.title}, and is left out"
            hint = "Names of extensions begin with `x-`."
            self._report(way, Fault.of_key(key, message, hint, Severity.INFO))

    def _find_nearest(self, key: str, each: Object) -> str | None:
        place = each.name, key
        if place not in self._nearest:
            self._nearest[place] = find_nearest(key, each.keys, _LEAST_LIKENESS)
        return self._nearest[place]

    # --- references ---

    def _follow(self, value: dict[str, Any], each: Object, way: Way) -> bool:
        """Follow a reference; tell whether all other keys of the object are ignored."""
        reference = value["$ref"]
        place = self._source, each.name, reference
        if not isinstance(reference, str):
            self._document.resolve(Node(value, self._source, _build_pointer(way)))
        elif place not in self._followed and not has_scheme(reference):
            self._followed.add(place)
            self._follow_first(Node(value, self._source, _build_pointer(way)), each)
        return each.name not in ("schema", "path_item")

    def _follow_first(self, node: Node, each: Object) -> None:
        target = self._document.resolve_once(node)  # This reports mistakes in the reference.
        if target is None:
            return
        pointer = target.pointer
        is_component = target.source == self._document.source and pointer[:1] == ("components",)
        if not is_component:
            self._targets.append((target, _build_shape(each)))
        elif len(pointer) == 3 and pointer[1] in _TITLES and pointer[1] != each.section:
            message = (
                f"{each.title} is expected here, but the reference leads to {_TITLES[pointer[1]]}"
            )
            fault = Fault(message, "", ("$ref",), Code.API_REFERENCE_WRONG_TARGET)
            self._report_at(node.source, node.pointer, fault)

    # --- findings ---

    def _report_type(self, way: Way, expected: str, value: Any, *, is_note: bool = False) -> None:
        key = way[1] if way is not None else None
        what = f"`{key}`" if isinstance(key, str) else "a value of this list"
        message = f"{what} must be {expected}, but is {name_type(value)}"
        hint = "Put it in quotes." if is_note else ""
        severity = Severity.INFO if is_note else Severity.WARNING
        self._report(way, Fault(message, hint, (), Code.API_WRONG_TYPE, severity))

    def _report(self, way: Way, fault: Fault) -> None:
        self._report_at(self._source, _build_pointer(way), fault)

    def _report_at(self, source: str, pointer: Pointer, fault: Fault) -> None:
        place = (*pointer, *fault.way)
        self._findings.append(
            Finding(
                fault.code,
                fault.message,
                source,
                place,
                fault.severity,
                fault.hint,
                fault.at_key,
            )
        )


def _note_foreign(keys: Mapping[str, tuple[str, Way]]) -> Finding:
    """Return one note for all extensions of other tools."""
    places = {key: (source, _build_pointer(way)) for key, (source, way) in keys.items()}
    first = min(places.values(), key=lambda place: (place[0], tuple(map(str, place[1]))))
    parts = [
        f"`{key}` ({FOREIGN_KEYS[key].tools}; first at `{_write_place(pointer)}`)"
        for key, (_, pointer) in sorted(places.items())
    ]
    message = f"extensions of other tools that mean nothing here: {', '.join(parts)}"
    hint = "What they do elsewhere is in the guide to API pages, with what you can do instead."
    return Finding(Code.API_FOREIGN_KEYS, message, *first, Severity.INFO, hint, at_key=True)


def _note_empty(places: Sequence[tuple[str, Way]]) -> Finding:
    """Return one note for all keys without a value."""
    first = min(
        ((source, _build_pointer(way)) for source, way in places),
        key=lambda place: (place[0], tuple(map(str, place[1]))),
    )
    more = f" (and {len(places) - 1} more)" if len(places) > 1 else ""
    message = f"`{first[1][-1]}` has no value{more}, and counts as missing"
    hint = "Give it a value, or remove it: other tools may refuse the document."
    return Finding(Code.API_WRONG_VALUE, message, *first, Severity.INFO, hint, at_key=True)


def _write_place(pointer: Pointer) -> str:
    return ".".join(map(str, pointer[:-1]))[:100] or "the top"


_TITLES = {each.section: each.title for each in read_objects(0).values() if each.section}


def _build_shape(each: Object) -> Shape:
    return Shape("one", each.name, None, each)


def _is_reference(value: Any) -> bool:
    return type(value) is dict and isinstance(value.get("$ref"), str)


def _build_pointer(way: Way) -> Pointer:
    steps: list[str | int] = []
    while way is not None:
        way, step = way
        steps.append(step)
    return tuple(reversed(steps))
