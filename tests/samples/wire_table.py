"""The wire table: requests, and what must arrive when their samples run."""

from __future__ import annotations

from tests.samples.wire_cells import Cell
from tests.samples.wire_requests import list_request_cells
from tests.samples.wire_styles import list_style_cells

CELLS = [*list_style_cells(), *list_request_cells()]
KEYS = {f"c{number}": cell for number, cell in enumerate(CELLS)}
"""The cells by what they are called in addresses."""


def name_kind(cell: Cell) -> str:
    """Return what cells have in common: the place and style of a parameter, or the kind of body."""
    place, _, rest = cell.name.partition(" ")
    is_parameter = place in {"path", "query", "header", "cookie"}
    return f"{place} {rest.split(' ')[0]}" if is_parameter else place.rstrip(",")
