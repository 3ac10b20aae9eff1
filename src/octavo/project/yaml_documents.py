"""Reads YAML documents: simple ones quickly, all others exactly."""

from __future__ import annotations

from typing import Any

from octavo.project.simple_yaml import YamlDocument, read_simple_yaml, without_foreign_line_ends

# Most documents need the quick reader alone: PyYAML is loaded for the first that does not.


def parse_yaml(text: str, source: str, *, first_line: int = 1) -> YamlDocument:
    """Return the value of the first document of a YAML text."""
    text = without_foreign_line_ends(text)
    simple = read_simple_yaml(text, first_line, _parse_part)
    if simple is not None:
        return simple
    from octavo.project.yaml import parse_exactly  # noqa: PLC0415

    return parse_exactly(text, source, first_line)


def _parse_part(text: str) -> Any:
    from octavo.project.yaml import parse_part  # noqa: PLC0415

    return parse_part(text)
