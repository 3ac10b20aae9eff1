"""Writes the reference page of what is sent from the table that the tests send for real.

python tools/scripts/write_wire_reference.py           write the page
python tools/scripts/write_wire_reference.py --check   exit 1 when the page is stale
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.browser.wire_forms import (  # noqa: E402 (the tests are found below the root)
    OWN,
    needs_proxy,
    why_not_typed,
)
from tests.samples.wire_cells import Cell, Json, Part  # noqa: E402
from tests.samples.wire_table import CELLS  # noqa: E402

PAGE = ROOT / "docs" / "reference" / "wire-format.mdx"
_LONGEST = 160
_MOST_ROWS = 5
_PARAMETERS = {"path", "query", "header", "cookie"}

INTRO = """\
---
title: Wire format
description: How the playground and the samples write each style, place and type of OpenAPI.
related: [api/playground, api/api-pages]
mode: wide
---

{/* Written by tools/scripts/write_wire_reference.py from the table in tests/samples: edit that. */}

The playground and the request samples write requests in the same way, as OpenAPI and RFC 6570
require. Tests send all %(all)d rows of `tests/samples/wire_table.py` from a browser and from the
samples. This page shows the main ones.

Browsers can't send cookies of a page, or a body with `GET`. Such requests go through
[the proxy](/api/playground-proxy).
"""

SECTIONS = {
    "path": "Path parameters",
    "query": "Query parameters",
    "header": "Headers",
    "cookie": "Cookies",
    "content": "Parameters with a media type",
    "address": "Addresses",
    "security": "Credentials",
    "text": "Texts and JSON",
    "urlencoded": "Forms",
    "multipart": "Parts",
    "binary": "Files",
}
NOTES = {
    "path": "The path of these operations is `/x{color}/end`, or ends in the parameter.",
    "header": "Other characters are percent-encoded.",
    "cookie": "Style `cookie` writes values unchanged.",
    "content": "The document describes these with `content`.",
    "security": "Without a credential, samples show a placeholder. The playground leaves it out.",
    "text": "The playground sends JSON unchanged, or from the fields. Numbers keep all digits.",
    "multipart": "A part with a type has its own `Content-Type`.",
}


def main() -> int:
    """Write the page, or tell whether it is stale."""
    text = "\n".join(write_page())
    if "--check" in sys.argv:
        if PAGE.is_file() and PAGE.read_text("utf-8") == text:
            return 0
        print(f"{PAGE} is stale: run {Path(__file__).name}", file=sys.stderr)
        return 1
    PAGE.write_text(text, "utf-8")
    return 0


def write_page() -> Iterator[str]:
    """Return the lines of the page."""
    cells = [*CELLS, *OWN.values()]
    yield INTRO % {"all": len(cells)}
    for kind, title in SECTIONS.items():
        found = [cell for cell in cells if kind_of(cell) == kind]
        yield f"## {title}\n"
        if kind in NOTES:
            yield f"{NOTES[kind]}\n"
        yield from _write_table(kind, choose_cells(kind, found))
        yield ""


def choose_cells(kind: str, cells: list[Cell]) -> list[Cell]:
    """Return the first rows of a section, and of parameters the first three of each style."""
    if kind not in _PARAMETERS:
        return cells[:_MOST_ROWS]
    styles: dict[tuple[str, bool], list[Cell]] = {}
    for cell in cells:
        (parameter,) = cell.description["parameters"]
        styles.setdefault((parameter["style"], parameter["explode"]), []).append(cell)
    return [cell for each in styles.values() for cell in each[:3]]


def kind_of(cell: Cell) -> str:
    """Return the section of a cell."""
    bodies = cell.description.get("bodies")
    if bodies:
        return str(bodies[0]["kind"])
    if cell.description.get("security"):
        return "security"
    parameters = cell.description.get("parameters", [])
    if len(parameters) == 1 and len(cell.values.get("parameters", {})) == 1:
        return "content" if "contentType" in parameters[0] else str(parameters[0]["in"])
    return "address"


def _write_table(kind: str, cells: Iterable[Cell]) -> Iterator[str]:
    is_parameter = kind in _PARAMETERS
    first = "Style | Explode | Value" if is_parameter else "Case | Filled in"
    yield f"| {first} | Sent | Through |"
    yield "|" + " --- |" * (first.count("|") + 3)
    for cell in cells:
        cells_ = [*_parameter_cells(cell)] if is_parameter else [cell.name, _filled_in(cell)]
        yield f"| {' | '.join([*cells_, _sent(cell), _through(cell)])} |"


def _parameter_cells(cell: Cell) -> Iterator[str]:
    (parameter,) = cell.description["parameters"]
    reserved = ", `allowReserved`" if parameter.get("allowReserved") else ""
    named = (
        "" if parameter["name"] in {"color", "X-Color"} else f", named {code(parameter['name'])}"
    )
    yield f"`{parameter['style']}`{reserved}{named}"
    yield "yes" if parameter["explode"] else "no"
    (value,) = cell.values["parameters"].values()
    yield code(_json(value))


def _filled_in(cell: Cell) -> str:
    values = cell.values
    body = values.get("body", {})
    given = [
        *values.get("parameters", {}).values(),
        *values.get("variables", {}).values(),
        *values.get("credentials", {}).values(),
    ]
    for key in ("text", "file"):
        given.extend([body[key]] if key in body else [])
    given.extend({name: value} for name, value in body.get("fields", []))
    return ", ".join(code(_json(each)) for each in given) or "nothing"


def _sent(cell: Cell) -> str:
    kind = kind_of(cell)
    sent = []
    headers = [f"{name}: {value}" for name, value in cell.headers.items() if value is not None]
    if kind in {"path", "query", "address"} or cell.target != "/":
        sent.append(f"{cell.description.get('method', 'GET')} {cell.target}")
    sent.extend(headers)
    sent.extend(_sent_body(cell))
    absent = [f"no {name}" for name, value in cell.headers.items() if value is None]
    return "<br />".join([*map(code, sent), *absent]) or code("GET /")


def _sent_body(cell: Cell) -> Iterator[str]:
    match cell.body:
        case None:
            return
        case Json():
            yield _json(cell.body.value)
        case bytes():
            yield "the bytes of the file"
        case str():
            yield _json(cell.body)[1:-1]
        case [Part(), *_]:
            for part in cell.body:
                assert isinstance(part, Part)
                yield _part(part)
        case _:
            for pair in cell.body:
                assert isinstance(pair, tuple)
                yield f"{pair[0]} = {_json(pair[1])}"


def _part(part: Part) -> str:
    file = f', file "{part.filename}"' if part.filename else ""
    kind = f", {part.content_type}" if part.content_type else ""
    content = "its bytes" if part.filename else _json(part.content.decode())
    return f"{part.name}{file}{kind}: {content}"


def _through(cell: Cell) -> str:
    if needs_proxy(cell):
        return "proxy"
    return "samples only" if why_not_typed(cell) else "browser"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def code(text: str) -> str:
    """Return a text as code, whatever it holds."""
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    if not short:
        return "nothing"
    # A text in an expression is never read as Markdown; a bar would end the cell all the same.
    written = json.dumps(short, ensure_ascii=False).replace("|", "\\u007c")
    visible = "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in written)
    return f"<code>{{{visible}}}</code>"


if __name__ == "__main__":
    sys.exit(main())
