"""Overlays change a document as their specification says, and values know where they are from."""

from __future__ import annotations

import copy
import sys
from typing import Any

import pytest

from octavo.openapi.document.document import Finding
from octavo.openapi.document.overlay.apply import Overlaid, apply_overlays
from octavo.openapi.document.overlay.tree import MAX_ADDED
from octavo.openapi.document.read_tree import read_document
from octavo.problems import Code, Severity

pytest.importorskip("jsonpath_rfc9535", reason="the extra `overlays` is not installed")

TREE: dict[str, Any] = {
    "info": {"title": "Pets", "description": "Old."},
    "tags": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
    "paths": {
        "/pets": {"get": {"summary": "List", "tags": ["a"], "parameters": [{"name": "limit"}]}},
        "/cats": {"get": {"summary": "Cats", "tags": ["b"]}},
    },
}


def apply(*actions: dict[str, Any], tree: Any = TREE, **keys: Any) -> Overlaid:
    overlay = {"overlay": "1.1.0", "info": {"title": "o", "version": "1"}, "actions": [*actions]}
    before = copy.deepcopy(tree)
    result = apply_overlays("api.yaml", tree, [("o.yaml", overlay | keys)])
    assert tree == before  # what was loaded is never changed
    return result


def change(*actions: dict[str, Any], tree: Any = TREE) -> Any:
    result = apply(*actions, tree=tree)
    assert result.findings == ()
    return result.changed.tree


def told(result: Overlaid) -> list[tuple[Code, Severity, tuple[Any, ...]]]:
    return [(each.code, each.severity, each.pointer) for each in result.findings]


def where(result: Overlaid, *pointer: str | int) -> tuple[Any, ...]:
    """Return where the value at a place is written."""
    finding = result.restore(Finding(Code.API_WRONG_TYPE, "", "api.yaml", pointer))
    return (finding.source, *finding.pointer)


# --- actions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "update", "place", "value"),
    [
        ("$.info", {"version": "2"}, ("info", "version"), "2"),
        ("$.info", {"title": "Cats"}, ("info", "title"), "Cats"),
        ("$.info.description", "New.", ("info", "description"), "New."),
        ("$", {"servers": [{"url": "/"}]}, ("servers",), [{"url": "/"}]),
        ("$.tags", {"name": "d"}, ("tags", 3), {"name": "d"}),
        ("$.tags", [{"name": "d"}, {"name": "e"}], ("tags", 4), {"name": "e"}),
        ("$.paths.*.get.tags", "new", ("paths", "/cats", "get", "tags"), ["b", "new"]),
        ("$.paths", {"/pets": {"get": {"tags": ["x"]}}},
         ("paths", "/pets", "get", "tags"), ["a", "x"]),
        ("$.tags[?@.name == 'b']", {"description": "B."}, ("tags", 1, "description"), "B."),
        ("$.info.title", None, ("info", "title"), None),
    ],
)  # fmt: skip
def test_an_update_merges(target: str, update: Any, place: tuple[Any, ...], value: Any) -> None:
    result = apply({"target": target, "update": update})
    assert result.findings == ()
    assert result.changed.get(place) == value


def test_what_is_not_named_stays() -> None:
    tree = change({"target": "$.paths['/pets'].get", "update": {"deprecated": True}})
    assert tree["paths"]["/pets"]["get"] == {**TREE["paths"]["/pets"]["get"], "deprecated": True}
    assert tree["paths"]["/cats"] is TREE["paths"]["/cats"]


@pytest.mark.parametrize(
    ("target", "place", "rest"),
    [
        ("$.info.description", ("info",), {"title": "Pets"}),
        ("$.tags[0,2]", ("tags",), [{"name": "b"}]),
        ("$.tags[?@.name == 'b']", ("tags",), [{"name": "a"}, {"name": "c"}]),
        ("$.paths.*", ("paths",), {}),
        ("$..tags[?@ == 'a']", ("paths", "/pets", "get", "tags"), []),
        ("$..['tags', 'get']", ("paths",), {"/pets": {}, "/cats": {}}),
    ],
)
def test_remove_takes_values_out(target: str, place: tuple[Any, ...], rest: Any) -> None:
    assert apply({"target": target, "remove": True}).changed.get(place) == rest


