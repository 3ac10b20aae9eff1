"""Times what the search adds to a build, function by function: in one process, without a cache.

`tools/benchmarks/searching.py` starts it: python tools/benchmarks/index_cost.py PROJECT OUTPUT

Prints the CPU seconds of each part as JSON. To subtract a build without an index from one with it
would say nothing: two builds of the same pages differ by more than an index costs.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from octavo.builder.pages import table
from octavo.builder.publish.publication import Publication
from octavo.cli.entry import main as run_octavo
from octavo.render.api.view.found import FoundPrinter
from octavo.render.content import page as content_page
from octavo.render.shell import page_shell
from octavo.search import files
from octavo.search.files import FOLDER, MANIFEST

Functions = dict[str, list[tuple[Any, str]]]
IsCounted = Callable[[str, tuple[Any, ...]], bool]

FUNCTIONS: Functions = {
    "texts": [
        (content_page, "read_sections"),
        (FoundPrinter, "print"),
    ],
    "words": [(page_shell, "build_head"), (page_shell, "build_entry")],
    "index": [
        (table, "list_start_pages"),
        (files, "build_index"),
        (files, "write_index"),
    ],
    "files": [(Publication, "put")],
}
"""Where the functions of each part are called from."""


def is_of_search(part: str, arguments: tuple[Any, ...]) -> bool:
    """Tell whether a call is work for the search: other files are put into the site as well."""
    return part != "files" or arguments[1].startswith((FOLDER, MANIFEST))


@contextmanager
def timing(
    seconds: dict[str, float],
    functions: Functions = FUNCTIONS,
    is_counted: IsCounted = is_of_search,
) -> Iterator[None]:
    """Add the CPU time of each part to those of its name."""

    def time_calls(part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any, **named: Any) -> Any:
            started = time.process_time()
            try:
                return function(*arguments, **named)
            finally:
                if is_counted(part, arguments):
                    seconds[part] += time.process_time() - started

        return timed

    places = [(part, *place) for part, listed in functions.items() for place in listed]
    originals = [(owner, name, getattr(owner, name)) for _, owner, name in places]
    for part, owner, name in places:
        setattr(owner, name, time_calls(part, getattr(owner, name)))
    try:
        yield
    finally:
        for owner, name, original in originals:
            setattr(owner, name, original)


def main(
    project: str,
    output: str,
    functions: Functions = FUNCTIONS,
    is_counted: IsCounted = is_of_search,
) -> None:
    gc.disable()  # as the command does
    seconds = dict.fromkeys(functions, 0.0)
    command = ["build", project, "-o", output, "--no-cache", "--workers", "1"]
    with timing(seconds, functions, is_counted):
        code = run_octavo(command)
    if code:
        sys.exit(f"octavo {' '.join(command)} failed")
    print(json.dumps(seconds))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
