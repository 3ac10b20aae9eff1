"""The page that says what is sent is that of the table which the tests send."""

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


def test_the_page_has_a_row_for_every_cell() -> None:
    from tests.browser.wire_forms import OWN
    from tests.samples.wire_table import CELLS

    page = (ROOT / "docs" / "reference" / "wire-format.mdx").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and "---" not in line]
    heads = [line for line in rows if line.endswith("| Through |")]
    assert len(rows) - len(heads) == len(CELLS) + len(OWN)
