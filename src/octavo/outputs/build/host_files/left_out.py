"""Says which redirects a host cannot be told, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from octavo.problems import Code, Location, Problem, Severity
from octavo.values import dataclass

_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Omission:
    """A redirect that a host is not told."""

    source: str
    reason: str
    has_page: bool = False
    """Whether a page at its address sends browsers on all the same."""


def explain_left_out(file: str, omissions: Iterable[Omission], place: Location) -> list[Problem]:
    """Return a problem for each reason why redirects are not in a file."""
    by_reason: dict[tuple[str, bool], list[str]] = {}
    for each in omissions:
        by_reason.setdefault((each.reason, each.has_page), []).append(each.source)
    return [
        _explain(file, sources, reason, place, has_page=has_page)
        for (reason, has_page), sources in by_reason.items()
    ]


def _explain(
    file: str, sources: Sequence[str], reason: str, place: Location, *, has_page: bool
) -> Problem:
    what = f"{len(sources):,} redirects are" if len(sources) > 1 else "a redirect is"
    names = ", ".join(f"`{source}`" for source in sources[:_MOST_NAMED])
    more = " …" if len(sources) > _MOST_NAMED else ""
    return Problem(
        Code.HOST_REDIRECTS_LEFT_OUT,
        f"{what} not in `{file}`, because {reason}: {names}{more}",
        place,
        Severity.INFO if has_page else Severity.WARNING,
        "The pages at their addresses lead on all the same, without a status of their own."
        if has_page
        else "Write it without what this host does not know, or serve the site with another one.",
    )
