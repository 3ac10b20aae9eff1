"""Schemas that contain themselves, in every form and place: all output is finite."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from octavo.builder.check.folder_check import check_folder
from octavo.builder.folder_build import build_folder
from octavo.mock.messages import MockRequest
from octavo.problems import Code, Problem, Severity
from octavo.scaffold.page_files import write_page_files
from tests.effort import RecordProperty, effort
from tests.mock.asking import build_api
from tests.project_folder import write_files
from tests.recursive_schemas import (
    DOUBLING,
    FILTER,
    FORMS,
    Schema,
    build_doubling_chain,
    list_circles,
    refer,
    write_document,
    write_doubling_aliases,
)
from tests.render.api.test_api_page import Pages
from tests.whole import first_of_each

SITE = {
    "name": "Test",
    "navigation": [{"group": "A", "pages": ["index"]}],
    "tabs": [{"name": "API", "url": "api", "openapi": "openapi.json"}],
}
BODIES = {
    "application/json": (b'{"next":{"next":[1]},"value":[{}],"kind":"same"}', b"[[[[]]]]"),
    "application/xml": (b"<a><next/></a>",),
    "application/x-www-form-urlencoded": (b"next=1&value=2",),
}
LONGEST = 0.25
"""Seconds for an operation, of all that is done with it: about ten times what it takes."""
SCHEMA = 0.01
"""Seconds for a schema, which may have a separate file."""

CIRCLES = list(list_circles())
CHUNK = 40
FEW = [*CIRCLES[: len(FORMS) + 1 : 2], *CIRCLES[len(FORMS) + 1 :: 150]]
CHUNKS = effort([FEW], scorecard=[CIRCLES[at : at + CHUNK] for at in range(0, len(CIRCLES), CHUNK)])


def make_all(root: Path, document: dict[str, Any], **files: Any) -> list[Problem]:
    """Build, check and answer from a document, and write its page files; return all problems."""
    start = time.process_time()
    files = {"site.json": SITE, "openapi.json": document, **files}
    names = {"index.mdx": "# Start\n"} | {key: each for key, each in files.items() if each}
    (name,) = [each for each in names if each.startswith("openapi.")]
    folder = str(write_files(root / "project", names))
    report, out = build_folder(folder, str(root / "out")), root / "out"
    count = len(document["paths"]) + len(document.get("webhooks", ()))
    assert report.pages == 2 + count
    assert len(list(out.glob("api/**/index.html"))) >= count
    assert len(list(out.glob("api/**/*.md"))) == count
    checked = check_folder(folder)
    written = write_page_files(str(root / "project" / name), str(root / "pages"))
    assert written.written_count == count
    if len(files) == 2:
        ask_all(document)
    most = LONGEST * count + SCHEMA * len(document["components"]["schemas"])
    assert time.process_time() - start < effort(math.inf, scorecard=10 + most)
    return [*report.problems, *checked.problems, *written.problems]


def ask_all(document: dict[str, Any]) -> None:
    """Ask the mock for all operations with all bodies: it answers, and never with its own fault."""
    api = build_api(document)
    for entry in api.entries:
        for content_type, bodies in BODIES.items():
            for body in bodies:
                headers = {"content-type": content_type, "header": "a,1"}
                query = "query=1&deep[next]=2&content={}"
                request = MockRequest("POST", entry.key.path, query, headers, body)
                assert 200 <= api.answer(request).status < 500, (entry.key.path, body)


def list_errors(problems: list[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.severity is Severity.ERROR]


@pytest.mark.scorecard("SR-54")
@pytest.mark.parametrize("circles", CHUNKS, ids=lambda circles: next(iter(circles[0])))
def test_everything_that_is_made_of_circles_has_an_end(
    tmp_path: Path, circles: list[dict[str, Schema]], record_property: RecordProperty
) -> None:
    problems = make_all(tmp_path, write_document(circles))
    assert list_errors(problems) == []
    record_property("circles at 4 places", len(circles))


# Through so many schemas, each inside the one before, without any circle.
DEEP_FORMS = effort(["list or text"], scorecard=[*FORMS])


@pytest.mark.scorecard("SR-54")
@pytest.mark.parametrize("form", DEEP_FORMS)
def test_a_chain_of_schemas_may_be_as_long_as_it_likes(
    tmp_path: Path, form: str, record_property: RecordProperty
) -> None:
    length = effort(400, scorecard=2_000)
    chain = {f"S{at}": FORMS[form](refer(f"S{at + 1}")) for at in range(length)}
    document = write_document([{**chain, f"S{length}": {"type": "string"}}])
    assert Code.INTERNAL_ERROR not in {problem.code for problem in make_all(tmp_path, document)}
    record_property("chains", 1)


SOME_DOUBLING = effort(["allOf", "oneOf", "if then else", "variants"], scorecard=[*DOUBLING])


@pytest.mark.scorecard("SR-54")
@pytest.mark.parametrize("length", effort([40], scorecard=[24, 60]))
@pytest.mark.parametrize("form", first_of_each(SOME_DOUBLING))
def test_levels_may_double_what_there_is_to_look_at(
    tmp_path: Path, form: str, length: int, record_property: RecordProperty
) -> None:
    document = write_document([build_doubling_chain(form, length)])
    example = {"a": {"a": {"b": ["a", {"secret": 1}]}}}
    for operations in document["paths"].values():
        for media in operations["post"].get("requestBody", {"content": {}})["content"].values():
            media["example"] = example
    document["components"]["schemas"]["Hidden"] = {"x-internal": True, "type": "string"}
    last = document["components"]["schemas"][f"S{length}"]
    last["properties"] = {"secret": {"type": "string", "x-internal": True}}
    assert Code.INTERNAL_ERROR not in {problem.code for problem in make_all(tmp_path, document)}
    record_property("doubling chains", 1)


@pytest.mark.scorecard("SR-54")
@pytest.mark.parametrize("form", first_of_each(SOME_DOUBLING))
def test_levels_may_double_through_aliases(tmp_path: Path, form: str) -> None:
    text = write_doubling_aliases(form)
    problems = make_all(
        tmp_path,
        write_document([{"S0": {}}]),
        **{
            "openapi.json": None,
            "openapi.yaml": text,
            "site.json": json.loads(json.dumps(SITE).replace("json", "yaml")),
        },
    )
    assert Code.INTERNAL_ERROR not in {problem.code for problem in problems}


@pytest.mark.scorecard("SR-54")
@pytest.mark.parametrize("form", effort(["list or text", "allOf"], scorecard=[*FORMS]))
def test_circles_may_go_through_other_files(tmp_path: Path, form: str) -> None:
    inside = FORMS[form]({"$ref": "more.json#/Second"})
    further = {"Second": FORMS[form]({"$ref": "openapi.json#/components/schemas/First"})}
    problems = make_all(tmp_path, write_document([{"First": inside}]), **{"more.json": further})
    assert Code.INTERNAL_ERROR not in {problem.code for problem in problems}


@pytest.mark.scorecard("SR-54")
@pytest.mark.parametrize(
    ("schemas", "again"),
    [
        ({"Filter": FILTER}, "Filter"),
        ({"A": {"properties": {"b": refer("B")}}, "B": {"properties": {"a": refer("A")}}}, "A"),
        (
            {
                "A": {
                    "properties": {
                        "list": {"type": "array", "items": {"additionalProperties": refer("A")}}
                    }
                }
            },
            "A",
        ),
    ],
)
@pytest.mark.parametrize("place", ["request", "response", "webhook"])
def test_readers_are_told_what_is_there_again(
    schemas: dict[str, Schema], again: str, place: str
) -> None:
    pages = Pages(write_document([schemas]))
    name = next(iter(schemas))
    content = pages.render(pages.site.pages[f"/{name} {place}"]).content
    assert f"Holds <code>{again}</code> again." in content.html
    assert f"Holds `{again}` again." in content.twin
    words = " ".join(section.text for section in content.sections).split()
    assert set(schemas[name]["properties"]) <= set(words), "the search finds what is on the page"


# --- the output does not depend on the order ------------------------------------------------------

NAMES = st.sampled_from(["A", "B", "C", "D"])
CIRCLING = st.recursive(
    NAMES.map(refer),
    lambda inner: st.tuples(st.sampled_from(sorted(FORMS)), inner).map(
        lambda pair: FORMS[pair[0]](pair[1])
    ),
    max_leaves=3,
)
Graph = dict[str, Schema]
GRAPHS: st.SearchStrategy[Graph] = st.fixed_dictionaries(dict.fromkeys("ABCD", CIRCLING))


def render_all(document: dict[str, Any], order: Callable[[list[str]], list[str]]) -> dict[str, Any]:
    pages = Pages(document)
    contents = {url: pages.render(pages.site.pages[url]) for url in order([*pages.site.pages])}
    return {url: (each.content.html, each.content.twin) for url, each in contents.items()}


@pytest.mark.scorecard("SR-54")
@settings(max_examples=effort(8, scorecard=200), suppress_health_check=[HealthCheck.too_slow])
@given(graph=GRAPHS)
def test_pages_are_the_same_in_any_order(graph: Graph) -> None:
    several = [{name: schema} for name, schema in graph.items()]
    document = write_document(several)
    assert render_all(document, list) == render_all(document, lambda urls: urls[::-1])


def test_the_tables_are_large() -> None:
    assert len(CIRCLES) > 2_000
    assert len(list(islice(FEW, 100))) > 25
