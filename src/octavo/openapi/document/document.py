"""An API document: its version, its files, and its references.

References are followed one at a time and on demand, and never copied. Mistakes are collected as
findings with the pointer of the value. Their places in the text are found at the end, in one pass,
and only if there are findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from octavo.openapi.document.memory import DocumentMemory
from octavo.openapi.document.references import (
    MAX_POINTER_PARTS,
    find_by_pointer,
    find_enclosing,
    find_nearest_pointer,
    find_recursive,
    find_resource,
    has_scheme,
    join_source,
    list_anchors,
)
from octavo.openapi.document.same_words import SameWords
from octavo.openapi.model import Internal, Node, Pointer
from octavo.problems import Code, Severity
from octavo.project.documents.api_files import NotLoaded
from octavo.values import Struct, field, replace

if TYPE_CHECKING:  # Few documents have one.
    from octavo.openapi.changes.history import History

LoadFile = Callable[[str], Any]
"""Returns the tree of another file (by its source), or None or `NotLoaded`."""

LoadText = Callable[[str], str | NotLoaded | None]
"""Returns the text of another file, or None or `NotLoaded`."""

MAX_REFERENCES = 100  # The longest chain of references to references.

MAX_FINDINGS = 10_000
MAX_SUGGESTIONS = 20  # The limit for suggestions, which take time to find.
_REFERENCE_KEYS = ("$ref", "$dynamicRef", "$recursiveRef")


class Finding(Struct, frozen=True):
    """A message about a value of an API document; its line is found later."""

    code: Code
    message: str
    source: str
    pointer: Pointer
    severity: Severity = Severity.WARNING
    hint: str = ""
    at_key: bool = False
    """Whether it is about the key, not the value."""


class ApiDocument(Struct, eq=False):
    """An OpenAPI document and the files that it refers to."""

    source: str
    """The project-relative file, or the address, of the document."""
    name: str
    """Its name for pages: the file name without folder and extension."""
    version: str
    """`3.0`, `3.1` or `3.2`."""
    tree: dict[str, Any]
    load_file: LoadFile = lambda _source: None
    load_text: LoadText = lambda _source: None
    load_given: Callable[[], bytes | None] = lambda: None
    """Returns its file in the project; None for documents from elsewhere."""
    restore: Callable[[Finding], Finding] | None = None
    """Converts a finding in a converted or changed document to the original one."""
    overlays: tuple[str, ...] = ()
    """The sources of the overlays that it is named with."""
    findings: dict[Finding, None] = field(default_factory=dict)
    memory: DocumentMemory = field(default_factory=lambda: DocumentMemory(SameWords("", {})))
    """Results that are cached until they are `forgotten`."""
    internal: Internal | None = None
    """The removed internal parts; None without any."""
    notes: tuple[Finding, ...] = ()
    """Findings about places that may be removed, in terms of the original document."""
    faults: tuple[Finding, ...] | None = None
    """The violations of OpenAPI's rules, after the check."""
    history: History | None = None
    """Its releases; None without a changelog."""
    _files: dict[str, Any] = field(default_factory=dict)
    _texts: dict[str, str | NotLoaded | None] = field(default_factory=dict)
    _targets: dict[tuple[str, str], Node] = field(default_factory=dict)
    """The targets of valid references, by file and text."""
    _lost: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """Messages and hints for broken references."""
    _anchors: dict[str, dict[str, Node]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Set up the cache."""
        self.memory = DocumentMemory(SameWords(self.source, self.tree))

    def __repr__(self) -> str:
        return f"ApiDocument({self.source!r})"

    @property
    def root(self) -> Node:
        """The whole document."""
        return Node(self.tree, self.source, ())

    @property
    def loaded_files(self) -> tuple[str, ...]:
        """The sources of the other files requested so far."""
        return tuple(self._files)

    @property
    def loaded_texts(self) -> tuple[str, ...]:
        """The sources of the files whose texts were requested so far."""
        return tuple(self._texts)

    def report(self, finding: Finding) -> None:
        """Store a finding; equal findings are stored once."""
        if len(self.findings) < MAX_FINDINGS:
            self.findings[finding] = None

    def forget(self) -> None:
        """Clear the cache; findings about repeated schemas are listed first."""
        self.findings = dict.fromkeys(self.list_findings())
        self.memory = DocumentMemory(SameWords(self.source, self.tree))

    def list_findings(self) -> list[Finding]:
        """Return the findings, at every place with the same text."""
        findings, queue = dict(self.findings), list(self.findings)
        while queue and len(findings) < MAX_FINDINGS:
            finding = queue.pop()
            for pointer in self.memory.same_words.list_repetitions(finding.source, finding.pointer):
                other = replace(finding, pointer=pointer)
                if other not in findings:
                    findings[other] = None
                    queue.append(other)
        return list(findings)

    def sort_findings(self, further: Iterable[Finding] = ()) -> list[Finding]:
        """Return the findings in an order that doesn't depend on the order of reading.

        Further findings only count for values without other findings. The number of suggestions is
        limited, and must not depend on that order, either.
        """
        own = self.list_findings()
        places_of_findings = {(each.source, each.pointer) for each in own}
        others = (each for each in further if (each.source, each.pointer) not in places_of_findings)
        findings = sorted((*own, *others), key=_build_sort_key)
        suggestions: dict[tuple[str, str], str] = {}
        for number, finding in enumerate(findings):
            reference = self._find_lost_reference(finding)
            if reference is None:
                continue
            place = finding.source, reference
            if place not in suggestions:
                is_early = len(suggestions) < MAX_SUGGESTIONS
                suggestions[place] = self._suggest(*place) if is_early else ""
            findings[number] = replace(finding, hint=suggestions[place])
        restored = findings if self.restore is None else map(self.restore, findings)
        # Several processes may have found the same mistake, but only one made a suggestion.
        return list(dict.fromkeys((*self.notes, *restored)))

    def _find_lost_reference(self, finding: Finding) -> str | None:
        """Return the broken reference in an existing file; None for other findings."""
        if finding.code is not Code.API_REFERENCE_LOST:
            return None
        value = self._load_tree(finding.source)
        try:
            for step in finding.pointer:
                value = value[step]
        except (LookupError, TypeError):
            return None
        is_there = isinstance(value, str) and self._find_root(
            value.partition("#")[0], finding.source
        )
        return value if is_there else None

    def resolve(self, node: Node) -> Node | None:
        """Follow the references of a value to their target; None for broken ones."""
        at: Node | None = node
        for _ in range(MAX_REFERENCES):
            if at is None:
                return None
            if not is_reference(at):
                self._check_is_none(at)
                return at
            at = self._follow(at)
        self._report_circle(node)
        return None

    def resolve_once(self, node: Node) -> Node | None:
        """Follow one reference: return the value itself if it is none, None if it is broken."""
        return self._follow(node) if is_reference(node) else node

    def resolve_chain(self, node: Node) -> tuple[Node, ...]:
        """Return a value, each reference on the path, and the final target.

        A schema may have keywords next to its reference, so readers of schemas merge all steps.
        Empty for a broken path.
        """
        chain = [node]
        for _ in range(MAX_REFERENCES):
            if not is_reference(chain[-1]):
                self._check_is_none(chain[-1])
                return tuple(chain)
            target = self._follow(chain[-1])
            if target is None:
                return ()
            chain.append(target)
        self._report_circle(node)
        return ()

    def resolve_any(self, node: Node) -> Node | None:
        """Follow references to a value of any type, such as a list or a text."""
        at = node
        for _ in range(MAX_REFERENCES):
            if not is_reference(at) or "$ref" not in at.value:
                return at
            target = self.find(at.value["$ref"], at.source)
            if target is None:
                self._report_lost(at, "$ref", at.value["$ref"])
                return None
            at = target
        self._report_circle(node)
        return None

    def resolve_text(self, node: Node) -> str | None:
        """Return the text that a reference means: a whole file, or a text inside one."""
        reference = node.value["$ref"]
        if "#" in reference:
            target = self.resolve_any(node)
            if target is None:
                return None
            if isinstance(target.value, str):
                return target.value
            message = f"`{_shorten(reference)}` does not lead to a text"
            self._report_reference(Code.API_REFERENCE_WRONG_TARGET, message, node, "$ref")
            return None
        text = self.find_text(reference, node.source)
        if isinstance(text, str):
            return text
        why = text or NotLoaded("there is no such file")
        message = f"`{_shorten(reference)}` cannot be followed: {why.reason}"
        self._report_reference(Code.API_REFERENCE_LOST, message, node, "$ref", why.hint)
        return None

    def find_text(self, address: str, source: str) -> str | NotLoaded | None:
        """Return the text of a file by its address in another one, without a finding."""
        target = self._resolve_source(address, source)
        if target not in self._texts:
            self._texts[target] = self.load_text(target)
        return self._texts[target]

    def find(self, reference: str, source: str) -> Node | None:
        """Return the value of a reference in a file, without a finding.

        A name without `/`, `.` or `#` counts as a file, and may be downloaded, so look among the
        components first.
        """
        address, _, fragment = reference.partition("#")
        root = self._find_root(address, source)
        if root is None or not fragment:
            return root
        if fragment.startswith("/"):
            return find_by_pointer(root, fragment) or self._find_through(root, fragment)
        return self._find_anchors(root.source).get(f"#{fragment}")

    def _find_through(self, root: Node, fragment: str) -> Node | None:
        """Return the target of a pointer, following references on its path.

        Split documents move a whole section, such as `components.schemas`, to another file.
        """
        at = root
        parts = fragment.split("/")[1:]
        for number, part in enumerate(parts):
            child = find_by_pointer(at, f"/{part}")
            if child is None:
                reference = at.value.get("$ref") if isinstance(at.value, dict) else None
                if not isinstance(reference, str) or number > MAX_POINTER_PARTS:
                    return None
                address, _, inside = reference.partition("#")
                there = self._find_root(address, at.source)
                target = find_by_pointer(there, inside) if there and inside else there
                child = find_by_pointer(target, f"/{part}") if target else None
            if child is None:
                return None
            at = child
        return at

    def _find_root(self, address: str, source: str) -> Node | None:
        if not address:
            return self._load_root(source)
        if address == self._read_own_address():
            return self.root
        root = self._load_root(self._resolve_source(address, source))
        return root or self._find_anchors(source).get(address)

    def _read_own_address(self) -> str | None:
        """Return the document's own address (`$self`, OpenAPI 3.2)."""
        own = self.tree.get("$self")
        return own.partition("#")[0] if isinstance(own, str) else None

    def _resolve_source(self, address: str, source: str) -> str:
        """Return the file of an address; addresses next to `$self` are next to the document."""
        own = self._read_own_address() or ""
        folder = own[: own.rfind("/") + 1]
        if has_scheme(folder) and address.startswith(folder):
            address, source = address[len(folder) :], self.source
        return join_source(source, address)

    def _load_root(self, source: str) -> Node | None:
        tree = self._load_tree(source)
        return None if tree is None or isinstance(tree, NotLoaded) else Node(tree, source, ())

    def _load_tree(self, source: str) -> Any:
        if source == self.source:
            return self.tree
        if source not in self._files:
            self._files[source] = self.load_file(source)
        return self._files[source]

    def _find_anchors(self, source: str) -> dict[str, Node]:
        if source not in self._anchors:
            root = self._load_root(source)
            self._anchors[source] = list_anchors(root) if root else {}
        return self._anchors[source]

    # --- following references, with findings ---

    def _follow(self, node: Node) -> Node | None:
        reference = node.value.get("$ref")
        if not isinstance(reference, str):
            return self._follow_dynamic(node)
        return self._targets.get((node.source, reference)) or self._look_up(node, reference)

    def _look_up(self, node: Node, reference: str, key: str = "$ref") -> Node | None:
        place = node.source, reference
        target = None if place in self._lost else self.find(reference, node.source)
        if target is None:
            target = self._find_in_resource(node, reference)
            if target is None:
                self._report_lost(node, key, reference)
        elif isinstance(target.value, dict | bool | None):
            self._targets[place] = target
        else:
            self._report_wrong_target(node, key, reference, target)
            target = None
        return target

    def _find_in_resource(self, node: Node, reference: str) -> Node | None:
        """Resolve `#/…` inside a schema with its own `$id` relative to that schema."""
        root = self._load_root(node.source) if reference.startswith("#/") else None
        if root is None:
            return None
        resource = find_resource(root, node)
        return find_by_pointer(resource, reference[1:]) if resource.pointer else None

    def _follow_dynamic(self, node: Node) -> Node | None:
        root = self._load_root(node.source)
        if root is None:
            return None
        if "$dynamicRef" not in node.value:
            return find_recursive(root, node)
        reference = node.value["$dynamicRef"]
        if reference.startswith("#") and not reference.startswith("#/"):
            around = find_enclosing(root, node, "$dynamicAnchor", reference[1:])
            if around is not None:
                return around
        return self._look_up(node, reference, "$dynamicRef")

    # --- findings ---

    def _report_lost(self, node: Node, key: str, reference: str) -> None:
        if len(self.findings) >= MAX_FINDINGS:
            return
        place = node.source, reference
        if place not in self._lost:
            self._lost[place] = self._explain_lost(reference, node.source)
        message, hint = self._lost[place]
        self._report_reference(Code.API_REFERENCE_LOST, message, node, key, hint)

    def _explain_lost(self, reference: str, source: str) -> tuple[str, str]:
        address = reference.partition("#")[0]
        root = self._find_root(address, source)
        if root is None:
            tree = self._load_tree(self._resolve_source(address, source))
            why = tree if isinstance(tree, NotLoaded) else NotLoaded("there is no such file")
            return f"`{_shorten(reference)}` cannot be followed: {why.reason}", why.hint
        message = f"`{_shorten(reference)}` leads to nothing"
        is_early = len(self._lost) < MAX_SUGGESTIONS
        return message, self._suggest(source, reference) if is_early else ""

    def _suggest(self, source: str, reference: str) -> str:
        address, _, fragment = reference.partition("#")
        root = self._find_root(address, source)
        better = self._find_nearest(root, fragment) if root else None
        return f"Did you mean `{address}#{better}`?" if better else ""

    def _find_nearest(self, root: Node, fragment: str) -> str | None:
        if not fragment.startswith("/"):
            fragment = f"/{fragment}"
            if find_by_pointer(root, fragment):
                return fragment
        return find_nearest_pointer(root, fragment)

    def _report_wrong_target(self, node: Node, key: str, reference: str, target: Node) -> None:
        kind = "a list" if isinstance(target.value, list) else "a single value"
        message = f"`{_shorten(reference)}` leads to {kind}, not to an object"
        self._report_reference(Code.API_REFERENCE_WRONG_TARGET, message, node, key)

    def _report_circle(self, node: Node) -> None:
        message = "this reference leads on to others and never arrives"
        hint = "One of the references on the way leads back. Let it lead to the definition itself."
        key = next(key for key in _REFERENCE_KEYS if key in node.value)
        self._report_reference(Code.API_REFERENCE_CIRCLE, message, node, key, hint)

    def _check_is_none(self, node: Node) -> None:
        """Report a key of references in a value that is none."""
        if isinstance(node.value, dict) and "$ref" in node.value:
            message = "a reference must be text; this one is left out"
            hint = "Write it as in $ref: '#/components/schemas/Pet'."
            self._report_reference(Code.API_REFERENCE_NOT_TEXT, message, node, "$ref", hint)

    def _report_reference(
        self, code: Code, message: str, node: Node, key: str, hint: str = ""
    ) -> None:
        self.report(Finding(code, message, node.source, (*node.pointer, key), hint=hint))


def is_reference(node: Node) -> bool:
    """Tell whether a value is a reference."""
    value = node.value
    if not isinstance(value, dict):
        return False
    if "$ref" in value:
        return isinstance(value["$ref"], str)
    return isinstance(value.get("$dynamicRef") or value.get("$recursiveRef"), str)


def _build_sort_key(finding: Finding) -> tuple[str, ...]:
    """Return the sort key of a finding: its place, then its message."""
    return (finding.source, *map(str, finding.pointer), finding.code, finding.message, finding.hint)


def _shorten(text: str) -> str:
    return text if len(text) <= 120 else text[:119] + "…"
