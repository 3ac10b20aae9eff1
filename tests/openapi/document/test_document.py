"""API documents: which trees are accepted, and what references lead to."""

import time
from collections.abc import Mapping
from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument, Finding, is_reference
from octavo.openapi.document.read_tree import read_document
from octavo.openapi.model import Node, Pointer
from octavo.problems import Code, Severity
from octavo.project.documents.api_files import NotLoaded
from tests.patience import HANGS_AFTER


def read(tree: dict[str, Any], files: Mapping[str, Any] | None = None) -> ApiDocument:
    whole = {"openapi": "3.1.0", "paths": {}} | tree
    load_file = (files or {}).get
    document, findings = read_document("api/openapi.yaml", "openapi", whole, load_file)
    assert document is not None
    assert findings == ()
    return document


def node_at(document: ApiDocument, *pointer: str | int) -> Node:
    node = document.root
    for key in pointer:
        node = node.get_child(key)
    return node


def schemas(**named: Any) -> dict[str, Any]:
    return {"components": {"schemas": named}}


def schema(document: ApiDocument, name: str) -> Node:
    return node_at(document, "components", "schemas", name)


def resolve(document: ApiDocument, reference: object) -> Node | None:
    return document.resolve(Node({"$ref": reference}, document.source, ("x",)))


def lost(document: ApiDocument, reference: object) -> Finding:
    assert resolve(document, reference) is None
    (finding,) = document.findings
    assert (finding.source, finding.pointer) == ("api/openapi.yaml", ("x", "$ref"))
    assert finding.severity is Severity.WARNING
    return finding


# --- which trees are accepted ---


@pytest.mark.parametrize(
    ("version", "read_as"),
    [
        ("3.0.0", "3.0"),
        ("3.0.3", "3.0"),
        ("3.0.0-rc2", "3.0"),
        ("3.1.1", "3.1"),
        ("3.2.0", "3.2"),
        (" 3.1 ", "3.1"),
        ("v3.1.0", "3.1"),
        ("3", "3.0"),
    ],
)
def test_the_version_is_read(version: str, read_as: str) -> None:
    document, findings = read_document("a", "a", {"openapi": version, "paths": {}}, lambda _: None)
    assert document is not None
    assert (document.version, findings) == (read_as, ())


@pytest.mark.parametrize(
    ("version", "read_as"), [(3.1, "3.1"), (3, "3.0"), ("3.7.0", "3.2"), ("3.9999", "3.2")]
)
def test_a_doubtful_version_is_read_with_a_warning(version: object, read_as: str) -> None:
    document, findings = read_document("a", "a", {"openapi": version, "paths": {}}, lambda _: None)
    assert document is not None
    assert document.version == read_as
    assert [(f.code, f.pointer) for f in findings] == [(Code.API_VERSION_DOUBTFUL, ("openapi",))]
    assert list(document.findings) == list(findings)


