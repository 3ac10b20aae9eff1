"""The rule for who sees a page, by its marks and by the viewer of the site."""

from __future__ import annotations

from collections.abc import Iterable

from octavo.settings.marks.reading import Mark, MarkKind
from octavo.site.visibility.standing import Standing
from octavo.values import Struct


class Visibility(Struct, frozen=True):
    """Who may see a page, and from which day on it is public, if known."""

    standing: Standing = Standing.PUBLIC
    until: str = ""
    is_over: bool = False
    """Whether it was public until a day that has passed."""


class Viewer(Struct, frozen=True):
    """The viewer of a site: the day (`2026-12-01`, UTC), and additional pages to show.

    Without a day, no date of an author has passed.
    """

    today: str = ""
    sees: frozenset[Standing] = frozenset()


def decide_visibility(marks: Iterable[Mark], today: str) -> Visibility:
    """Return who may see a page with these marks; the strictest mark wins."""
    marks = tuple(marks)
    kinds = {mark.kind for mark in marks}
    days = [mark.day for mark in marks if mark.kind is MarkKind.DATE]
    is_early = any(not day or day > today for day in days)
    until = max(days) if is_early and all(days) else ""
    if MarkKind.ACCESS in kinds:
        return Visibility(Standing.PRIVATE)
    if MarkKind.DRAFT in kinds:
        return Visibility(Standing.DRAFT)
    if is_early:
        return Visibility(Standing.DRAFT, until)
    ends = [mark.day for mark in marks if mark.kind is MarkKind.END]
    is_over = any(not day or not today or day <= today for day in ends)
    return Visibility(Standing.DRAFT, is_over=True) if is_over else Visibility()
