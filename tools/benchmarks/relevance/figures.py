"""How well an engine did: at which place it lists the first page that answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from urllib.parse import unquote

from relevance.query_set import KINDS, Query

PLACES = 10
"""The most pages of a result to compare."""
FIRST_PLACES = 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """A query with the pages that an engine found for it, the best one first, each once."""

    query: Query
    found: tuple[str, ...]

    @property
    def place(self) -> int | None:
        """The place of the first page that answers, from 1; None if it is not among the first."""
        places = [
            place for place, page in enumerate(self.found, 1) if page in set(self.query.pages)
        ]
        return places[0] if places else None


@dataclass(frozen=True, slots=True)
class Figures:
    """MRR@10 and recall@5 over some queries."""

    queries: int
    reciprocal_rank: float
    recall: float


def read_outcome(query: Query, urls: Iterable[str]) -> Outcome:
    """Return an outcome from addresses as an engine gives them: of pages or of parts of them."""
    pages = dict.fromkeys("/" + unquote(url.partition("#")[0]).strip("/") for url in urls)
    return Outcome(query, tuple(pages)[:PLACES])


def measure(outcomes: Sequence[Outcome]) -> Figures:
    """Return the figures over some outcomes."""
    places = [outcome.place for outcome in outcomes]
    return Figures(
        len(places),
        fmean(1 / place if place else 0 for place in places),
        fmean(place is not None and place <= FIRST_PLACES for place in places),
    )


def measure_by_kind(outcomes: Sequence[Outcome]) -> dict[str, Figures]:
    """Return the figures of every kind of query that there is, in the order of kinds."""
    return _measure_parts({kind: [o for o in outcomes if o.query.kind == kind] for kind in KINDS})


def measure_by_site(outcomes: Sequence[Outcome]) -> dict[str, Figures]:
    """Return the figures of every site."""
    sites = sorted({outcome.query.site for outcome in outcomes})
    return _measure_parts({site: [o for o in outcomes if o.query.site == site] for site in sites})


def _measure_parts(parts: Mapping[str, Sequence[Outcome]]) -> dict[str, Figures]:
    return {name: measure(outcomes) for name, outcomes in parts.items() if outcomes}