@pytest.mark.parametrize(
    ("tree", "code", "pointer"),
    [
        (None, Code.API_NOT_OPENAPI, ()),
        ([], Code.API_NOT_OPENAPI, ()),
        ("openapi: 3.0.0", Code.API_NOT_OPENAPI, ()),
        ({}, Code.API_NOT_OPENAPI, ()),
        ({"paths": {}}, Code.API_NOT_OPENAPI, ()),
        ({"swagger": "1.2", "paths": {}}, Code.API_VERSION_UNKNOWN, ("swagger",)),
        ({"swagger": "2.0"}, Code.API_EMPTY, ()),
        ({"swagger": "2.0", "paths": []}, Code.API_WRONG_TYPE, ("paths",)),
        ({"openapi": "4.0.0", "paths": {}}, Code.API_VERSION_UNKNOWN, ("openapi",)),
        ({"openapi": "30", "paths": {}}, Code.API_VERSION_UNKNOWN, ("openapi",)),
        ({"openapi": "", "paths": {}}, Code.API_VERSION_UNKNOWN, ("openapi",)),
        ({"openapi": True, "paths": {}}, Code.API_VERSION_UNKNOWN, ("openapi",)),
        ({"openapi": {}, "paths": {}}, Code.API_VERSION_UNKNOWN, ("openapi",)),
        ({"openapi": "9" * 5000, "paths": {}}, Code.API_VERSION_UNKNOWN, ("openapi",)),
        ({"openapi": "3.0.0", "info": {}}, Code.API_EMPTY, ()),
        ({"openapi": "3.0.0", "paths": []}, Code.API_WRONG_TYPE, ("paths",)),
        (
            {"openapi": "3.0.0", "paths": {}, "components": "x"},
            Code.API_WRONG_TYPE,
            ("components",),
        ),
        ({"openapi": "3.1.0", "webhooks": 7}, Code.API_WRONG_TYPE, ("webhooks",)),
    ],
)
def test_a_tree_that_cannot_be_used_is_refused_with_a_reason(
    tree: object, code: Code, pointer: Pointer
) -> None:
    document, (finding,) = read_document("a.yaml", "a", tree, lambda _: None)
    assert document is None
    assert (finding.code, finding.pointer, finding.source) == (code, pointer, "a.yaml")
    assert finding.severity is Severity.ERROR
    assert len(finding.message) < 120


@pytest.mark.parametrize(
    "tree",
    [
        {"openapi": "3.0.0", "paths": None},
        {"openapi": "3.1.0", "webhooks": {}},
        {"openapi": "3.1.0", "components": {"schemas": None, "x-ours": 7}},
        {"openapi": "3.0.3", "x-webhooks": {}},
        {"openapi": "3.1.0", "swagger": "2.0", "paths": {}},
    ],
)
def test_a_tree_that_can_be_used_is_accepted(tree: dict[str, Any]) -> None:
    document, findings = read_document("a.yaml", "a", tree, lambda _: None)
    assert document is not None
    assert findings == ()


def test_a_section_of_components_of_the_wrong_type_is_a_warning() -> None:
    tree = {"openapi": "3.0.0", "components": {"schemas": [], "responses": {}}}
    document, (finding,) = read_document("a.yaml", "a", tree, lambda _: None)
    assert document is not None
    assert (finding.code, finding.pointer) == (Code.API_WRONG_TYPE, ("components", "schemas"))


# --- what a reference leads to ---


@pytest.mark.parametrize(
    ("reference", "pointer"),
    [
        ("#/components/schemas/Pet", ("components", "schemas", "Pet")),
        ("#", ()),
        ("", ()),
        ("#/paths/~1pets~1%7Bid%7D/get", ("paths", "/pets/{id}", "get")),
        ("#/paths/~1pets~1{id}/get", ("paths", "/pets/{id}", "get")),
        ("#/paths/%2Fpets%2F%7Bid%7D/get", ("paths", "/pets/{id}", "get")),
        ("#/components/schemas/a~0b", ("components", "schemas", "a~b")),
        ("#/components/schemas/50%25", ("components", "schemas", "50%")),
        ("#/components/schemas/as%20is", ("components", "schemas", "as%20is")),
        ("#/components/schemas/", ("components", "schemas", "")),
        ("#/components/schemas/List/allOf/1", ("components", "schemas", "List", "allOf", 1)),
        ("#/components/schemas/0", ("components", "schemas", "0")),
        ("openapi.yaml#/components/schemas/Pet", ("components", "schemas", "Pet")),
        ("./openapi.yaml#/components/schemas/Pet", ("components", "schemas", "Pet")),
        ("../api/openapi.yaml#/components/schemas/Pet", ("components", "schemas", "Pet")),
    ],
)
def test_a_pointer_leads_to_its_value(reference: str, pointer: Pointer) -> None:
    named = {"Pet": {"type": "object"}, "a~b": {}, "50%": {}, "as%20is": {}, "": {}, "0": {}}
    tree = schemas(**named, List={"allOf": [{}, {}]})
    tree["paths"] = {"/pets/{id}": {"get": {}}}
    document = read(tree)
    found = resolve(document, reference)
    assert found is not None
    assert (found.source, found.pointer) == ("api/openapi.yaml", pointer)
    assert not document.findings


