"""Adds the files for hosts to a site; files that visitors must not see go next to it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from octavo.builder.host_files import BESIDE, PUBLISHED, text_files
from octavo.builder.host_files.hosted_site import HostedSite, Refusals, build_moves
from octavo.builder.publish.place import OutputPlace, check_output
from octavo.builder.publish.publication import open_publication
from octavo.builder.publish.site_folder import scan_site
from octavo.problems import Code, Location, Problem, Severity
from octavo.render.basis.rendered import OutputFile
from octavo.site.urls import explain_clash, is_same_place
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.builder.publish.publication import Publication
    from octavo.builder.site_build import BuiltSite

_MOST_NAMED = 3
_HINTS = (
    "Write it without what this host does not know, or serve the site with another one.",
    "Readers are still sent on, by the pages at these addresses, but without a redirect status.",
)
_Rendered = dict[str, tuple[str, Refusals]]
"""The texts of files, and the redirects they can't contain, by name."""


class HostFolder:
    """The folder next to a site, with the files for web servers."""

    def __init__(self, hosts: Collection[str], place: OutputPlace) -> None:
        self._names = {name for host, (name, _) in BESIDE.items() if host in hosts}
        self._place = replace(place, target=f"{place.target}.hosts")

    def check(self, project_root: str) -> None:
        """Refuse to write if the folder contains foreign files."""
        if self._names:
            check_output(self._place, project_root)

    def is_there(self) -> bool:
        """Tell whether all requested files already exist."""
        return not self._names or scan_site(self._place.target).keys() == self._names

    def publish(
        self, files: Iterable[OutputFile], *, durable: bool, say: Callable[[str], None]
    ) -> None:
        """Put files in place in one step."""
        if not self._names:
            return
        target = self._place.target
        with open_publication(target, keeps_spare=False, durable=durable, say=say) as state:
            state.publish({file.output: state.put(file.output, file.content) for file in files})


def add_host_files(
    built: BuiltSite,
    hosts: Collection[str],
    publication: Publication,
    place: OutputPlace,
    redirects: Location,
    *,
    is_compressed: bool,
) -> BuiltSite:
    """Return a site with the files for hosts; `redirects` is the location of the setting."""
    site = _collect_site(built, is_compressed=is_compressed)
    published, unsent = _render_published(hosts, site)
    name = os.path.basename(place.target)
    beside = {file: render(site, name) for host, (file, render) in BESIDE.items() if host in hosts}
    problems = []
    for file in list(published):
        other = built.names.claim(file)
        if other is not None:
            del published[file]
            is_own = is_same_place(file, other)
            clash = explain_clash("this file", file, other, Location(other))
            problems.append(_explain_own_file(file) if is_own else clash)
    for file, (_, refusals) in (*published.items(), *beside.items()):
        problems += _explain_refusals(file, refusals, redirects)
    if unsent and text_files.HEADERS in published:
        problems.append(_explain_unsent(unsent))
    files = {file: publication.put(file, text.encode()) for file, (text, _) in published.items()}
    return replace(
        built,
        outputs={**built.outputs, **files},
        file_problems=(*built.file_problems, *problems),
        beside=tuple(OutputFile(file, text.encode()) for file, (text, _) in beside.items()),
    )


def _collect_site(built: BuiltSite, *, is_compressed: bool) -> HostedSite:
    renderer, outputs, own_files = built.renderer, built.outputs.keys(), built.copies
    base_path, folders = renderer.links.base_path, renderer.site.folders
    # The author's redirects have priority if a host allows only some.
    leads = sorted(renderer.list_leads(), key=lambda lead: lead[0] in folders)
    moves = build_moves(leads, renderer.site.redirects, base_path, outputs, own_files)
    assets = renderer.assets.folder
    return HostedSite(base_path, moves, outputs, own_files, assets, is_compressed=is_compressed)


def _render_published(hosts: Collection[str], site: HostedSite) -> tuple[_Rendered, int]:
    """Return the files of static hosts, and how many files get no separate headers."""
    rendered: _Rendered = {}
    unsent = 0
    dialect = text_files.choose_dialect(hosts)
    if dialect is not None:
        rendered[text_files.REDIRECTS] = text_files.render_redirects(site, dialect)
        text, unsent = text_files.render_headers(site, dialect)
        rendered[text_files.HEADERS] = text, []
    rendered |= {file: render(site) for host, (file, render) in PUBLISHED.items() if host in hosts}
    return rendered, unsent


def _explain_refusals(file: str, refusals: Refusals, place: Location) -> Iterator[Problem]:
    """Yield a problem for each reason why redirects are missing in a file."""
    by_reason: dict[tuple[str, bool], list[str]] = {}
    for move, reason in refusals:
        by_reason.setdefault((reason, not move.parameters), []).append(f"`{move.source}`")
    for (reason, has_page), sources in by_reason.items():
        what = f"{len(sources):,} redirects are" if len(sources) > 1 else "a redirect is"
        names = ", ".join(sources[:_MOST_NAMED]) + (" …" if len(sources) > _MOST_NAMED else "")
        severity = Severity.INFO if has_page else Severity.WARNING
        message = f"{what} not in `{file}`, because {reason}: {names}"
        yield Problem(Code.HOST_REDIRECTS_LEFT_OUT, message, place, severity, _HINTS[has_page])


def _explain_own_file(file: str) -> Problem:
    return Problem(
        Code.HOST_FILE_KEPT,
        "your own file is published instead of the one that Octavo would write",
        Location(file),
        Severity.INFO,
        "Remove it to have it written for you.",
    )


def _explain_unsent(files: int) -> Problem:
    return Problem(
        Code.HOST_HEADERS_LEFT_OUT,
        f"{files:,} rules for files that a browser would run found no room in "
        f"`{text_files.HEADERS}`, which may hold {text_files.CLOUDFLARE.most_headers}",
        Location(text_files.HEADERS),
        Severity.WARNING,
        "Publish fewer SVG, HTML and XML files, or write this file yourself.",
    )
