"""What `octavo migrate` does."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from tempfile import TemporaryDirectory

from octavo.problems import Code, LineLookup, Location, Problem, Severity, count_by_severity
from octavo.project.discover import build_line_lookup, load_project
from octavo.project.files import is_inside
from octavo.values import Struct, replace
from octavo_migrate.folder import refuse_in_place, refuse_new_folder, write_moved_files
from octavo_migrate.losses import find_held_back, find_losses
from octavo_migrate.moved_site import Fate, MovedFile, MovedSite, Note, Outcome
from octavo_migrate.plan import find_report_name, list_redirects, plan_files
from octavo_migrate.project_files import Reach, leave_out_secrets, open_reach
from octavo_migrate.report import group_notes, render_report
from octavo_migrate.sources import Source, find_source

_MOST_PATHS = 5


class MigrateOptions(Struct, frozen=True):
    """What somebody asks for."""

    folder: str
    output: str | None = None
    source: str = "auto"
    in_place: bool = False
    dry_run: bool = False
    allow_outside: bool = False
    """Whether files are read outside of the folder, where its settings and pages name them."""


class MigrateReport(Struct, frozen=True):
    """What was written, or why nothing was."""

    problems: tuple[Problem, ...] = ()
    output: str | None = None
    """Where the new project is, or would be; None if there is none."""
    pages: int = 0
    changed: int = 0
    lost: int = 0
    """How many things could not be carried over."""
    held_back: int = 0
    """How many files say that something of the site is not to be published."""
    text: str = ""
    """What `MIGRATION.md` says."""
    report_name: str = ""
    failed: bool = False
    """Whether the disk is why something was not written."""
    line_of: LineLookup = lambda _source, _line: None


def migrate_folder(options: MigrateOptions) -> MigrateReport:
    """Move a site of another tool into a project of Octavo."""
    folder = options.folder
    source = find_source(folder, options.source)
    if isinstance(source, Problem):
        return MigrateReport((source,))
    output = folder if options.in_place else options.output or find_new_folder(folder)
    if not options.in_place and (problem := refuse_new_folder(output)):
        return MigrateReport((problem,))
    reach = open_reach(folder, allow_outside=options.allow_outside)
    site = source.load(folder, reach)
    if reach.refused:
        return MigrateReport((_refuse_outside(folder, reach),))
    line_of = build_line_lookup(load_project(folder)[0])
    if count_by_severity(site.problems)[Severity.ERROR]:
        return MigrateReport(site.problems, line_of=line_of)
    if not options.in_place:
        site = leave_out_secrets(site)
    files = plan_files(site)
    if options.in_place:
        if is_inside(os.path.realpath(folder), site.root):  # as the pages of some tools are
            output = os.path.relpath(site.root)
        written = (*files, MovedFile(find_report_name(site), data=b""))
        if problem := refuse_in_place(site.root, folder, written):
            return MigrateReport((problem,))
    with contextlib.ExitStack() as stack:
        # Without writing anything, nobody could tell what pages lose: a dry run has its own folder.
        dry_run = stack.enter_context(TemporaryDirectory()) if options.dry_run else None
        target, in_place = dry_run or output, options.in_place and not dry_run
        problem = write_moved_files(site.root, files, target, in_place=in_place)
        if problem is None:
            site = replace(site, notes=(*site.notes, *find_losses(target), *find_held_back(target)))
            report = _build_report(site, source, options, output)
            list_file = MovedFile(report.report_name, data=report.text.encode("utf-8"))
            problem = write_moved_files(site.root, [list_file], target, in_place=in_place)
        if problem is not None:
            return MigrateReport((problem,), failed=True)
    return replace(report, line_of=line_of)


def _refuse_outside(folder: str, reach: Reach) -> Problem:
    more = len(reach.refused) - _MOST_PATHS
    paths = ", ".join(reach.refused[:_MOST_PATHS]) + (f" and {more} more" if more > 0 else "")
    return Problem(
        Code.MIGRATION_OUTSIDE,
        f"this site takes files from outside its folder: {paths}",
        Location(folder),
        hint="Copy them into the folder."
        if reach.may_leave
        else "If the site may have these files, add --allow-outside.",
    )


def find_new_folder(folder: str) -> str:
    """Return where a site is moved to if nobody says it: beside its folder."""
    parent, name = os.path.split(os.path.realpath(folder))
    return os.path.join(os.path.relpath(parent), f"{name or 'site'}-octavo")


def _find_settings_name(folder: str, source: Source) -> str:
    names = source.settings_names
    return next(name for name in names if os.path.isfile(os.path.join(folder, name)))


def _build_report(
    site: MovedSite, source: Source, options: MigrateOptions, output: str
) -> MigrateReport:
    lost = _describe_losses(site.notes)
    settings_name = _find_settings_name(options.folder, source)
    return MigrateReport(
        (*site.problems, *lost),
        output,
        site.count_pages(),
        site.count_pages(Fate.CHANGED),
        len(lost),
        len({note.place.source for note in site.notes if note.outcome is Outcome.HELD_BACK}),
        render_report(site, settings_name, list_redirects(site)),
        find_report_name(site),
    )


def _describe_losses(notes: Iterable[Note]) -> tuple[Problem, ...]:
    """Return a warning for each thing that could not be carried over, at its first place."""
    groups = group_notes(note for note in notes if note.outcome is Outcome.LOST)
    return tuple(
        Problem(
            Code.INTERNAL_ERROR if note.is_fault else Code.MIGRATION_NOT_CARRIED,
            note.message + (f" (in {len(places)} places)" if len(places) > 1 else ""),
            places[0],
            Severity.ERROR if note.is_fault else Severity.WARNING,
            note.advice,
        )
        for note, places in groups
    )
