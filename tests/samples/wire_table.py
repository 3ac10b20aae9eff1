"""The wire table: requests, and what must arrive when their samples run."""

from __future__ import annotations

from tests.samples.wire_requests import list_request_cells
from tests.samples.wire_styles import list_style_cells

CELLS = [*list_style_cells(), *list_request_cells()]
KEYS = {f"c{number}": cell for number, cell in enumerate(CELLS)}
"""The cells by what they are called in addresses."""
