"""The page about the wire format shows the table that the tests send."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_of_what_is_sent_is_fresh() -> None:
    script = ROOT / "tools" / "scripts" / "write_wire_reference.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_page_has_every_style_and_the_first_rows_of_the_rest() -> None:
    from scripts.write_wire_reference import SECTIONS, choose_cells, kind_of
    from tests.browser.wire_forms import OWN
    from tests.samples.wire_table import CELLS

    page = (ROOT / "docs" / "reference" / "wire-format.mdx").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and "---" not in line]
    heads = [line for line in rows if line.endswith("| Through |")]
    cells = [*CELLS, *OWN.values()]
    kinds = {kind: [cell for cell in cells if kind_of(cell) == kind] for kind in SECTIONS}
    assert sum(map(len, kinds.values())) == len(cells)
    shown = [cell for kind in kinds for cell in choose_cells(kind, kinds[kind])]
    assert len(rows) - len(heads) == len(shown) > 70
    styles = {each["style"] for cell in cells for each in cell.description.get("parameters", ())}
    assert [style for style in styles if f"| `{style}` |" not in page] == []