def test_a_value_that_is_no_reference_is_what_it_is() -> None:
    document = read(schemas(Pet={"type": "object"}))
    for node in (
        schema(document, "Pet"),
        Node(True, "a", ()),
        Node(None, "a", ()),
        Node([], "a", ()),
    ):
        assert document.resolve(node) is node
        assert document.resolve_once(node) is node
        assert document.resolve_chain(node) == (node,)
        assert not is_reference(node)


@pytest.mark.parametrize("value", [{"type": "string"}, True, False, None, {}])
def test_a_reference_may_lead_to_an_object_a_schema_that_is_true_or_nothing(value: Any) -> None:
    found = resolve(read(schemas(A=value)), "#/components/schemas/A")
    assert found is not None
    assert found.value == value


@pytest.mark.parametrize("value", ["text", 7, 1.5, [], [{"type": "object"}]])
def test_a_reference_to_something_else_is_told(value: Any) -> None:
    finding = lost(read(schemas(A=value)), "#/components/schemas/A")
    assert finding.code is Code.API_REFERENCE_WRONG_TARGET
    assert ("a list" in finding.message) == isinstance(value, list)


def test_references_to_references_are_followed_and_the_way_is_given() -> None:
    named = {
        "A": {"$ref": "#/components/schemas/B", "title": "A"},
        "B": {"$ref": "#/components/schemas/C", "description": "B"},
        "C": {"type": "string"},
    }
    document = read(schemas(**named))
    start, middle, end = (schema(document, name) for name in "ABC")
    assert document.resolve(start) == end
    assert document.resolve_once(start) == middle
    assert document.resolve_chain(start) == (start, middle, end)
    assert [is_reference(node) for node in (start, middle, end)] == [True, True, False]


def test_the_same_reference_means_the_same_value_only_in_the_same_file() -> None:
    files = {"api/other.yaml": {"Pet": {"title": "other"}, "See": {"$ref": "#/Pet"}}}
    document = read({"Pet": {"title": "ours"}}, files)
    see = document.find("other.yaml#/See", "api/openapi.yaml")
    ours = resolve(document, "#/Pet")
    assert see is not None
    assert ours is not None
    theirs = document.resolve(see)
    assert theirs is not None
    assert (ours.value["title"], theirs.value["title"]) == ("ours", "other")


# --- references that lead nowhere ---


@pytest.mark.parametrize(
    ("reference", "hint"),
    [
        ("#/components/schemas/Pett", "Did you mean `#/components/schemas/Pet`?"),
        ("#/component/schemas/Pet", "Did you mean `#/components/schemas/Pet`?"),
        ("#components/schemas/Pet", "Did you mean `#/components/schemas/Pet`?"),
        (
            "#/components/schemas/Pet/properties/nam",
            "Did you mean `#/components/schemas/Pet/properties/name`?",
        ),
        ("#/paths/~1pet/get", "Did you mean `#/paths/~1pets/get`?"),
        ("#/definitions/Something", ""),
        ("#/components/schemas/Pet/x/y", ""),
        ("#/components/schemas/" + "x" * 5000, ""),
        ("#" + "/x" * 1000, ""),
        ("#Anchor", ""),
        ("#/tags/01", ""),
        ("#/tags/-1", ""),
        ("#/tags/1", ""),
        ("#/tags/" + "9" * 5000, ""),
        ("#/tags/²", ""),
    ],
)
def test_a_reference_that_leads_to_nothing_names_what_may_be_meant(
    reference: str, hint: str
) -> None:
    tree = schemas(Pet={"properties": {"name": {}}})
    document = read(tree | {"paths": {"/pets": {"get": {}}}, "tags": [{}]})
    finding = lost(document, reference)
    assert finding.code is Code.API_REFERENCE_LOST
    assert "leads to nothing" in finding.message
    assert len(finding.message) < 200
    assert finding.hint == hint


