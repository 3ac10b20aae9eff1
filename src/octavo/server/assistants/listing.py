"""The public pages of a site, sorted once for all questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from octavo.search.entry import PageHead
from octavo.values import Struct

SectionName = tuple[str, str, str]
"""The version, the tab and the groups of a section; each may be empty."""

_VARIABLE = re.compile(r"\{[^{}]*\}|(?<=/):[\w-]+")


class Listing(Struct, frozen=True):
    """Pages by section, and pages of operations by all their names."""

    sections: Mapping[SectionName, Sequence[PageHead]]
    """The sections, in the order of their first pages."""
    operations: Mapping[str, Sequence[PageHead]]
    """Pages by href, operation id, path, and method with path; see `name_operation`."""


def sort_pages(pages: Iterable[PageHead]) -> Listing:
    """Return the listing of pages."""
    sections: dict[SectionName, list[PageHead]] = {}
    operations: dict[str, list[PageHead]] = {}
    for page in pages:
        sections.setdefault((page.version, page.tab, page.breadcrumb), []).append(page)
        for name in dict.fromkeys(_list_names(page)):
            operations.setdefault(name, []).append(page)
    return Listing(sections, operations)


def name_operation(method: str, path: str) -> str:
    """Return the lookup key of an operation, in which variable names don't matter."""
    return f"{method.upper()} /{_VARIABLE.sub('{}', path.strip()).strip('/')}"


def _list_names(page: PageHead) -> Iterator[str]:
    if not page.operation:
        return
    method, _, path = page.operation.partition(" ")
    yield page.href
    yield name_operation(method, path)
    yield name_operation("", path)
    yield page.keywords.rpartition(" ")[2]  # This is the operation's id, if it has one.
