"""Which files of the author are published as they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from octavo.outputs.web.manifest import MANIFEST
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.discover import Project
from octavo.project.files import SourceFile

if TYPE_CHECKING:
    from octavo.outputs.build.pages.builder import WrittenPage
    from octavo.render.site import SiteRenderer


def find_withheld(renderer: SiteRenderer, pages: Iterable[WrittenPage]) -> frozenset[str]:
    """Return the files that nobody is to have, because they tell of hidden operations."""
    if not renderer.api.has_pages and not renderer.site.held_back.documents:
        return frozenset()
    files = renderer.api.downloads.hidden.files
    return files.difference(*(page.questions.links for page in pages)) if files else files


def plan_copies(
    project: Project, outputs: Collection[str], withheld: Collection[str]
) -> tuple[dict[str, SourceFile], list[Problem]]:
    """Return the files to copy, and the problems of those that are not copied.

    Another output may have their place, or they are `withheld`.
    """
    all_outputs = {*outputs, MANIFEST}
    folders = set[str]()
    for output in all_outputs:
        folders.update(_list_parents(output))
    copies, problems = {}, list[Problem]()
    if withheld:
        from octavo.site.api.hidden import explain_withheld  # noqa: PLC0415 (many sites have no API)

        problems += explain_withheld(withheld)
    for file in project.served:
        source = file.source
        if source in all_outputs or source in folders or _list_parents(source) & all_outputs:
            problems.append(_explain_taken(source))
        elif source not in withheld:
            copies[source] = file
    return copies, problems


def _list_parents(output: str) -> set[str]:
    """Return the folders around an output."""
    folders = set()
    while "/" in output:
        output = output.rpartition("/")[0]
        folders.add(output)
    return folders


def _explain_taken(source: str) -> Problem:
    return Problem(
        Code.OUTPUT_TAKEN,
        "this file is not published: a page, or a file of Octavo's own, stands in its place",
        Location(source),
        Severity.WARNING,
        "Rename it.",
    )
