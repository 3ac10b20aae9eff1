"""Counts which of the answers of the mock follow their schemas: all should.

Usage: python tools/scripts/check_mock_answers.py document-or-folder …
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from octavo.mock.api import MockApi
from octavo.mock.server import load_document
from octavo.openapi.examples.text import is_json, is_stream, strip_media_type
from octavo.openapi.model import MediaType, Node
from octavo.values import Struct


class Result(Struct, frozen=True):
    """How many answers there are, and which are wrong."""

    count: int
    wrong: tuple[str, ...]
    unused_examples: int

    @property
    def right(self) -> int:
        """How many follow their schemas."""
        return self.count - len(self.wrong)


def load_api(name: str) -> MockApi | None:
    """Load the mock of a document; None where the file is none."""
    document, _ = load_document(name)
    return MockApi(document) if document is not None else None


def check_answers(api: MockApi, most: int = 0) -> Result:
    """Look at every successful answer, in all its media types; of at most so many operations."""
    entries = api.entries
    if most and len(entries) > most:
        entries = entries[:: len(entries) // most + 1]
    count = 0
    wrong: list[str] = []
    for entry in entries:
        for response in api.read(entry).responses:
            if not response.status.startswith("2") or response.status in ("204", "205"):
                continue  # those two have no body, whatever the document says
            for media in response.contents:
                for node, value in _list_values(api, media):
                    count += 1
                    for mistake in api.answers.validity.find_mistakes(node, value)[:1]:
                        name = f"{entry.key.method} {entry.key.path} {response.status} {media.name}"
                        wrong.append(f"{name}: {mistake.pointer} {mistake.message}")
    return Result(count, tuple(wrong), len(api.answers.unused_examples))


def _list_values(api: MockApi, media: MediaType) -> Iterator[tuple[Node, Any]]:
    """Return the values in an answer, read back from its bytes if these are JSON."""
    body = api.answers.build_body(media)
    plain = strip_media_type(body.content_type)
    if is_stream(plain) and media.item_schema is not None and body.is_value:
        yield from ((media.item_schema, item) for item in body.value)
    elif is_stream(plain) or media.schema is None or not body.is_value:
        return
    elif is_json(plain):
        yield media.schema, json.loads(b"".join(body.pieces))
    else:
        yield media.schema, body.value


def main() -> int:
    """Print a line for each document, and their sum."""
    paths = [Path(argument) for argument in sys.argv[1:]]
    files = [
        file
        for path in paths
        for file in (sorted(path.rglob("*")) if path.is_dir() else [path])
        if file.suffix in (".json", ".yaml", ".yml")
    ]
    right = count = unused = 0
    for file in files:
        api = load_api(str(file))
        if api is None:
            continue
        start = time.perf_counter()
        result = check_answers(api)
        right, count = right + result.right, count + result.count
        unused += result.unused_examples
        seconds = time.perf_counter() - start
        print(f"{file.name}: {result.right} of {result.count} ({seconds:.1f} s)", flush=True)
        for each in result.wrong[:20]:
            print(f"  {each}")
    print(f"{right} of {count} answers follow their schemas; {unused} examples of authors do not")
    return 0 if right == count else 1


if __name__ == "__main__":
    sys.exit(main())