def test_a_lost_reference_is_told_at_every_place_it_stands() -> None:
    reference = {"$ref": "#/components/schemas/Nothing"}
    document = read(schemas(A={"properties": {"x": reference, "y": reference}}))
    for name in ("x", "y", "x"):
        node = node_at(document, "components", "schemas", "A", "properties", name)
        assert document.resolve(node) is None
    assert [finding.pointer[-2] for finding in document.findings] == ["x", "y"]


def test_a_lost_reference_on_the_way_is_told_where_it_stands() -> None:
    document = read(schemas(A={"$ref": "#/components/schemas/B"}, B={"$ref": "#/nothing"}))
    assert document.resolve(schema(document, "A")) is None
    (finding,) = document.findings
    assert finding.pointer == ("components", "schemas", "B", "$ref")
    assert document.resolve_chain(schema(document, "A")) == ()


@pytest.mark.parametrize("value", [7, True, ["#/x"], {"type": "string"}, None])
def test_a_reference_that_is_not_text_is_told_and_left_out(value: Any) -> None:
    document = read({})
    node = Node({"$ref": value, "type": "object"}, document.source, ("x",))
    assert document.resolve(node) is node
    (finding,) = document.findings
    assert (finding.code, finding.pointer) == (Code.API_REFERENCE_NOT_TEXT, ("x", "$ref"))


@pytest.mark.parametrize("length", [1, 2, 3, 99, 100, 500])
def test_a_circle_of_references_is_told_and_ends(length: int) -> None:
    named = {f"S{n}": {"$ref": f"#/components/schemas/S{(n + 1) % length}"} for n in range(length)}
    document = read(schemas(**named))
    start = schema(document, "S0")
    assert document.resolve(start) is None
    assert document.resolve_chain(start) == ()
    (finding,) = document.findings
    assert finding.code is Code.API_REFERENCE_CIRCLE
    assert finding.pointer == ("components", "schemas", "S0", "$ref")


def test_ten_thousand_references_into_a_circle_end_soon() -> None:
    named = {f"S{n}": {"$ref": f"#/components/schemas/S{(n + 1) % 500}"} for n in range(500)}
    document = read(schemas(**named))
    start = time.process_time()
    for n in range(10_000):
        node = Node({"$ref": f"#/components/schemas/S{n % 500}"}, document.source, ("x", n))
        assert document.resolve(node) is None
    assert time.process_time() - start < HANGS_AFTER


def test_thirty_thousand_lost_references_end_soon_and_are_not_all_kept() -> None:
    document = read(schemas(**{f"Schema{n}": {} for n in range(1000)}))
    start = time.process_time()
    for n in range(30_000):
        node = Node({"$ref": f"#/components/schemas/Shema{n}"}, document.source, ("x", n))
        assert document.resolve(node) is None
    assert len(document.findings) == 10_000
    assert time.process_time() - start < HANGS_AFTER


def test_references_are_followed_quickly() -> None:
    document = read(schemas(**{f"S{n}": {"type": "object"} for n in range(1000)}))
    nodes = [
        Node({"$ref": f"#/components/schemas/S{n % 1000}"}, document.source, ("x", n))
        for n in range(100_000)
    ]
    start = time.process_time()
    for node in nodes:
        assert document.resolve(node)
    assert time.process_time() - start < HANGS_AFTER


# --- other files ---


