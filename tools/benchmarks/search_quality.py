"""Prints how well the search finds what readers look for, beside the engines of others.

make search-quality calls it: [--documents FOLDER] [--pagefind] [--minisearch FILE] [--misses]
    [--queries FOLDER] [--sites FOLDER] [--markdown]

MRR@10 is 1 if the first page of every result answers, 1/2 if the second one does. Recall@5 is the
share of queries with an answer among the first five. A page counts once, at its first link.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from relevance import own_engine, pagefind_engine
from relevance.built_sites import build_site
from relevance.figures import (
    Figures,
    Outcome,
    measure,
    measure_by_kind,
    measure_by_site,
    read_outcome,
)
from relevance.minisearch_engine import MiniSearch
from relevance.query_set import PUBLIC_SET, Query, load_queries
from table import NOTHING, Table, render_markdown, render_text, show

Engine = Callable[[Path, list[str]], list[list[str]]]
OWN = "Octavo"


def main(arguments: list[str]) -> None:
    options = read_arguments(arguments)
    engines = choose_engines(options)
    outcomes: dict[str, list[Outcome]] = {name: [] for name in engines}
    with tempfile.TemporaryDirectory() as folder:
        for name, queries in by_site(load_queries(options.queries)).items():
            site = find_site(name, Path(folder), options)
            if site is None:
                tell(f"{name}: skipped: there is no document {name}.json or .yaml in --documents")
                continue
            for engine, search in engines.items():
                tell(f"{name}: {len(queries)} queries, {engine}")
                outcomes[engine] += ask(search, site, queries)
    if not any(outcomes.values()):
        sys.exit("There is no site to search in.")
    render = render_markdown if options.markdown else render_text
    print("\n\n".join(map(render, tables_of(outcomes))))
    if options.misses:
        print("\n" + "\n".join(lines_of_misses(outcomes)))


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Print how well the search finds pages.")
    parser.add_argument("--documents", type=Path, help="folder with API documents to search in")
    parser.add_argument("--pagefind", action="store_true", help="ask pagefind, too")
    parser.add_argument("--minisearch", type=Path, help="ask MiniSearch, too: its module, index.js")
    parser.add_argument("--only-others", action="store_true", help="do not ask our own search")
    parser.add_argument("--misses", action="store_true", help="list what is not found first")
    parser.add_argument("--queries", type=Path, default=PUBLIC_SET, help="folder with queries")
    parser.add_argument("--sites", type=Path, help="folder with built sites, by their names")
    parser.add_argument("--markdown", action="store_true", help="print tables in Markdown")
    return parser.parse_args(arguments)


def choose_engines(options: argparse.Namespace) -> dict[str, Engine]:
    """Return the engines by name; a missing one is reported and left out."""
    engines: dict[str, Engine] = {} if options.only_others else {OWN: own_engine.search}
    if options.pagefind and pagefind_engine.is_installed():
        engines["pagefind"] = pagefind_engine.search
    elif options.pagefind:
        tell("pagefind is not installed: pip install 'pagefind[bin]'")
    if options.minisearch:
        engines["MiniSearch"] = MiniSearch(options.minisearch).search
    return engines


def tell(what: str) -> None:
    """Say what is going on, apart from the figures."""
    print(what, file=sys.stderr, flush=True)


def by_site(queries: Iterable[Query]) -> dict[str, list[Query]]:
    ordered = sorted(queries, key=lambda query: query.site)
    return {site: list(group) for site, group in groupby(ordered, key=lambda query: query.site)}


def find_site(name: str, folder: Path, options: argparse.Namespace) -> Path | None:
    """Return a site that is built already, or build it."""
    if options.sites is not None and (options.sites / name).is_dir():
        return Path(options.sites / name)
    return build_site(name, folder, options.documents)


def ask(search: Engine, site: Path, queries: Sequence[Query]) -> list[Outcome]:
    answers = search(site, [query.query for query in queries])
    return [read_outcome(query, urls) for query, urls in zip(queries, answers, strict=True)]


def tables_of(outcomes: Mapping[str, Sequence[Outcome]]) -> list[Table]:
    """Return a table by kind, with all at its end, and one by site; a pair of columns an engine."""
    whole = {engine: {"all": measure(each)} for engine, each in outcomes.items()}
    by_kind = {engine: measure_by_kind(each) | whole[engine] for engine, each in outcomes.items()}
    by_site = {engine: measure_by_site(each) for engine, each in outcomes.items()}
    return [table_of("kind", by_kind), table_of("site", by_site)]


def table_of(label: str, figures: Mapping[str, Mapping[str, Figures]]) -> Table:
    first = next(iter(figures.values()))
    columns = [f"{engine} {what}" for engine in figures for what in ("MRR@10", "recall@5")]
    rows = [
        (name, str(first[name].queries), *_cells(each[name] for each in figures.values()))
        for name in first
    ]
    return [(label, "queries", *columns), *rows]


def _cells(figures: Iterable[Figures]) -> list[str]:
    return [show(cell, 3) for each in figures for cell in (each.reciprocal_rank, each.recall)]


def lines_of_misses(outcomes: Mapping[str, Sequence[Outcome]]) -> Iterable[str]:
    """Yield a line for each query without the expected first result, with the actual one."""
    engine, own = next(iter(outcomes.items()))
    for outcome in own:
        if outcome.place != 1:
            query = outcome.query
            instead = ", ".join(outcome.found[: (outcome.place or 4) - 1]) or NOTHING
            place = outcome.place or NOTHING
            yield f"{engine} {place} {query.site} {query.kind}: {query.query}"
            yield f"    wanted {', '.join(query.pages)}"
            yield f"    before {instead}"


if __name__ == "__main__":
    main(sys.argv[1:])