def test_actions_follow_each_other_so_that_a_path_can_be_renamed() -> None:
    tree = change(
        {"target": "$.paths", "update": {"/dogs": {}}},
        {"target": "$.paths['/dogs']", "copy": "$.paths['/pets']"},
        {"target": "$.paths['/pets']", "remove": True},
        {"target": "$.paths['/dogs'].get", "update": {"summary": "Dogs"}},
    )
    assert list(tree["paths"]) == ["/cats", "/dogs"]
    assert tree["paths"]["/dogs"]["get"] == {**TREE["paths"]["/pets"]["get"], "summary": "Dogs"}


def test_what_was_copied_changes_on_its_own() -> None:
    result = apply(
        {"target": "$.paths['/pets'].get", "update": {"tags": ["x"]}},
        {"target": "$.paths", "update": {"/one": {}, "/two": {}}},
        {"target": "$.paths['/one', '/two']", "copy": "$.paths['/pets']"},
        {"target": "$.paths['/one'].get.tags", "update": "only one"},
        {"target": "$.paths['/two'].get.tags[0]", "remove": True},
    )
    tags = {path: item["get"]["tags"] for path, item in result.changed.tree["paths"].items()}
    assert tags["/pets"] == ["a", "x"]
    assert tags["/one"] == ["a", "x", "only one"]
    assert tags["/two"] == ["x"]
    assert where(result, "paths", "/two", "get", "tags", 0) == (
        "o.yaml", "actions", 0, "update", "tags", 0,
    )  # fmt: skip


def test_what_aliases_share_changes_at_one_place_only() -> None:
    shared = {"description": "ok"}
    tree = {"a": shared, "b": shared}
    assert change({"target": "$.a", "update": {"x": 1}}, tree=tree) == {
        "a": {"description": "ok", "x": 1},
        "b": {"description": "ok"},
    }


def test_a_value_that_many_targets_get_is_changed_at_one_of_them_only() -> None:
    tree = change(
        {"target": "$.tags[*]", "update": {"docs": {"url": "/a"}}},
        {"target": "$.tags[0].docs", "update": {"url": "/b"}},
    )
    assert [each["docs"]["url"] for each in tree["tags"]] == ["/b", "/a", "/a"]


def test_several_overlays_are_applied_in_their_order() -> None:
    overlays = [
        (f"{name}.yaml", {"overlay": "1.0.0", "info": {"title": "o", "version": "1"},
                          "actions": [{"target": "$.info", "update": {"title": name}}]})
        for name in ("first", "second")
    ]  # fmt: skip
    result = apply_overlays("api.yaml", TREE, overlays)
    assert result.changed.tree["info"]["title"] == "second"
    assert where(result, "info", "title")[0] == "second.yaml"


# --- places -------------------------------------------------------------------------------------


def test_problems_point_at_the_file_that_a_value_is_written_in() -> None:
    result = apply(
        {"target": "$.tags[0]", "remove": True},
        {"target": "$.tags", "update": [{"name": "d", "x": {"y": 1}}]},
        {"target": "$.tags[0]", "remove": True},
        {"target": "$.paths['/pets'].get", "update": {"parameters": [{"name": "q"}]}},
        {"target": "$.info", "copy": "$.paths['/cats'].get"},
    )
    assert [each["name"] for each in result.changed.tree["tags"]] == ["c", "d"]
    assert where(result, "tags", 0, "name") == ("api.yaml", "tags", 2, "name")
    update = ("o.yaml", "actions", 1, "update", 0)
    assert where(result, "tags", 1, "x", "y") == (*update, "x", "y")
    assert where(result, "tags", 1, "gone") == (*update, "gone")
    parameters = ("paths", "/pets", "get", "parameters")
    assert where(result, *parameters, 0) == ("api.yaml", *parameters, 0)
    assert where(result, *parameters, 1, "name") == (
        "o.yaml", "actions", 3, "update", "parameters", 0, "name",
    )  # fmt: skip
    assert where(result, "info", "summary") == ("api.yaml", "paths", "/cats", "get", "summary")
    assert where(result, "info", "title") == ("api.yaml", "info", "title")


def test_a_finding_of_another_file_stays_as_it_is() -> None:
    result = apply({"target": "$.info", "update": {"title": "x"}})
    finding = Finding(Code.API_WRONG_TYPE, "", "other.yaml", ("info", "title"))
    assert result.restore(finding) is finding


