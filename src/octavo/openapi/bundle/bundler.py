"""Combines a document and its referenced files into one tree.

Every target of a reference becomes a component. Targets that can't be components, such as path
items, are copied to the place of the reference. Inside a schema with its own `$id`, references into
that schema stay, because they start there.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

from octavo.openapi.document.document import MAX_REFERENCES, ApiDocument
from octavo.openapi.document.references import find_resource
from octavo.openapi.examples.documented import read_value
from octavo.openapi.model import Node
from octavo.openapi.operation.written_samples import SAMPLE_KEYS
from octavo.openapi.rules.tables import Object, Shape, read_objects
from octavo.project.documents.api_files import is_link
from octavo.values import Struct

MAX_VALUES = 5_000_000
"""The limit, because repeated files could make a document nearly endless."""

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")
_ENDING = re.compile(r"\.(?:json|ya?ml)\Z", re.IGNORECASE)
_SAMPLES = Shape("list", "[sample]")
_SAMPLES.of = Shape(
    "one", "sample", None, Object("sample", {"source": Shape("one", "text", (str,))})
)
"""The author's code samples, whose texts may be files."""
_EXAMPLES = ("example", "value", "dataValue")
_MAPPINGS = ("mapping", "defaultMapping")
_GENERAL_NAMES = frozenset({"", "schema", "index", "items"})


class TooLargeError(Exception):
    """The document would be too large."""


class _Task(Struct, frozen=True):
    """A value to copy to a place in the new tree."""

    node: Node
    shape: Shape
    into: Any
    key: str | int
    around: frozenset[Node] = frozenset()
    """The copied values around it, which must not contain themselves."""


def bundle_document(document: ApiDocument) -> dict[str, Any]:
    """Return a document with all its referenced parts, as one tree."""
    return _Bundler(document).run()


def write_reference(*steps: str | int) -> str:
    """Return a reference to a place in the same file."""
    parts = (str(step).replace("~", "~0").replace("/", "~1") for step in steps)
    return "#/" + "/".join(parts)


