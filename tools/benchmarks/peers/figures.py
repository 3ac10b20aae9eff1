"""What builds of several tools cost and wrote, and the table that puts Octavo beside them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from measure import Cost
from peers.projects import OCTAVO
from table import NOTHING, Table, show

HEAD = ("CPU s", "× Octavo", "wall s", "× Octavo", "peak MB", "files", "site MB")


@dataclass(frozen=True, slots=True)
class Built:
    """What a tool wrote."""

    pages: int
    files: int
    megabytes: float


@dataclass(frozen=True, slots=True)
class Figure:
    """What a build with a tool cost, or why nothing was measured."""

    tool: str
    version: str
    cost: Cost | None = None
    built: Built | None = None
    reason: str = ""


def weigh_output(folder: Path) -> Built:
    """Return how much a build has written: pages, files, and their size together."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    pages = sum(file.suffix == ".html" for file in files)
    return Built(pages, len(files), sum(file.stat().st_size for file in files) / 1_000_000)


def table_of_figures(what: str, figures: Iterable[Figure]) -> Table:
    """Return the cells of a table, its head first; each tool is compared with Octavo."""
    rows = list(figures)
    own = next((each.cost for each in rows if each.tool == OCTAVO), None)
    return [(what, *HEAD), *(_cells(each, own) for each in rows)]


def _cells(figure: Figure, own: Cost | None) -> tuple[str, ...]:
    label = f"{figure.tool} {figure.version}"
    cost, built = figure.cost, figure.built
    if cost is None or built is None:
        return (f"{label}: not measured: {figure.reason}", *[NOTHING] * len(HEAD))
    return (
        label,
        show(cost.cpu, 1),
        _show_ratio(cost.cpu, own.cpu if own else None),
        show(cost.wall, 1),
        _show_ratio(cost.wall, own.wall if own else None),
        show(cost.megabytes or None, 0),  # 0: not known
        f"{built.files:,}",
        show(built.megabytes, 1),
    )


def _show_ratio(value: float | None, own: float | None) -> str:
    return show(value / own if value is not None and own else None, 1)