# --- what does not fit --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "code", "severity", "key"),
    [
        ({"target": "$.nothing", "update": {}}, Code.OVERLAY_NO_MATCH, Severity.WARNING, "target"),
        ({"target": "$", "remove": True}, Code.OVERLAY_MISMATCH, Severity.ERROR, "target"),
        ({"target": "$.info", "update": "x"}, Code.OVERLAY_MISMATCH, Severity.ERROR, "update"),
        ({"target": "$.info.title", "update": []}, Code.OVERLAY_MISMATCH, Severity.ERROR, "update"),
        ({"target": "$['info', 'tags']", "update": {}}, Code.OVERLAY_MISMATCH, Severity.ERROR,
         "target"),
        ({"target": "$.info", "copy": "$.paths.*"}, Code.OVERLAY_MISMATCH, Severity.ERROR, "copy"),
        ({"target": "$.info", "copy": "$.nothing"}, Code.OVERLAY_MISMATCH, Severity.ERROR, "copy"),
        ({"target": "$.info", "copy": "$.tags"}, Code.OVERLAY_MISMATCH, Severity.ERROR, "copy"),
    ],
)  # fmt: skip
def test_an_action_that_does_not_fit_is_told_and_the_others_are_applied(
    action: dict[str, Any], code: Code, severity: Severity, key: str
) -> None:
    result = apply(action, {"target": "$.info", "update": {"version": "2"}})
    assert told(result) == [(code, severity, ("actions", 0, key))]
    assert result.changed.tree == {**TREE, "info": {**TREE["info"], "version": "2"}}


def test_a_key_that_does_not_fit_is_told_at_its_place_and_its_neighbours_are_merged() -> None:
    result = apply({"target": "$", "update": {"info": {"title": {"de": "x"}, "version": "2"}}})
    assert told(result) == [
        (Code.OVERLAY_MISMATCH, Severity.ERROR, ("actions", 0, "update", "info", "title"))
    ]
    assert result.changed.tree["info"] == {**TREE["info"], "version": "2"}


@pytest.mark.parametrize(
    ("extends", "is_same"),
    [
        ("api.yaml", True),
        ("./api.yaml", True),
        ("https://example.com/v1/api.yaml", True),
        ("other.yaml", False),
        ("https://example.com/v1/other.yaml", False),
        ("../../../etc/passwd", False),
    ],
)
def test_an_overlay_for_another_document_is_told(extends: str, is_same: bool) -> None:
    result = apply({"target": "$.info", "update": {"x-a": 1}}, extends=extends)
    codes = [each.code for each in result.findings]
    assert codes == ([] if is_same else [Code.OVERLAY_OTHER_DOCUMENT])
    assert result.changed.tree["info"]["x-a"] == 1


# --- what is no overlay -------------------------------------------------------------------------

ACTION = {"target": "$.info", "update": {"title": "new"}}


@pytest.mark.parametrize(
    ("overlay", "pointer"),
    [
        ([], ()),
        ("text", ()),
        ({"actions": [ACTION]}, ()),
        ({"overlay": "2.0.0", "actions": [ACTION]}, ("overlay",)),
        ({"overlay": 1.0, "actions": [ACTION]}, ("overlay",)),
        ({"overlay": "1.1.0"}, ()),
        ({"overlay": "1.1.0", "actions": {}}, ("actions",)),
        ({"overlay": "1.1.0", "actions": [ACTION, 1]}, ("actions", 1)),
        ({"overlay": "1.1.0", "actions": [ACTION, {"update": {}}]}, ("actions", 1)),
        ({"overlay": "1.1.0", "actions": [ACTION, {"target": 1}]}, ("actions", 1, "target")),
        ({"overlay": "1.1.0", "actions": [ACTION, {"target": "info"}]}, ("actions", 1, "target")),
        ({"overlay": "1.1.0", "actions": [ACTION, {"target": "$.[?"}]}, ("actions", 1, "target")),
        ({"overlay": "1.1.0", "actions": [ACTION, {"target": "$", "remove": "yes"}]},
         ("actions", 1, "remove")),
        ({"overlay": "1.1.0", "actions": [ACTION, {"target": "$", "copy": "x"}]},
         ("actions", 1, "copy")),
        ({"overlay": "1.0.0", "actions": [ACTION, {"target": "$.info", "copy": "$.paths"}]},
         ("actions", 1, "copy")),
    ],
)  # fmt: skip
def test_an_overlay_that_cannot_be_carried_out_is_an_error_and_nothing_of_it_is_applied(
    overlay: Any, pointer: tuple[Any, ...]
) -> None:
    if isinstance(overlay, dict):
        overlay.setdefault("info", {"title": "o", "version": "1"})
    result = apply_overlays("api.yaml", TREE, [("o.yaml", overlay)])
    assert told(result) == [(Code.OVERLAY_INVALID, Severity.ERROR, pointer)]
    assert result.changed.tree is TREE


