"""Lets the tests of this folder share modules, and rewrite the text cases."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that writes what the parser returns into the case files."""
    parser.addoption(
        "--rewrite-cases",
        action="store_true",
        default=False,
        help="write the parser's trees into tests/cases/mdx",
    )
