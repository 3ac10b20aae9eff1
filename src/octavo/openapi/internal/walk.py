"""Goes through an API document and lists the parts to remove."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import NamedTuple

from octavo.openapi.document.document import ApiDocument, is_reference
from octavo.openapi.internal.judge import COMBINING, Judge
from octavo.openapi.internal.marks import is_marked, is_marked_container
from octavo.openapi.internal.pruner import Pruner
from octavo.openapi.model import Node, OperationKey
from octavo.openapi.operation.listing import list_operations, list_path_item_parts
from octavo.openapi.rules.tables import Object, Shape


class Reference(NamedTuple):
    """A reference, with its target."""

    node: Node
    target: Node


class Walk:
    """Walks through a document and its referenced parts of other files."""

    def __init__(self, document: ApiDocument) -> None:
        self.document = document
        self.judge = Judge(document)
        self.removed: dict[Node, None] = {}
        self.references: list[Reference] = []
        self.operations: set[OperationKey] = set()
        """Internal operations."""
        self._operation_ids: dict[str, Node | None] = {}
        """Operations by id; None for internal ones."""
        self._schemas: list[Node] = []
        self._media: list[Node] = []
        self._holders: dict[Node, list[Node]] = {}
        """The schemas that contain a schema, or refer to it."""
        self._holding: dict[Node, None] = {}
        """The schemas with internal parts."""
        self._schemes: set[str] = set()
        self._seen: set[tuple[Node, str]] = set()
        self._queue: list[tuple[Node, Shape, Node | None]] = []
        """The values to process, with the schema that contains each."""
        self._special: dict[str, Callable[[Node], None]] = {
            "document": self._visit_document,
            "operation": self._visit_security,
            "schema": self._visit_schema,
            "media_type": self._media.append,
            "parameter": self._media.append,
            "header": self._media.append,
            "link": self._visit_link,
        }

    @property
    def is_whole(self) -> bool:
        """Tell whether the document as a whole is internal."""
        root = self.document.root.value
        return is_marked(root) or is_marked(root.get("info"))

    def run(self) -> None:
        """List the internal parts."""
        self._list_operations()
        document = self.judge.objects["document"]
        self._queue.append((self.document.root, Shape("one", "document", None, document), None))
        while self._queue:
            node, shape, holder = self._queue.pop()
            if shape.object is not None:
                self._visit_object(node, shape.object, holder)
            else:
                self._visit_container(node, shape, holder)
        Pruner(self.judge, self._list_holding(), self._remove).prune(self._schemas, self._media)

    def _list_holding(self) -> dict[Node, None]:
        """Return the schemas with internal parts, and those that lead to them."""
        holding, queue = dict(self._holding), list(self._holding)
        while queue:
            new = [each for each in self._holders.get(queue.pop(), ()) if each not in holding]
            holding.update(dict.fromkeys(new))
            queue += new
        return holding

    def _remove(self, node: Node) -> None:
        self.removed[node] = None

    # --- objects ---

    def _visit_object(self, node: Node, each: Object, holder: Node | None) -> None:
        if each.name == "schema" and holder is not None:
            self._holders.setdefault(node, []).append(holder)
        if (node, each.name) in self._seen or type(node.value) is not dict:
            return
        self._seen.add((node, each.name))
        own = node if each.name == "schema" else None
        for key, child in node.items():
            shape = self.judge.find_shape(each, key)
            if shape is None:
                self._clean_extension(child)
            elif shape.object is not None or shape.of is not None:
                self._consider(child, shape, own)
        if is_reference(node):
            target = self.document.resolve_once(node)
            if target is not None:
                self._follow(node, target, Shape("one", each.name, None, each), own)
        visit = self._special.get(each.name)
        if visit is not None:
            visit(node)

    def _visit_container(self, node: Node, shape: Shape, holder: Node | None) -> None:
        assert shape.of is not None  # noqa: S101 (only such shapes are queued)
        if isinstance(node.value, dict) and isinstance(node.value.get("$ref"), str):
            target = self.document.resolve_any(node)
            if target is not None and target is not node:
                self._follow(node, target, shape, holder)
                return
        children = [each for _, each in node.items()] or list(node.list_elements())
        for child in children:
            self._consider(child, shape.of, holder)

    def _consider(self, child: Node, shape: Shape, holder: Node | None) -> None:
        """Remove a value, or process it later."""
        value = child.value
        if shape.object is not None:
            is_lost = self.judge.is_internal(child, shape.object)
        elif shape.of is not None and isinstance(value, dict | list):
            is_branches = child.pointer[-1] in COMBINING and shape.of.kind == "schema"
            is_lost = is_marked_container(value) or (
                is_branches and self.judge.has_internal_branches(child)
            )
        else:
            return
        if not is_lost:
            self._queue.append((child, shape, holder))
            return
        self._remove(child)
        if holder is not None:
            self._holding[holder] = None

    def _follow(self, node: Node, target: Node, shape: Shape, holder: Node | None) -> None:
        self.references.append(Reference(node, target))
        self._queue.append((target, shape, holder))

    def _clean_extension(self, node: Node) -> None:
        """Process a value of unknown shape, in which marks and references also count."""
        queue = [node]
        while queue:
            each = queue.pop()
            if isinstance(each.value, dict):
                if is_marked(each.value) or self._refers_inside(each):
                    self._remove(each)
                else:
                    queue += (child for _, child in each.items())
            else:
                queue += each.list_elements()

    def _refers_inside(self, node: Node) -> bool:
        reference = node.value.get("$ref")
        if not isinstance(reference, str):
            return False
        target = self.document.find(reference, node.source)
        return target is not None and (is_marked(target.value) or self.judge.leads_inside(target))

    # --- parts of some objects ---

    def _list_operations(self) -> None:
        """Find the internal operations, because links and pages may refer to them."""
        judge = self.judge
        operation, path_item = judge.objects["operation"], judge.objects["path_item"]
        items: dict[tuple[str, bool], bool] = {}
        tags: dict[str, bool] = {}
        for name in ("paths", "webhooks", "x-webhooks"):
            part = self.document.root.get(name)
            target = self.document.resolve_any(part) if part else None
            is_lost = target is not None and is_marked_container(target.value)
            for path, item in target.items() if target else ():
                items[path, name != "paths"] = is_lost or judge.is_internal(item, path_item)
        for entry in list_operations(self.document):
            place = entry.key.path, entry.key.is_webhook
            is_internal = items.get(place, False) or judge.is_internal(entry.node, operation)
            if is_internal:
                self.operations.add(entry.key)
            tags |= {name: tags.get(name, True) and is_internal for name in entry.tags}
            if entry.operation_id:
                node = None if is_internal else entry.node
                self._operation_ids.setdefault(entry.operation_id, node)
        self._remove_tags({name for name, is_lost in tags.items() if is_lost})

    def _remove_tags(self, names: Set[str]) -> None:
        """Remove tags that only internal operations have: their texts are about these."""
        section = self.document.root.get("tags") if names else None
        for each in section.list_elements() if section else ():
            if isinstance(each.value, dict) and each.value.get("name") in names:
                self._remove(each)

    def _visit_document(self, node: Node) -> None:
        components = node.get("components")
        section = components.get("securitySchemes") if components else None
        schemes = self.document.resolve_any(section) if section else None
        each = self.judge.objects["security_scheme"]
        is_lost = section is not None and is_marked_container(section.value)
        self._schemes = {
            name
            for name, scheme in (schemes.items() if schemes else ())
            if is_lost or self.judge.is_internal(scheme, each)
        }
        self._visit_security(node)

    def _visit_security(self, node: Node) -> None:
        """Remove authentication alternatives that need an internal scheme."""
        security = node.get("security")
        for each in security.list_elements() if security else ():
            if isinstance(each.value, dict) and not self._schemes.isdisjoint(each.value):
                self._remove(each)

    def _visit_schema(self, node: Node) -> None:
        self._schemas.append(node)
        discriminator = node.get("discriminator")
        mapping = discriminator.get("mapping") if discriminator else None
        if mapping is not None and any(
            self.judge.is_lost_variant(each) for _, each in mapping.items()
        ):
            self._holding[node] = None

    def _visit_link(self, node: Node) -> None:
        """Remove a link to an internal operation, and values for internal parameters."""
        target = self._find_linked(node)
        if target is None:
            return
        if self.judge.leads_inside(target) or self._is_internal_id(node):
            self._remove(node)
            return
        parameters = node.get("parameters")
        lost = set(self._list_internal_parameters(target)) if parameters else set()
        for name, each in parameters.items() if parameters else ():
            if name in lost or name.partition(".")[2] in lost:
                self._remove(each)

    def _is_internal_id(self, node: Node) -> bool:
        name = node.get_text("operationId")
        return name in self._operation_ids and self._operation_ids[name] is None

    def _find_linked(self, node: Node) -> Node | None:
        name, reference = node.get_text("operationId"), node.get_text("operationRef")
        if name is not None:
            return self._operation_ids.get(name) or (node if self._is_internal_id(node) else None)
        return self.document.find(reference, node.source) if reference else None

    def _list_internal_parameters(self, operation: Node) -> Iterable[str]:
        each = self.judge.objects["parameter"]
        root = self.document.find("", operation.source)
        item = root
        for step in operation.pointer[:-1]:
            item = item.get_child(step) if item else None
        parts = list_path_item_parts(self.document, item) if item else ()
        for part in (*parts, operation):
            parameters = part.get("parameters")
            for node in parameters.list_elements() if parameters else ():
                if self.judge.is_internal(node, each):
                    target = self.document.resolve(node) or node
                    name = target.get_text("name")
                    if name is not None:
                        yield name
