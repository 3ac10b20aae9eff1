"""Reads queries with the pages that answer them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

PUBLIC_SET = Path(__file__).with_name("sets")
KINDS = {
    "title": "the title of a page",
    "paraphrase": "what a page is about, in other words",
    "body": "a fact that stands in the text",
    "typo": "words with a slip of the finger",
    "identifier": "a name from code, an option, a header",
    "half": "half of such a name",
    "path": "the path of an operation, with values or placeholders",
    "value": "one of the values of a field, or a code of an error",
    "code": "a symbol that only code holds",
    "question": "a whole question",
    "prefix": "the beginning of a title, as it is typed",
    "accents": "words with accents, mostly typed without them",
    "script": "words in other scripts",
}


@dataclass(frozen=True, slots=True)
class Query:
    """What a reader types, and the addresses of the pages that answer it."""

    site: str
    kind: str
    query: str
    pages: tuple[str, ...]


def load_queries(folder: Path = PUBLIC_SET) -> list[Query]:
    """Return the queries of a set, site by site."""
    return [
        _read_query(json.loads(line))
        for file in sorted(folder.glob("*.jsonl"))
        for line in file.read_text("utf-8").splitlines()
    ]


def _read_query(data: dict[str, str | list[str]]) -> Query:
    return Query(str(data["site"]), str(data["kind"]), str(data["query"]), tuple(data["pages"]))
