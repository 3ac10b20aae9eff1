"""The updates on a page: entries of a changelog, of which feeds are made."""

from __future__ import annotations

from typing import NamedTuple


class Update(NamedTuple):
    """An entry of a changelog."""

    anchor: str
    """The id of its place in the page."""
    slug: str
    """The id that its label alone would have."""
    label: str
    description: str
    html: str
    title: str = ""
    """What feeds say in place of the label."""
    tags: tuple[str, ...] = ()
