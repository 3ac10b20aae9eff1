"""Selects the author's files that are published unchanged."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from octavo.builder.pages.held_files import find_doubtful_files, find_held_files
from octavo.builder.pages.named_files import NamedFiles, locate_name
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.discover import Project
from octavo.project.files import SourceFile
from octavo.project.public.secrets import is_companion
from octavo.project.public.types import is_public_type
from octavo.site.api.library import list_internal_files, list_release_files
from octavo.site.links import explain_private_file
from octavo.site.urls import OutputNames, explain_clash, is_same_place
from octavo.values import Struct, field

if TYPE_CHECKING:
    from octavo.builder.pages.written import WrittenPage
    from octavo.render.site import SiteRenderer

_MOST_OF_A_KIND = 5
_MOST_NAMED = 100


class Copies(Struct, frozen=True):
    """The author's files that are copied."""

    files: dict[str, SourceFile] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    """The problems of files that are not copied."""


def plan_copies(
    project: Project, renderer: SiteRenderer, pages: Sequence[WrittenPage], names: OutputNames
) -> Copies:
    """Return the files to copy, whose names are claimed, and the problems of the others.

    Another output may have the same name. Other files show hidden operations, or have a type that
    no website serves, and no page or setting of the author links to them.
    """
    proof = {renderer.site.proof.source} - {""}
    internal = list_internal_files(renderer.site.api_documents) | proof
    hidden = renderer.hidden_files - internal
    unknown = {file.source for file in project.served if not is_public_type(file.source)}
    shared = find_doubtful_files(project, renderer.site)
    held = find_held_files(project, renderer.site, shared)
    unknown |= held
    doubtful = unknown - NamedFiles(project, renderer.site).find(unknown) - internal
    links: set[str] = set()
    if asked := hidden | doubtful | shared:
        links.update(*(asked.intersection(page.asked.links) for page in pages))
    copies = Copies()
    if withheld := (hidden - links) | internal:
        from octavo.site.api.hidden import explain_withheld  # noqa: PLC0415 (many sites have no API)

        served = {file.source for file in project.served}
        overlays = {each for one in renderer.site.api_documents for each in one.overlays}
        served -= overlays | proof  # nobody expects them among the files for readers
        for one in renderer.site.api_documents:
            if one.internal is not None and one.internal.is_whole:  # a note says it already
                served.discard(one.source)
        copies.problems.extend(explain_withheld(served & withheld, served & internal))
    releases = list_release_files(renderer.site.settings.api.changelog, project.files)
    unnamed = doubtful - links - withheld - releases
    images = {path for page in pages for path in page.asked.images} if unnamed & held else set()
    unnamed -= held & images
    if unnamed & held:
        copies.problems.append(_explain_held(sorted(unnamed & held)))
    companions = [file.source for file in project.assets if is_companion(file.source)]
    if unnamed - held or companions:
        copies.problems.append(_explain_unnamed(sorted([*unnamed - held, *companions])))
    kept_back = unnamed | withheld | releases
    for file in project.served:
        if file.source not in kept_back:
            other = names.claim(file.source)
            if other is None:
                copies.files[file.source] = file
            else:
                copies.problems.append(_explain_taken(file.source, other))
    return copies


def explain_secret(
    project: Project,
    renderer: SiteRenderer,
    pages: Iterable[WrittenPage],
    source: str,
    what: str,
) -> Problem:
    """Return the problem of a file that is not for readers; an error if readers can reach it."""
    linking = zip(renderer.site.pages.values(), pages, strict=True)
    for page, written_page in linking:
        if source in written_page.asked.links:
            return explain_private_file(source, locate_name(project, page.source, source), what)
    place = NamedFiles(project, renderer.site).locate(source)
    if place is not None:
        return explain_private_file(source, place, what)
    return Problem(
        Code.FILE_PRIVATE,
        f"this looks like {what}, so it is not published",
        Location(source),
        Severity.WARNING,
        "Move it out of the project, or name it in .octavoignore.",
    )


def _explain_taken(source: str, other: str) -> Problem:
    if not is_same_place(source, other):
        return explain_clash("this file", source, other, Location(source))
    return Problem(
        Code.OUTPUT_TAKEN,
        "this file is not published: a page or a file that Octavo writes has the same address",
        Location(source),
        Severity.WARNING,
        "Rename it.",
    )


def _explain_unnamed(sources: Sequence[str]) -> Problem:
    """Return one note for all files that no page or setting links to."""
    return _note_files(
        sources,
        "websites serve no such types, and nothing leads there",
        "Link to a file from a page, or move it into the folder `static`, to publish it. Keep what "
        "readers are not to have outside of the project, or name it in .octavoignore.",
    )


def _explain_held(sources: Sequence[str]) -> Problem:
    """Return one note for all files of unpublished pages."""
    hint = "Move a file into the folder `static` to publish it now."
    return _note_files(sources, "only pages name them that are not published, either", hint)


def _note_files(sources: Sequence[str], reason: str, hint: str) -> Problem:
    labels = [*_join_alike(sources)]
    number = "1 file is" if len(sources) == 1 else f"{len(sources):,} files are"
    more = [f"{len(labels) - _MOST_NAMED:,} more"] if len(labels) > _MOST_NAMED else []
    names = ", ".join([*labels[:_MOST_NAMED], *more])
    message = f"{number} not published, because {reason}: {names}"
    return Problem(Code.FILES_NOT_PUBLISHED, message, Location("."), Severity.INFO, hint)


def _join_alike(sources: Collection[str]) -> Iterable[str]:
    """Yield names; many names with the same folder and ending are grouped."""
    groups: dict[str, list[str]] = {}
    for source in sources:
        folder, slash, name = source.rpartition("/")
        dot, ending = name.rpartition(".")[1:]
        groups.setdefault(f"{folder}{slash}*{dot}{ending if dot else ''}", []).append(source)
    for pattern, alike in groups.items():
        if len(alike) > _MOST_OF_A_KIND:
            yield f"`{pattern}` ({len(alike):,} files)"
        else:
            yield from (f"`{source}`" for source in alike)