class _Bundler:
    """Copies one document, without recursion, because documents may be deep."""

    def __init__(self, document: ApiDocument) -> None:
        self._document = document
        self._objects = read_objects(int(document.version.partition(".")[2]))
        self._sections = {
            each.section: each
            for each in self._objects.values()
            if each.section and each.section not in self._objects["components"].newer
        }
        self._components: dict[str, dict[str, Any]] = {}
        self._names: dict[str, set[str]] = {}
        self._next: Counter[tuple[str, str]] = Counter()
        """How often names of a section were changed because they were taken."""
        self._places: dict[tuple[str, Node], str] = {}
        """The references to components in the new tree, by kind and place."""
        self._tasks: list[_Task] = []
        self._count = 0

    def run(self) -> dict[str, Any]:
        """Return the new tree."""
        result: list[Any] = [None]
        components = self._document.root.get("components")
        self._list_components(components)
        whole = _build_shape(self._objects["document"])
        self._tasks.append(_Task(self._document.root, whole, result, 0))
        while self._tasks:
            self._count += 1
            if self._count > MAX_VALUES:
                raise TooLargeError
            self._copy(self._tasks.pop())
        tree: dict[str, Any] = result[0]
        self._add_components(tree)
        return tree

    def _list_components(self, components: Node | None) -> None:
        """Record the names of components, and those that only refer to other files."""
        if components is None:
            return
        for section, each in self._sections.items():
            part = components.get(section)
            part = self._document.resolve_any(part) if part else None
            for name, node in part.items() if part else ():
                self._names.setdefault(section, set()).add(name)
                place = write_reference("components", section, name)
                self._places[each.name, node] = place
                if isinstance(node.value, dict) and node.value.keys() == {"$ref"}:
                    target = self._document.resolve_once(node)
                    if target is not None and not self._is_component(target):
                        self._places.setdefault((each.name, target), place)

    def _add_components(self, tree: dict[str, Any]) -> None:
        if not self._components:
            return
        components = tree.get("components")
        if not isinstance(components, dict):
            components = tree["components"] = {}
        for section, parts in self._components.items():
            components[section] = {**(components.get(section) or {}), **parts}

    # --- values ---

    def _copy(self, task: _Task) -> None:
        value, shape = task.node.value, task.shape
        if shape.object is not None and type(value) is dict:
            self._copy_object(task, value, shape.object)
        elif shape.of is not None and type(value) in (dict, list):
            self._copy_container(task, shape)
        elif shape.scalar is not None and _is_reference(value):
            text = self._document.resolve_text(task.node)
            task.into[task.key] = value if text is None else text
        else:
            task.into[task.key] = value

    def _copy_container(self, task: _Task, shape: Shape) -> None:
        """Copy a list or a mapping, which may be a reference to another file."""
        assert shape.of is not None  # noqa: S101 (the caller has looked)
        node = (
            self._document.resolve_any(task.node) if _is_reference(task.node.value) else task.node
        )
        if node is None or node in task.around:
            task.into[task.key] = task.node.value
            return
        around = task.around if node is task.node else task.around | {node}
        if isinstance(node.value, list):
            copy: Any = [None] * len(node.value)
            children: Iterator[tuple[str | int, Node]] = enumerate(node.list_elements())
        elif isinstance(node.value, dict):
            copy, children = dict.fromkeys(node.value), node.items()
        else:
            task.into[task.key] = node.value
            return
        task.into[task.key] = copy
        tasks = [_Task(each, shape.of, copy, key, around) for key, each in children]
        self._tasks += reversed(tasks)  # The last task is copied first.

    def _copy_object(self, task: _Task, value: dict[str, Any], each: Object) -> None:
        copy: dict[str, Any] = {}
        task.into[task.key] = copy
        if not _is_reference(value):
            self._copy_keys(task.node, each, copy, task.around)
        elif self._may_place(each) and not self._stands_for_other(task.node, each):
            copy["$ref"] = self._refer(task.node, each)
            self._copy_keys(task.node, each, copy, task.around)
        else:
            self._write_out(task, each, copy)

    def _copy_keys(
        self, node: Node, each: Object, copy: dict[str, Any], around: frozenset[Node]
    ) -> None:
        tasks = []
        for key, child in node.items():
            if key in copy and key == "$ref":
                continue
            shape = self._find_shape(each, key)
            if each.name == "discriminator" and key in _MAPPINGS:
                copy[key] = self._renew_mapping(child)
            elif key == "$dynamicRef":
                copy[key] = self._renew_dynamic(node, each, child.value)
            elif key in _EXAMPLES and _is_reference(child.value):
                copy[key] = read_value(self._document, child).value
            elif shape is None or _is_plain(child.value, shape):
                copy[key] = child.value
            else:
                copy[key] = None  # This keeps the order of keys.
                tasks.append(_Task(child, shape, copy, key, around))
        self._tasks += reversed(tasks)

    def _find_shape(self, each: Object, key: str) -> Shape | None:
        if key == "x-webhooks" and each.name == "document":
            key = "webhooks"  # Older documents used this key before the standard one existed.
        if key in SAMPLE_KEYS and each.name == "operation":
            return _SAMPLES
        shape = each.keys.get(key)
        if shape is None and not key.startswith("x-") and key != "$ref":
            shape = each.rest
        return shape

    def _write_out(self, task: _Task, each: Object, copy: dict[str, Any]) -> None:
        """Copy the target of a reference to its place; keys next to the reference win."""
        target = self._document.resolve_once(task.node)
        if target is None or target in task.around or len(task.around) > MAX_REFERENCES:
            copy.update(task.node.value)
            return
        around = task.around | {target}
        if _is_reference(target.value):
            beside: dict[str, Any] = {}
            self._write_out(_Task(target, task.shape, [None], 0, around), each, beside)
            copy.update(beside)
        else:
            self._copy_keys(target, each, copy, around)
        rest = {key: value for key, value in task.node.value.items() if key != "$ref"}
        self._copy_keys(Node(rest, task.node.source, task.node.pointer), each, copy, around)

    # --- references ---

    def _stands_for_other(self, node: Node, each: Object) -> bool:
        """Tell whether a component is only a reference to the value that it replaces."""
        place = self._places.get((each.name, node))
        target = self._document.resolve_once(node) if place else None
        return target is not None and self._places.get((each.name, target)) == place

    def _may_place(self, each: Object) -> bool:
        """Tell whether values of a kind can be components."""
        return each.section in self._sections and each.name != "path_item"

    def _refer(self, node: Node, each: Object) -> str:
        """Return the new reference for an old one."""
        reference: str = node.value["$ref"]
        target = self._document.resolve_once(node)
        if target is None or self._stays_inside(node, target):
            return reference
        if target.source == self._document.source:
            if target.get_text("$id") == reference:
                return reference
            if "#" in reference and "#/" not in reference:
                return reference[reference.index("#") :]
        return self._refer_to(target, each)

    def _stays_inside(self, node: Node, target: Node) -> bool:
        """Tell whether a reference starts at a schema with an `$id`, and stays in it."""
        if node.source != target.source:
            return False
        root = self._document.find("", node.source)
        resource = find_resource(root, node) if root else None
        if resource is None or not resource.pointer:
            return False
        return target.pointer[: len(resource.pointer)] == resource.pointer

    def _is_component(self, target: Node) -> bool:
        """Tell whether a place is in a component of the document itself."""
        pointer = target.pointer
        return (
            target.source == self._document.source
            and len(pointer) > 2
            and pointer[0] == "components"
            and pointer[1] in self._sections
        )

    def _place(self, target: Node, each: Object) -> str:
        """Return the reference to a value that is a component in the new tree."""
        place = self._places.get((each.name, target))
        if place is None:
            section = each.section
            assert section is not None  # noqa: S101 (see _may_place)
            name = self._choose_name(section, target)
            place = self._places[each.name, target] = write_reference("components", section, name)
            parts = self._components.setdefault(section, {})
            parts[name] = None
            self._tasks.append(_Task(target, _build_shape(each), parts, name))
        return place

    def _choose_name(self, section: str, target: Node) -> str:
        """Return a name that no other component of the section has."""
        names = self._names.setdefault(section, set())
        base = _NOT_IN_NAMES.sub("_", _find_last_name(target)).strip("_") or section
        name = base
        while name in names:
            self._next[section, base] += 1
            name = f"{base}_{self._next[section, base] + 1}"
        names.add(name)
        return name

    def _renew_mapping(self, node: Node) -> Any:
        """Return a discriminator's values: names of components stay, references are updated."""
        value = node.value
        if isinstance(value, dict):
            return {key: self._renew_mapping(child) for key, child in node.items()}
        if not isinstance(value, str) or value in self._names.get("schemas", ()):
            return value
        target = self._document.find(value, node.source)
        return value if target is None else self._refer_to(target, self._objects["schema"])

    def _renew_dynamic(self, node: Node, each: Object, reference: Any) -> Any:
        """Return a dynamic reference; a plain name means the same in one file and in several."""
        if not isinstance(reference, str) or re.match("#(?!/)", reference):
            return reference
        target = self._document.find(reference, node.source)
        if target is None or self._stays_inside(node, target):
            return reference
        return self._refer_to(target, each)

    def _refer_to(self, target: Node, each: Object) -> str:
        if self._is_component(target):
            return write_reference(*target.pointer)
        return self._place(target, each)


def _find_last_name(target: Node) -> str:
    """Return the key of a value; for a meaningless key, add its file and the keys around it."""
    steps = [str(step) for step in target.pointer]
    if steps and not steps[-1].isdigit() and steps[-1] not in _GENERAL_NAMES:
        return steps[-1]
    path = urlsplit(target.source).path if is_link(target.source) else target.source
    stem = _ENDING.sub("", posixpath.basename(unquote(path)))
    return "_".join([stem, *steps[-3:]])


def _build_shape(each: Object) -> Shape:
    return Shape("one", each.name, None, each)


def _is_plain(value: Any, shape: Shape) -> bool:
    """Tell whether a value contains no references, like most values."""
    if shape.kind == "any":
        return True
    if shape.scalar is not None:
        return type(value) is not dict
    if type(value) is list and shape.of is not None and shape.of.object is None:
        return dict not in map(type, value)
    return type(value) not in (dict, list)


def _is_reference(value: Any) -> bool:
    return type(value) is dict and isinstance(value.get("$ref"), str)
