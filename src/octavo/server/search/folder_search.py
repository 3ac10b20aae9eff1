"""Searches a built site in its folder, and describes the results."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from octavo.problems import Code, Location, Problem
from octavo.search.files import MANIFEST
from octavo.server.search.engine import SearchEngine, SearchError
from octavo.values import Struct


class SearchReport(Struct, frozen=True):
    """The result of a search; `answer` is None if the index can't be read."""

    answer: Mapping[str, Any] | None
    problems: tuple[Problem, ...] = ()


def search_folder(folder: str, query: str, filter_by: Mapping[str, str], most: int) -> SearchReport:
    """Search a built site; results have the same order as in browsers."""
    index = os.path.join(folder, *MANIFEST.split("/"))
    if not os.path.isfile(index):
        return SearchReport(None, (_explain_no_index(folder),))
    root = os.path.dirname(index)

    def load(name: str) -> str:
        with open(os.path.join(root, *name.split("/")), encoding="utf-8") as file:
            return file.read()

    try:
        answer = SearchEngine(load).find(query, filter_by, most)
    except SearchError as error:
        return SearchReport(None, (_explain_damaged(folder, error),))
    results = [describe_result(result) for result in answer["results"]]
    return SearchReport({"query": query, "total": answer["total"], "results": results})


def list_lines(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return results as lines for people."""
    lines = []
    for result in results:
        method = f"{result['method']} {result['path']}  " if result["path"] else ""
        lines.append(f"{result['title']}  {method}{result['url']}")
        texts = [(result["url"], result["text"])] if result["text"] else []
        texts += [(section["url"], section["text"]) for section in result["sections"]]
        lines += [f"    {url}  {text}".rstrip() for url, text in texts]
    return lines


def describe_result(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result of the engine in its public form."""
    url = result["href"]
    return {
        "url": url,
        "title": result["title"],
        "description": result["description"],
        "place": result["place"],
        "kind": "api" if result["isApi"] else "guide",
        "method": result["method"],
        "path": result["path"],
        "mark": result["mark"],
        "tab": result["tab"],
        "version": result["version"],
        "text": result["text"],
        "sections": [
            {
                "url": f"{url}#{section['id']}",
                "title": section["title"],
                "text": section["text"],
            }
            for section in result["sections"]
        ],
    }


def _explain_no_index(folder: str) -> Problem:
    return Problem(
        Code.SITE_NOT_BUILT,
        "this folder holds no search index" if os.path.isdir(folder) else "there is no such folder",
        Location(folder),
        hint="Build the site first, and name the folder that it was written to.",
    )


def _explain_damaged(folder: str, error: SearchError) -> Problem:
    return Problem(
        Code.SITE_DAMAGED,
        f"the search index of this folder cannot be read: {error}",
        Location(folder),
        hint="Build the site again.",
    )
