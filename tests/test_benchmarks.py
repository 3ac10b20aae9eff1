"""The benchmarks: what they measure, and how they judge it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import index_cost
import twin_cost
from api_builds import subtract
from generated_api import inheriting_document
from large_apis import LargeApis
from measure import Cost
from octavo.builder.folder_build import build_folder
from run import GROUPS
from searching import INDEX_HEAD, TYPING_HEAD, IndexCost, Searched, index_cells, typing_cells
from share_pictures import HEAD as PICTURE_HEAD
from share_pictures import Pictures, picture_cells
from since import HEAD as SINCE_HEAD
from since import Turn, table_of_turns
from table import Budget, Row, table_of_rows
from twins import HEAD as TWIN_HEAD
from twins import PARTS, Twins, twin_cells
from typed_search import Key, Typed, list_queries, weigh_file

PERFORMANCE = Path(__file__).parents[1] / "design" / "measurements.md"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A guide, and an API with an operation and a schema."""
    folder = tmp_path_factory.mktemp("benchmarks") / "project"
    folder.mkdir()
    answer = {"200": {"description": "All of them."}}
    operation = {"operationId": "listKettles", "summary": "List kettles", "responses": answer}
    schema = {"type": "object", "properties": {"spout_length": {"type": "integer"}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Kettles", "version": "1"},
        "paths": {"/kettles": {"get": operation}},
        "components": {"schemas": {"Kettle": schema}},
    }
    settings = {
        "name": "Kettles",
        "openapi": "openapi.json",
        "navigation": [{"group": "All", "pages": ["index", "list", "kettle"]}],
    }
    (folder / "openapi.json").write_text(json.dumps(document))
    (folder / "site.json").write_text(json.dumps(settings))
    (folder / "index.mdx").write_text(
        "---\ntitle: Boil water\n---\n\n## Descaling\n\nUse vinegar.\n"
    )
    (folder / "list.mdx").write_text("---\nopenapi: GET /kettles\n---\n")
    (folder / "kettle.mdx").write_text("---\nopenapi-schema: Kettle\n---\n")
    return folder


@pytest.fixture(scope="module")
def site(project: Path) -> Path:
    output = project.with_name("site")
    assert build_folder(str(project), str(output)).output
    return output


def cells_of(head: tuple[str, ...], cells: object) -> dict[str, str]:
    assert isinstance(cells, tuple)
    return dict(zip(head, cells, strict=True))


# --- verdicts ---


@pytest.mark.parametrize(("cpu", "loop", "kept"), [(2.6, 150, "yes"), (1.2, 50, "no")])
def test_a_budget_of_cpu_time_is_for_the_machine_that_others_are_compared_with(
    cpu: float, loop: float, kept: str
) -> None:
    row = Row("1,000 pages", Cost(cpu, cpu, None, loop), budget=Budget(cpu=1.4))
    head, cells = table_of_rows([row])
    shown = dict(zip(head, cells, strict=True))
    assert shown["CPU s"] == f"{cpu:.3f}"
    assert shown["budget"] == "CPU s at 75 ms ≤ 1.4"
    assert shown["kept"] == kept


@pytest.mark.parametrize(("seconds", "loop", "kept"), [(0.5, 150, "yes"), (0.25, 50, "no")])
def test_the_index_of_a_page_is_judged_by_the_scaled_figure(
    seconds: float, loop: float, kept: str
) -> None:
    parts = {"texts": seconds / 4, "words": 3 * seconds / 4}
    index = IndexCost(1_000, Cost(seconds, None, None, loop), parts, 1_200.0, 600)
    shown = cells_of(INDEX_HEAD, index_cells(Searched("1,000 pages", index)))
    assert shown["CPU ms a page"] == f"{seconds:.3f}"
    assert shown["gzip KB a page"] == "1.20"
    assert float(shown["of which words"]) == pytest.approx(0.75 * seconds * 75 / loop, abs=0.001)
    assert shown["kept"] == kept


def type_keys(*keys: tuple[float, float, bool]) -> Typed:
    listed = [Key(milliseconds, 5.0, kilobytes, has) for milliseconds, kilobytes, has in keys]
    return Typed("kettle"[: len(listed)], 20.0, listed)


@pytest.mark.parametrize(
    ("slowest", "kilobytes", "kept"), [(10.0, 60.0, "yes"), (70.0, 60.0, "no"), (10.0, 90.0, "no")]
)
def test_typing_is_judged_by_its_slow_keys_and_by_the_worst_query(
    slowest: float, kilobytes: float, kept: str
) -> None:
    usual = type_keys((1.0, 0.0, False), (10.0, 30.0, True), (10.0, 4.0, True))
    worst = type_keys((1.0, 0.0, False), (slowest, kilobytes, True), (10.0, 8.0, True))
    searched = Searched("5,000 pages", typed=[usual, usual, worst], loop=75.0)
    shown = typing_cells(searched)
    assert shown[3:7] == ("50.0", f"{20 + kilobytes:.1f}", "4.0", "8.0")
    assert shown[2] == "6", "the first letter finds nothing, and is not counted"
    assert shown[-1] == kept


def test_a_site_that_was_not_measured_says_why_in_both_tables() -> None:
    missing = Searched("API reference, GitHub", not_measured="give a folder")
    for head, cells in ((INDEX_HEAD, index_cells), (TYPING_HEAD, typing_cells)):
        assert cells(missing)[0] == "API reference, GitHub: not measured: give a folder"
        assert len(cells(missing)) == len(head)


@pytest.mark.parametrize(
    ("seconds", "loop", "kilobytes", "kept"),
    [(9.0, 150, 4000, "yes"), (6.0, 75, 4000, "no"), (1.0, 75, 7000, "no")],
)
def test_pictures_are_judged_by_the_average_of_one(
    seconds: float, loop: float, kilobytes: float, kept: str
) -> None:
    pictures = Pictures(200, Cost(seconds, None, None, loop), kilobytes)
    shown = cells_of(PICTURE_HEAD, picture_cells(pictures))
    assert shown["CPU ms a picture"] == f"{5 * seconds:.1f}"
    assert shown["KB a picture"] == f"{kilobytes / 200:.1f}"
    assert shown["kept"] == kept


# --- what is measured ---


def list_functions() -> dict[tuple[str, str], object]:
    places = [place for listed in index_cost.FUNCTIONS.values() for place in listed]
    return {(owner.__name__, name): getattr(owner, name) for owner, name in places}


def test_every_part_of_the_work_for_the_search_is_timed(project: Path, tmp_path: Path) -> None:
    functions = list_functions()
    seconds = dict.fromkeys(index_cost.FUNCTIONS, 0.0)
    with index_cost.timing(seconds):
        assert build_folder(str(project), str(tmp_path / "site")).output
    assert all(seconds.values()), seconds
    assert list_functions() == functions, "nothing is timed any more"


def test_every_part_of_the_work_for_twins_is_timed(project: Path, tmp_path: Path) -> None:
    seconds = dict.fromkeys(twin_cost.FUNCTIONS, 0.0)
    with index_cost.timing(seconds, twin_cost.FUNCTIONS, twin_cost.is_of_twins):
        assert build_folder(str(project), str(tmp_path / "site")).output
    assert all(seconds.values()), seconds
    assert tuple(seconds) == PARTS


@pytest.mark.parametrize(("seconds", "loop", "kept"), [(0.5, 150, "yes"), (0.5, 75, "no")])
def test_twins_are_judged_by_the_markdown_of_a_page(seconds: float, loop: float, kept: str) -> None:
    parts = {"Markdown": seconds, "files": 9.0, "llms": 9.0}
    twins = Twins(1_000, Cost(sum(parts.values()), None, None, loop), parts, 4_500)
    shown = cells_of(TWIN_HEAD, twin_cells(twins))
    assert shown["KB a page"] == "4.50"
    assert shown["kept"] == kept


def test_a_part_is_taken_off_whatever_the_machine_did_meanwhile() -> None:
    rest = subtract(Cost(8.0, 8.2, 300.0, 150), Cost(0.5, None, None, 75))
    assert rest.cpu == pytest.approx(7.0)
    assert rest.loop == 150


def test_queries_are_many_and_the_same_each_time(site: Path) -> None:
    queries = list_queries(site, 12)
    assert len(set(queries)) == 12
    assert queries == list_queries(site, 12)


def test_a_file_weighs_what_gzip_makes_of_it(site: Path) -> None:
    home = weigh_file(site, "http://127.0.0.1:1/")
    assert home == weigh_file(site, "http://127.0.0.1:1/index.html?a=b")
    assert 0 < home < (site / "index.html").stat().st_size / 1000


def test_the_measurements_name_every_group() -> None:
    rows = re.findall(r"^\| (`[^|]+`) \|", PERFORMANCE.read_text("utf-8"), re.MULTILINE)
    assert sorted(re.findall(r"`([a-z-]+)`", " ".join(rows))) == sorted(GROUPS)


def test_builds_of_two_commits_are_compared_turn_by_turn() -> None:
    turns = [Turn(2.0, 3.0), Turn(4.0, 4.8), Turn(1.0, 1.6)]
    cells = ("100 pages, since abc", "2.000", "3.000", "1.50", "1.20", "1.60", "3")
    assert table_of_turns("100 pages, since abc", turns) == [SINCE_HEAD, cells]


def test_large_apis_are_judged_by_memory_growth_and_the_second_build() -> None:
    figures = LargeApis(("a", "b"), (10_000, 20_000), (50.0, 110.0), (700.0, 1_200.0), 5.5)
    assert figures.faults == []
    assert figures.describe() == (
        "20,000 operations: 110 s of CPU, 1,200 MiB; 1,000 operations take 5.50 s, "
        "1.10 times the 5.00 s of 10,000; an unchanged build takes 5.5 s, 5.0%"
    )
    worse = LargeApis(("a", "b"), (10_000, 20_000), (50.0, 121.0), (1_600.0, 1_200.0), 13.0)
    assert len(worse.faults) == 3


def test_the_generated_document_of_inheritance_is_like_those_that_it_stands_for() -> None:
    document = inheriting_document(200)
    schemas = document["components"]["schemas"]
    mapping = schemas["Entity"]["discriminator"]["mapping"]
    assert len(mapping) == 10
    assert all(target.rpartition("/")[2] in schemas for target in mapping.values())
    assert schemas["Item0004"]["allOf"][0] == {"$ref": "#/components/schemas/Entity"}
    assert "allOf" not in schemas["Item0005"]
    paths = document["paths"]
    assert sum(len(item.keys() - {"parameters"}) for item in paths.values()) == 200
    references = set(re.findall(r'"\$ref": "#/components/(\w+)/(\w+)"', json.dumps(document)))
    assert len(references) > 50
    assert all(name in document["components"][kind] for kind, name in references)
