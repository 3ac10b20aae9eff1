"""What projects cost that are deeper or larger than anybody means to write."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorecard.finding import Finding, judge
from scorecard.measured.builds import build_project
from tests.project_folder import write_files

MOST_SECONDS = 60.0
MOST_MEGABYTES = 1536.0
_PAGES = [{"group": "A", "pages": ["index"]}]


def measure_huge() -> Finding:
    """Build each project; it ends with a site or with a reported limit."""
    longest = largest = 0.0
    faults = []
    for name, build in PROJECTS.items():
        with tempfile.TemporaryDirectory() as folder:
            project = write_files(Path(folder) / "project", {"index.mdx": "Home.\n", **build()})
            cost = build_project(project, may_fail=True)
        longest, largest = max(longest, cost.seconds), max(largest, cost.megabytes)
        if cost.seconds > MOST_SECONDS or cost.megabytes > MOST_MEGABYTES:
            faults.append(
                f"{name}: {cost.seconds:.0f} s ({cost.processor_seconds:.0f} s of the processor), "
                f"{cost.megabytes:.0f} MiB"
            )
    figure = f"{len(PROJECTS)} huge projects: ≤ {longest:.0f} s, ≤ {largest:.0f} MiB"
    stable = (
        f"{len(PROJECTS) - len(faults)} of {len(PROJECTS)} huge projects end within both limits"
    )
    return judge(figure, *faults, stable=stable)


def measure_large_apis() -> Finding:
    """Build documents like Microsoft Graph's, as the benchmark does."""
    folder = Path(__file__).parents[2] / "benchmarks"
    command = [sys.executable, str(folder / "large_apis.py")]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    sys.path.append(str(folder))
    from large_apis import LargeApis  # noqa: PLC0415 (benchmarks are scripts)

    figures = LargeApis(**json.loads(told))
    return judge(figures.describe(), *figures.faults, stable="within all")


def _deep_navigation() -> dict[str, Any]:
    depth = 10_000
    nested = '{"group": "g", "pages": [' * depth + '"index"' + "]}" * depth
    return {"site.json": f'{{"name": "x", "navigation": [{nested}]}}'}


def _site_of(document: dict[str, Any] | str) -> dict[str, Any]:
    tabs = [{"name": "API", "url": "api", "openapi": "api.json"}]
    settings = {"name": "x", "navigation": _PAGES, "tabs": tabs}
    return {"site.json": settings, "api.json": document}


def _document_with(schemas: str) -> str:
    """Return a document whose one operation answers with the schema A."""
    answer = {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}
    operation = {"responses": {"200": {"description": "Fine", "content": answer}}}
    paths = json.dumps({"/a": {"get": operation}})
    return (
        '{"openapi": "3.1.0", "info": {"title": "x", "version": "1"}, '
        f'"paths": {paths}, "components": {{"schemas": {schemas}}}}}'
    )


def _deep_schema() -> dict[str, Any]:
    """Nest schemas by references: written inside one another, they are too deep to be read."""
    schemas: dict[str, Any] = {
        f"S{number}": {"properties": {"next": {"$ref": f"#/components/schemas/S{number + 1}"}}}
        for number in range(5_000)
    }
    return _site_of(_document_with(json.dumps({**schemas, "A": schemas["S0"]})))


def _written_deep_schema() -> dict[str, Any]:
    depth = 5_000
    nested = '{"properties": {"a": ' * depth + "{}" + "}}" * depth
    return _site_of(_document_with(f'{{"A": {nested}}}'))


def _circle(schema: dict[str, Any], **others: Any) -> Callable[[], dict[str, Any]]:
    return lambda: _site_of(_document_with(json.dumps({"A": schema, **others})))


def _large_page() -> dict[str, Any]:
    sentence = "A sentence with *some* `code` and a [link](/index).\n\n"
    text = sentence * (5 * 2**20 // len(sentence))
    return {"site.json": {"name": "x", "navigation": _PAGES}, "index.mdx": text}


def _many_operations() -> dict[str, Any]:
    operation = {"summary": "Do it", "responses": {"200": {"description": "Done"}}}
    paths = {f"/things/{number}": {"get": operation} for number in range(20_000)}
    info = {"title": "x", "version": "1"}
    return _site_of({"openapi": "3.1.0", "info": info, "paths": paths})


_SELF = {"$ref": "#/components/schemas/A"}
_OTHER = {"$ref": "#/components/schemas/B"}
PROJECTS: dict[str, Callable[[], dict[str, Any]]] = {
    "navigation": _deep_navigation,
    "schema": _deep_schema,
    "written schema": _written_deep_schema,
    "itself": _circle(_SELF),
    "two": _circle(_OTHER, B=_SELF),
    "property": _circle({"properties": {"a": _SELF, "b": _SELF}}),
    "items": _circle({"type": "array", "items": _SELF}),
    "allOf": _circle({"allOf": [_SELF, {"type": "object"}]}),
    "oneOf": _circle({"oneOf": [_SELF, {"type": "string"}, _OTHER]}, B={"anyOf": [_SELF, _OTHER]}),
    "not": _circle({"not": _SELF}),
    "additionalProperties": _circle({"additionalProperties": _SELF}),
    "discriminator": _circle(
        {
            "oneOf": [_OTHER],
            "discriminator": {"propertyName": "k", "mapping": {"b": "#/components/schemas/B"}},
        },
        B={"allOf": [_SELF, {"properties": {"k": {"const": "b"}}}]},
    ),
    "example": _circle({"properties": {"a": _SELF}, "required": ["a"], "example": {"a": {}}}),
    "page": _large_page,
    "operations": _many_operations,
}
"""Ten of them go in a circle."""
