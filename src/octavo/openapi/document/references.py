"""Resolves references: addresses of files, JSON Pointers, anchors and ids."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from urllib.parse import unquote, urljoin

from octavo.openapi.model import Node
from octavo.project.documents.api_files import is_link
from octavo.settings.nearest import find_nearest
from octavo.values import ByIdentity

MAX_POINTER_PARTS = 64
_MOST_NAMES = 2_000  # A suggestion among more names takes too long.

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LIST_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


def has_scheme(address: str) -> bool:
    """Tell whether an address is absolute, such as `https://…` or `file:…`."""
    return _SCHEME.match(address) is not None


def join_source(source: str, address: str) -> str:
    """Return the source of an address in a file.

    A source outside the project starts with `../`; an absolute address stays unchanged.
    """
    if is_link(source):
        try:
            return urljoin(source, address)
        except ValueError:  # It is no valid address.
            return address
    if has_scheme(address) or address.startswith("/"):
        return address
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), unquote(address)))


def find_by_pointer(root: Node, fragment: str) -> Node | None:
    """Return the value at a fragment such as `/paths/~1pets/get`.

    Authors encode keys in several ways, so three readings are tried: decoded by the standard, each
    part decoded separately (`%2Fpets` is one key), and not decoded.
    """
    parts = fragment.split("/")[1:]
    decoded = unquote(fragment).split("/")[1:] if "%" in fragment else parts
    node = _walk(root, decoded)
    if node is None and "%" in fragment:
        node = _walk(root, [unquote(part) for part in parts]) or _walk(root, parts)
    return node


def find_nearest_pointer(root: Node, fragment: str) -> str | None:
    """Return a similar fragment for a broken one, with its first wrong part corrected."""
    parts = unquote(fragment).split("/")[1:]
    node = root
    for index, part in enumerate(parts[:MAX_POINTER_PARTS]):
        child = _take_step(node, part)
        if child is None:
            better = _find_nearest_key(node, part)
            if better is None:
                return None
            fixed = [*parts[:index], better.replace("~", "~0").replace("/", "~1")]
            rest = parts[index + 1 :]
            return "".join(f"/{part}" for part in (*fixed, *rest))
        node = child
    return None


def find_enclosing(root: Node, inner: Node, key: str, value: object) -> Node | None:
    """Return the nearest value around (or at) another one with this key and value."""
    return next((node for node in walk_up(root, inner) if _has(node, key, value)), None)


def find_resource(root: Node, inner: Node) -> Node:
    """Return the target of `#` inside a schema: the nearest schema with an `$id`, else the file."""
    around = (node for node in walk_up(root, inner) if node.get_text("$id"))
    return next(around, root)


def find_component(root: Node, inner: Node) -> Node | None:
    """Return the component around a value."""
    if inner.pointer[:1] != ("components",) or len(inner.pointer) < 3:
        return None
    node: Node | None = root
    for part in inner.pointer[:3]:
        node = node.get(part) if node and isinstance(part, str) else None
    return node


def find_recursive(root: Node, node: Node) -> Node:
    """Return the target of `$recursiveRef:

    "#"`: the marked schema around it, else the outermost.
    """
    resource = find_resource(root, node)
    outermost = resource if resource.pointer else find_component(root, node)
    return find_enclosing(root, node, "$recursiveAnchor", value=True) or outermost or resource


def list_anchors(root: Node) -> dict[str, Node]:
    """Return the names in a file: `#name` for anchors, addresses for ids; the first one wins."""
    anchors: dict[str, Node] = {}
    ids: ByIdentity[object, Node] = ByIdentity()  # YAML aliases share values.
    nodes = [root]
    while nodes:
        node = nodes.pop()
        if node.value in ids:
            continue
        ids[node.value] = node
        if isinstance(node.value, dict):
            for name in _list_names(node):
                anchors.setdefault(name, node)
            children = [child for _, child in node.items()]
        else:
            children = list(node.list_elements())
        nodes += [child for child in reversed(children) if isinstance(child.value, dict | list)]
    return anchors


def _list_names(node: Node) -> Iterator[str]:
    for key in ("$anchor", "$dynamicAnchor"):
        if name := node.get_text(key):
            yield f"#{name}"
    if address := node.get_text("$id"):
        yield address.partition("#")[0] or address


def _walk(node: Node, parts: list[str]) -> Node | None:
    if len(parts) > MAX_POINTER_PARTS:
        return None
    at: Node | None = node
    for part in parts:
        at = _take_step(at, part) if at else None
    return at


def _take_step(node: Node, part: str) -> Node | None:
    key = part.replace("~1", "/").replace("~0", "~")
    value = node.value
    if isinstance(value, dict):
        return node.get_child(key) if key in value else None
    if isinstance(value, list) and _LIST_INDEX.fullmatch(key) and int(key) < len(value):
        return node.get_child(int(key))
    return None


def _find_nearest_key(node: Node, part: str) -> str | None:
    if not isinstance(node.value, dict) or len(node.value) > _MOST_NAMES:
        return None
    return find_nearest(part.replace("~1", "/").replace("~0", "~"), node.value)


def walk_up(root: Node, inner: Node) -> Iterator[Node]:
    """Yield a value and everything around it, from the inside out."""
    nodes = [root]
    for part in inner.pointer:
        child = _take_step(nodes[-1], str(part).replace("~", "~0").replace("/", "~1"))
        if child is None:
            break
        nodes.append(child)
    return reversed(nodes)


def _has(node: Node, key: str, value: object) -> bool:
    return isinstance(node.value, dict) and node.value.get(key) == value