def test_files_refer_to_each_other_from_where_they_are() -> None:
    files = {
        "api/schemas/pet.yaml": {"properties": {"owner": {"$ref": "people/owner.yaml"}}},
        "api/schemas/people/owner.yaml": {
            "properties": {
                "pets": {"$ref": "../../openapi.yaml#/components/schemas/Pets"},
                "self": {"$ref": "#/properties/pets"},
            }
        },
        "api/paths/pets_{id}.yaml": {"get": {"summary": "found"}},
        "shared.yaml": {"title": "shared"},
    }
    pets = {"items": {"$ref": "schemas/pet.yaml"}}
    document = read(schemas(Pets=pets), files)

    def follow(node: Node | None, *keys: str) -> Node:
        assert node is not None
        for key in keys:
            node = node.get_child(key)
        found = document.resolve(node)
        assert found is not None
        return found

    pet = follow(schema(document, "Pets"), "items")
    assert (pet.source, pet.pointer) == ("api/schemas/pet.yaml", ())
    owner = follow(pet, "properties", "owner")
    assert owner.source == "api/schemas/people/owner.yaml"
    assert follow(owner, "properties", "pets") == schema(document, "Pets")
    assert follow(owner, "properties", "self") == schema(document, "Pets")
    for reference in ("paths/pets_{id}.yaml", "./paths/pets_%7Bid%7D.yaml#"):
        assert follow(resolve(document, reference)).value["get"]["summary"] == "found"
    assert follow(resolve(document, "../shared.yaml")).value["title"] == "shared"
    assert not document.findings


def test_a_file_is_loaded_once() -> None:
    asked: list[str] = []

    def load_file(source: str) -> Any:
        asked.append(source)
        return {"a": {}} if source == "a.yaml" else None

    document, _ = read_document("o.yaml", "o", {"openapi": "3.1.0", "paths": {}}, load_file)
    assert document is not None
    for _ in range(3):
        document.resolve(Node({"$ref": "a.yaml#/a"}, "o.yaml", ()))
        document.resolve(Node({"$ref": "b.yaml"}, "o.yaml", ()))
    assert asked == ["a.yaml", "b.yaml"]


@pytest.mark.parametrize(
    ("reference", "asked_for"),
    [
        ("../../secret.yaml", "../secret.yaml"),
        ("/etc/passwd", "/etc/passwd"),
        ("file:///etc/passwd", "file:///etc/passwd"),
        ("http://169.254.169.254/x", "http://169.254.169.254/x"),
        ("%2e%2e/%2e%2e/secret.yaml", "../secret.yaml"),
        ("Pet", "api/Pet"),
    ],
)
def test_where_a_reference_leads_is_decided_by_who_loads_files(
    reference: str, asked_for: str
) -> None:
    asked: list[str] = []

    def refuse(source: str) -> NotLoaded:
        asked.append(source)
        return NotLoaded("it leads out of the project", "Put it in.")

    tree = {"openapi": "3.1.0", "paths": {}}
    document, _ = read_document("api/openapi.yaml", "openapi", tree, refuse)
    assert document is not None
    finding = lost(document, reference)
    assert asked == [asked_for]
    assert finding.message == f"`{reference}` cannot be followed: it leads out of the project"
    assert finding.hint == "Put it in."


def test_references_of_a_document_from_a_link_are_addresses() -> None:
    asked: list[str] = []
    source = "https://example.com/v1/openapi.json?key=1"
    tree = {"openapi": "3.1.0", "paths": {}}
    document, _ = read_document(source, "openapi", tree, asked.append)
    assert document is not None
    for reference in ("pet.yaml#/x", "../pet.yaml", "/etc/passwd", "//other.example/x", "#/nope"):
        assert document.resolve(Node({"$ref": reference}, source, ())) is None
    assert asked == [
        "https://example.com/v1/pet.yaml",
        "https://example.com/pet.yaml",
        "https://example.com/etc/passwd",
        "https://other.example/x",
    ]


# --- names of schemas ---