@pytest.mark.parametrize(
    ("keys", "severity", "pointer"),
    [
        ({"info": {"title": "o"}}, Severity.WARNING, ("info",)),
        ({"info": []}, Severity.WARNING, ("info",)),
        ({"action": []}, Severity.WARNING, ("action",)),
        ({"extends": 1}, Severity.WARNING, ("extends",)),
        ({"overlay": "1.2.0"}, Severity.WARNING, ("overlay",)),
        ({"actions": [ACTION, ACTION]}, Severity.WARNING, ("actions", 1)),
        ({"actions": [ACTION, {"target": "$"}]}, Severity.INFO, ("actions", 1)),
        ({"actions": [ACTION, {**ACTION, "remov": True}]}, Severity.WARNING,
         ("actions", 1, "remov")),
        ({"actions": [ACTION, {**ACTION, "copy": "$.paths"}]}, Severity.WARNING, ("actions", 1)),
    ],
)  # fmt: skip
def test_what_is_only_odd_is_told_and_the_overlay_is_applied(
    keys: dict[str, Any], severity: Severity, pointer: tuple[Any, ...]
) -> None:
    result = apply(ACTION, **keys)
    assert told(result) == [(Code.OVERLAY_INVALID, severity, pointer)]
    assert result.changed.tree["info"]["title"] == "new"


# --- hostile overlays ---------------------------------------------------------------------------


def test_copies_of_copies_end_before_the_document_is_endless() -> None:
    doubling = [{"target": "$", "update": {"x": {}}}]
    doubling += [{"target": "$.x", "copy": "$"}] * 60
    result = apply(*doubling)
    assert (Code.OVERLAY_TOO_LARGE, Severity.ERROR) in [each[:2] for each in told(result)]


def test_many_large_updates_end_before_the_document_is_endless() -> None:
    count = 2_000
    tree: dict[str, Any] = {"many": [{} for _ in range(count)]}
    update = {str(number): number for number in range(MAX_ADDED // count + 1)}
    result = apply({"target": "$.many[*]", "update": update}, tree=tree)
    assert [each.code for each in result.findings] == [Code.OVERLAY_TOO_LARGE]


def test_an_update_cannot_nest_deeper_than_a_document_may() -> None:
    deep: Any = {}
    for _ in range(150):
        deep = {"a": deep}
    path = "".join(["$", *[".a"] * 100])
    result = apply({"target": "$", "update": deep}, {"target": path, "update": {"b": deep}})
    assert [each.code for each in result.findings] == [Code.OVERLAY_TOO_LARGE]


def test_many_removals_of_one_list_take_one_pass() -> None:
    tree = {"many": [*range(100_000)]}
    result = apply({"target": "$.many[?@ > 0]", "remove": True}, tree=tree)
    assert result.changed.tree == {"many": [0]}


def test_without_its_library_an_overlay_is_an_error_and_the_document_is_withheld(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [
        name for name in sys.modules if name.startswith("octavo.openapi.document.overlay")
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "jsonpath_rfc9535", None)
    tree = {"openapi": "3.1.0", "paths": {"/zq": {}}}
    document, findings = read_document(
        "api.yaml", "api", tree, lambda _source: None, overlays=[("o.yaml", {})]
    )
    assert document is not None
    assert document.internal is not None
    assert document.internal.is_whole
    codes = [each.code for each in document.sort_findings()]
    assert codes == [Code.OVERLAY_LIBRARY_MISSING, Code.API_DOCUMENT_WITHHELD]
    assert document.overlays == ("o.yaml",)
    assert findings == ()
