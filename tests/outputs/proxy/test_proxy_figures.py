"""Counts the rows of the two tables that held.

Run it with `python -m tests.outputs.proxy.test_proxy_figures`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.proxies import GUARD, PASSED

PLACES = ("documented", "in envelope", "as redirect")
ATTACKS = [f"P{number:02}" for number in range(1, 109)]
ANSWERS = [f"R{number:02}" for number in range(1, 21)]


def attack_held(row: str) -> bool:
    """A text must hold in all places where it is tried, a situation by itself."""
    needed = [f"{row} {place}" for place in PLACES] if row <= "P93" and len(row) == 3 else [row]
    return PASSED["P"] >= set(needed)


def test_every_row_of_both_tables_holds(capsys: pytest.CaptureFixture[str]) -> None:
    if not (PASSED["P"] and PASSED["R"]):
        pytest.skip("the rows were not tried in this run")
    attacks, answers = sum(map(attack_held, ATTACKS)), len(PASSED["R"].intersection(ANSWERS))
    refused = len(GUARD.outside)
    with capsys.disabled():
        print(
            f"\nproxy: {attacks}/{len(ATTACKS)} and {answers}/{len(ANSWERS)}, "
            f"{refused} connections to refused addresses"
        )
    assert (attacks, answers, refused) == (len(ATTACKS), len(ANSWERS), 0)


if __name__ == "__main__":
    folder = Path(__file__).parent
    names = ("test_proxy_answers.py", "test_proxy_attacks.py", "test_proxy_figures.py")
    command = [sys.executable, "-m", "pytest", "-q", *(str(folder / name) for name in names)]
    sys.exit(subprocess.run(command, check=False).returncode)
