"""Times what Markdown twins add to a build, function by function, as `index_cost` does.

`tools/benchmarks/twins.py` starts it: python tools/benchmarks/twin_cost.py PROJECT OUTPUT

Prints the CPU seconds of each part as JSON.
"""

from __future__ import annotations

import sys
from typing import Any

from index_cost import Functions, main
from octavo.builder.pages import table
from octavo.builder.publish.publication import Publication
from octavo.render.api.view.markdown import MarkdownPrinter
from octavo.render.content import page as content_page
from octavo.render.shell import page_shell

FUNCTIONS: Functions = {
    "Markdown": [
        (content_page, "write_document"),
        (page_shell, "write_twin_head"),
        (page_shell, "build_twin"),
        (MarkdownPrinter, "write"),
    ],
    "files": [(Publication, "put")],
    "llms": [(table, "plan_full_text"), (table, "build_part"), (table, "write_llms")],
}
"""Where the functions of each part are called from."""


def is_of_twins(part: str, arguments: tuple[Any, ...]) -> bool:
    """Tell whether a call is work for twins: other files are put into the site as well."""
    return part != "files" or arguments[1].endswith(".md")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], FUNCTIONS, is_of_twins)
