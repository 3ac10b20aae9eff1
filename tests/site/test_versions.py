"""Sections in other versions, and versions without pages."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.problems import Location
from octavo.site.versions.twins import check_versions, find_twins

GROUPS = [
    {"group": "All", "pages": ["index"]},
    {"group": "Two", "version": "2", "pages": ["v2/a"]},
    {"group": "One", "version": "1", "pages": ["v1/a"]},
    {"group": "API", "version": "2", "pages": ["api/x"]},
]


def site_of(make_site: Any, **settings: Any) -> Any:
    site, _problems = make_site({"navigation": GROUPS, **settings})
    return site


def test_sections_with_pages_of_all_versions_have_twins(make_site: Any) -> None:
    tabs = [{"name": "API", "url": "api"}]
    site = site_of(make_site, versions=["2", {"name": "1"}], tabs=tabs)
    [(key, twins)] = find_twins(site).items()
    assert site.sections[key].version == "2"
    assert {name: twin.order for name, twin in twins.items()} == {"1": ("/", "/v1/a")}


@pytest.mark.parametrize(
    "versions", [[], ["2"], ["2", {"name": "1", "url": "https://one.example"}]]
)
def test_a_site_of_one_version_has_no_twins(make_site: Any, versions: list[Any]) -> None:
    assert find_twins(site_of(make_site, versions=versions)) == {}


@pytest.mark.parametrize(
    ("versions", "told"),
    [
        (["2", "1"], None),
        (["2", "1", {"name": "0", "url": "https://zero.example"}], None),
        (["2", "1", "0"], "no page belongs only to version `0`:"),
        (["9", "8"], "no page belongs only to the versions `9`, `8`:"),
    ],
)
def test_versions_without_pages_are_told_once(
    make_site: Any, versions: list[Any], told: str | None
) -> None:
    pointers: list[Any] = []

    def place_of(pointer: Any) -> Location:
        pointers.append(pointer)
        return Location("site.json")

    problems = list(check_versions(site_of(make_site, versions=versions), place_of))
    assert [problem.message.startswith(told or "") for problem in problems] == [True] * bool(told)
    assert pointers in ([], [("versions", 2)], [("versions",)])