def test_anchors_and_ids_are_found_in_the_same_document() -> None:
    named = {
        "A": {"$anchor": "pet", "title": "A"},
        "B": {"$id": "https://example.com/b.json", "$defs": {"In": {"title": "In"}}},
        "C": {"$defs": {"Deep": {"$anchor": "deep", "title": "Deep"}}},
        "D": {"$id": "relative-d", "title": "D"},
    }
    document = read(schemas(**named))
    for reference, title in (
        ("#pet", "A"),
        ("#deep", "Deep"),
        ("https://example.com/b.json#/$defs/In", "In"),
        ("#/components/schemas/C/$defs/Deep", "Deep"),
        ("relative-d", "D"),
    ):
        found = resolve(document, reference)
        assert found is not None, reference
        assert found.value["title"] == title
    assert not document.findings


def test_a_pointer_inside_a_schema_with_an_id_starts_there() -> None:
    inner = {"$ref": "#/$defs/In"}
    named = {"$id": "https://example.com/b", "properties": {"x": inner}, "$defs": {"In": {}}}
    document = read(schemas(B=named))
    node = node_at(document, "components", "schemas", "B", "properties", "x")
    found = document.resolve(node)
    assert found is not None
    assert found.pointer == ("components", "schemas", "B", "$defs", "In")


@pytest.mark.parametrize("marked", [True, False])
def test_a_recursive_reference_means_the_schema_around_it(marked: bool) -> None:
    inner = {"items": {"oneOf": [{"$recursiveRef": "#"}]}}
    tree = {"properties": {"filters": inner}} | ({"$recursiveAnchor": True} if marked else {})
    document = read(schemas(Filter=tree))
    node = node_at(
        document,
        *("components", "schemas", "Filter", "properties", "filters", "items", "oneOf", 0),
    )
    assert is_reference(node)
    assert document.resolve(node) == schema(document, "Filter")


def test_a_dynamic_reference_means_the_nearest_anchor_of_that_name() -> None:
    named = {
        "Tree": {"$dynamicAnchor": "node", "properties": {"child": {"$dynamicRef": "#node"}}},
        "Other": {"properties": {"tree": {"$dynamicRef": "#node"}}},
        "Plain": {"$dynamicRef": "#/components/schemas/Tree"},
        "Lost": {"$dynamicRef": "#nothing"},
    }
    document = read(schemas(**named))
    for *pointer, _ in (
        ("Tree", "properties", "child", ""),
        ("Other", "properties", "tree", ""),
        ("Plain", ""),
    ):
        node = node_at(document, "components", "schemas", *pointer)
        assert document.resolve(node) == schema(document, "Tree")
    assert document.resolve(schema(document, "Lost")) is None
    (finding,) = document.findings
    assert finding.pointer == ("components", "schemas", "Lost", "$dynamicRef")


def test_a_document_that_names_itself_is_found_by_that_name() -> None:
    own = {"openapi": "3.2.0", "$self": "https://example.com/api/openapi.yaml"}
    files = {"api/schemas/pet.yaml": {"title": "Pet"}}
    document = read(schemas(A={"title": "A"}) | own, files)
    found = resolve(document, "https://example.com/api/openapi.yaml#/components/schemas/A")
    assert found == schema(document, "A")
    beside = resolve(document, "https://example.com/api/schemas/pet.yaml")
    assert beside is not None
    assert beside.value["title"] == "Pet"
    assert resolve(document, "https://example.com/elsewhere.yaml") is None


def test_values_shared_by_aliases_are_looked_through_once() -> None:
    shared: Any = {"$anchor": "leaf", "title": "leaf"}
    for _ in range(40):  # two to the power of 40 ways lead to the leaf
        shared = {"left": shared, "right": shared}
    document = read({"x-tree": shared})
    found = resolve(document, "#leaf")
    assert found is not None
    assert found.value["title"] == "leaf"
    assert resolve(document, "#other") is None
