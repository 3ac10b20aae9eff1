"""Queries that the search must answer, and how answers are counted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from octavo.project.discover import load_project
from octavo.site.load import load_site
from relevance.built_sites import PROJECTS, build_site, write_api_project
from relevance.figures import measure, measure_by_kind, read_outcome
from relevance.own_engine import search
from relevance.query_set import KINDS, Query, load_queries
from relevance.records import read_sections

QUERIES = load_queries()


def urls_of(project: Path) -> set[str]:
    site = load_site(load_project(str(project))[0]).site
    assert site is not None
    return {page.url for page in site.pages.values()}


@pytest.mark.parametrize("name", PROJECTS)
def test_every_page_that_answers_a_query_is_there(name: str) -> None:
    pages = {page for query in QUERIES if query.site == name for page in query.pages}
    assert pages
    assert pages - urls_of(PROJECTS[name]) == set()


def test_there_are_queries_of_every_kind() -> None:
    counts = Counter(query.kind for query in QUERIES)
    assert set(counts) == set(KINDS)
    assert min(counts.values()) >= 8
    assert len(QUERIES) >= 160


def test_no_query_is_asked_twice_of_a_site() -> None:
    counts = Counter((query.site, query.query.lower()) for query in QUERIES)
    assert [query for query, count in counts.items() if count > 1] == []


def test_a_document_becomes_a_site_with_a_page_for_each_operation(tmp_path: Path) -> None:
    document = tmp_path / "tea.json"
    document.write_text(
        '{"openapi": "3.0.0", "info": {"title": "Tea", "version": "1"},'
        ' "paths": {"/cups": {"get": {"summary": "List cups", "responses": {}}}}}'
    )
    write_api_project(tmp_path / "project", document)
    assert urls_of(tmp_path / "project") == {"/", "/reference", "/reference/list-cups"}


def query(*pages: str, kind: str = "title") -> Query:
    return Query("garden", kind, "beds", pages)


def test_a_page_counts_once_at_its_first_link() -> None:
    outcome = read_outcome(query("/beds"), ["/plans/", "/plans#modes", "/beds/#soil", "/beds"])
    assert outcome.found == ("/plans", "/beds")
    assert outcome.place == 2


def test_the_first_of_several_answers_counts() -> None:
    assert read_outcome(query("/beds", "/"), ["/plans", "/", "/beds"]).place == 2


def test_only_ten_pages_are_looked_at() -> None:
    others = [f"/other-{number}" for number in range(10)]
    assert read_outcome(query("/beds"), [*others[:9], "/beds"]).place == 10
    assert read_outcome(query("/beds"), [*others, "/beds"]).place is None


def test_figures_are_means_over_queries() -> None:
    others = [f"/other-{number}" for number in range(5)]
    outcomes = [
        read_outcome(query("/beds"), ["/beds"]),
        read_outcome(query("/beds"), ["/plans", "/beds"]),
        read_outcome(query("/beds"), [*others, "/beds"]),
        read_outcome(query("/beds", kind="body"), []),
    ]
    assert measure(outcomes).reciprocal_rank == pytest.approx((1 + 1 / 2 + 1 / 6) / 4)
    assert measure(outcomes).recall == pytest.approx(2 / 4)
    assert {kind: each.queries for kind, each in measure_by_kind(outcomes).items()} == {
        "title": 3,
        "body": 1,
    }


def test_records_are_the_sections_of_an_article() -> None:
    sections = read_sections(
        "/beds",
        "<nav>Home</nav><main><article><p>Concepts</p><h1>Beds</h1><p>About <b>be</b>ds.</p>"
        '<details class="contents-bar"><ul><li>Soil</li></ul></details>'
        "<script>let x;</script><h2>Soil</h2><p>Loam</p><pre>soil = <i>1</i></pre></article>"
        "<footer><h2>Help</h2></footer></main>",
    )
    assert [(each.title, each.heading, each.text) for each in sections] == [
        ("Beds", "Beds", "About beds."),
        ("Beds", "Soil", "Loam soil = 1"),
    ]


LEAST = {
    **dict.fromkeys(("title", "typo", "path", "value", "code", "prefix", "accents", "script"), 1.0),
    "identifier": 0.9,
    "half": 0.9,
    "body": 0.84,
    "paraphrase": 0.76,
    "question": 0.65,
}
"""What the search has reached of each kind on our own sites, a little less where it is not all."""


def test_the_search_answers_as_well_as_it_did(tmp_path: Path) -> None:
    outcomes = []
    for name in PROJECTS:
        site = build_site(name, tmp_path, None)
        assert site is not None
        queries = [query for query in QUERIES if query.site == name]
        results = search(site, [query.query for query in queries])
        outcomes += [read_outcome(*each) for each in zip(queries, results, strict=True)]
    figures = measure_by_kind(outcomes)
    assert measure(outcomes).reciprocal_rank >= 0.92
    fallen = {kind: figures[kind] for kind in LEAST if figures[kind].reciprocal_rank < LEAST[kind]}
    assert fallen == {}
