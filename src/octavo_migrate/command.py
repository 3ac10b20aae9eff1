"""Runs `octavo migrate`, and lists the tools whose sites it moves."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable
from functools import partial
from tempfile import TemporaryDirectory

from octavo.problems import Code, LineLookup, Location, Problem, Severity, count_by_severity
from octavo.project.surface import (
    OTHER_SETTINGS_NAME,
    SETTINGS_NAME,
    build_line_lookup,
    is_inside,
    load_project,
    relate_path,
)
from octavo.values import Struct, replace
from octavo_migrate.docs.read import load_docs
from octavo_migrate.docusaurus.read import SETTINGS_NAMES as DOCUSAURUS_NAMES
from octavo_migrate.docusaurus.read import load_docusaurus
from octavo_migrate.history import add_days
from octavo_migrate.losses import find_held_back, find_losses, find_problems
from octavo_migrate.mending import Mended, load_page, mend_pages
from octavo_migrate.mkdocs.read import load_mkdocs
from octavo_migrate.mkdocs.settings_file import NAMES as MKDOCS_NAMES
from octavo_migrate.moved_folder import refuse_in_place, refuse_new_folder, write_moved_files
from octavo_migrate.moved_site import Fate, MovedFile, MovedSite, Note, Outcome, note_problem
from octavo_migrate.plan import (
    find_report_name,
    group_notes,
    list_redirects,
    plan_files,
    render_report,
)
from octavo_migrate.project_files import Reach, leave_out_secrets, open_reach, plan_copies

_MOST_PATHS = 5


class MigrateOptions(Struct, frozen=True):
    """The options of one run."""

    folder: str
    output: str | None = None
    source: str = "auto"
    config: str | None = None
    """The settings file, if it has an unusual name; otherwise Octavo searches the folder."""
    in_place: bool = False
    dry_run: bool = False
    allow_outside: bool = False
    """Whether to read files outside the folder that settings and pages name."""


class MigrateReport(Struct, frozen=True):
    """The result of a move: the new project, or the problems that prevented it."""

    problems: tuple[Problem, ...] = ()
    output: str | None = None
    """The folder of the new project, also in a dry run; None if the move failed."""
    pages: int = 0
    changed: int = 0
    lost: int = 0
    """How many things have no equivalent."""
    held_back: int = 0
    """How many files say that part of the site must not be published."""
    text: str = ""
    """The text of `MIGRATION.md`."""
    report_name: str = ""
    failed: bool = False
    """Whether the disk prevented a file from being written."""
    line_of: LineLookup = lambda _source, _line: None


def migrate_folder(options: MigrateOptions) -> MigrateReport:
    """Move a site of another tool to an Octavo project."""
    folder = os.path.normpath(os.path.join(options.folder, os.path.dirname(options.config or "")))
    chosen = find_source(folder, options.source, os.path.basename(options.config or ""))
    if isinstance(chosen, Problem):
        return MigrateReport((chosen,))
    source, name = chosen
    output = folder if options.in_place else options.output or find_new_folder(folder)
    if not options.in_place and (problem := refuse_new_folder(output)):
        return MigrateReport((problem,))
    reach = open_reach(options.folder, allow_outside=options.allow_outside)
    site = source.load(folder, reach, name)
    if reach.refused:
        return MigrateReport((_refuse_outside(folder, reach),))
    line_of = build_line_lookup(load_project(folder)[0])
    if count_by_severity(site.problems)[Severity.ERROR]:
        return MigrateReport(site.problems, line_of=line_of)
    if not options.in_place:
        site = leave_out_secrets(site)
    site = add_days(site)
    files = plan_files(site)
    if options.in_place:
        if is_inside(os.path.realpath(folder), site.root):  # as the pages of some tools are
            output = relate_path(site.root)
        written = (*files, MovedFile(find_report_name(site), data=b""))
        if problem := refuse_in_place(site.root, folder, written):
            return MigrateReport((problem,))
    with contextlib.ExitStack() as stack:
        # Losses only show in a written project, so a dry run writes to a temporary folder.
        dry_run = stack.enter_context(TemporaryDirectory()) if options.dry_run else None
        target, in_place = dry_run or output, options.in_place and not dry_run
        problem = write_moved_files(site.root, files, target, in_place=in_place)
        if problem is None:
            load = partial(load_page, load_project(target)[0])
            mended = mend_pages(site, find_problems(target), load)
            pages = [MovedFile(path, data=data) for path, data in mended.pages.items()]
            site = _add_notes(site, mended, target)
            report = _build_report(site, name, output)
            list_file = MovedFile(report.report_name, data=report.text.encode("utf-8"))
            problem = write_moved_files(site.root, pages, target, in_place=True)
            problem = problem or write_moved_files(
                site.root, [list_file], target, in_place=in_place
            )
        if problem is not None:
            return MigrateReport((problem,), failed=True)
    return replace(report, line_of=line_of)


def _add_notes(site: MovedSite, mended: Mended, folder: str) -> MovedSite:
    """Return a site with its repaired pages, and with notes on what its pages lose."""
    files = (
        replace(file, data=mended.pages[file.path], is_same=False)
        if file.path in mended.pages
        else file
        for file in site.files
    )
    notes = (*site.notes, *mended.notes, *find_losses(mended.problems), *find_held_back(folder))
    return replace(site, files=tuple(files), notes=notes)


def _refuse_outside(folder: str, reach: Reach) -> Problem:
    more = len(reach.refused) - _MOST_PATHS
    paths = ", ".join(reach.refused[:_MOST_PATHS]) + (f" and {more} more" if more > 0 else "")
    message = f"this site takes files from outside its folder: {paths}"
    allow = "If the site may have these files, add --allow-outside."
    hint = "Copy them into the folder." if reach.may_leave else allow
    return Problem(Code.MIGRATION_OUTSIDE, message, Location(folder), hint=hint)


def find_new_folder(folder: str) -> str:
    """Return the default output folder, next to the folder of the site."""
    parent, name = os.path.split(os.path.realpath(folder))
    return os.path.join(relate_path(parent), f"{name or 'site'}-octavo")


def _build_report(site: MovedSite, settings_name: str, output: str) -> MigrateReport:
    lost = _describe_losses(site.notes)
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
    """Return a warning for each loss, at its first location."""
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


class Source(Struct, frozen=True):
    """A kind of project that can be moved."""

    name: str
    """The value of `--from`."""
    settings_names: tuple[str, ...]
    """The possible names of the settings file at the root of a project."""
    load: Callable[[str, Reach, str], MovedSite]
    """Reads a project from its folder, the limits for reading, and the name of its settings file.
    """
    endings: tuple[str, ...] = ()
    """The endings of settings files with unusual names."""


def load_mint(folder: str, _reach: Reach, _name: str) -> MovedSite:
    """Read a project with `mint.json`: only the name of the settings file changes."""
    project, problems = load_project(folder)
    settings = MovedFile(SETTINGS_NAME, project.settings)
    message = f"`{OTHER_SETTINGS_NAME}` is `{SETTINGS_NAME}` now, with the same keys"
    note = Note(Outcome.CARRIED, message, Location(OTHER_SETTINGS_NAME))
    notes = (note, *map(note_problem, problems))
    return MovedSite(project.root, (settings, *plan_copies(project)), notes=notes)


SOURCES = (
    Source("docs", ("docs.json",), load_docs),
    Source("mint", (OTHER_SETTINGS_NAME,), load_mint),
    Source("docusaurus", DOCUSAURUS_NAMES, load_docusaurus, ("js", "ts")),
    Source("mkdocs", MKDOCS_NAMES, load_mkdocs, ("yml", "yaml", "toml")),
)
"""The tools, in the order in which Octavo tries them."""


def find_source(folder: str, name: str = "auto", config: str = "") -> tuple[Source, str] | Problem:
    """Return the source of a folder and the name of its settings file, or why there is none."""
    if os.path.lexists(os.path.join(folder, SETTINGS_NAME)):
        message, hint = "this is a project of Octavo already", f"Look at it: octavo dev {folder}"
        place = Location(os.path.join(folder, SETTINGS_NAME))
        return Problem(Code.MIGRATION_NOTHING_TO_MOVE, message, place, hint=hint)
    sources = [source for source in SOURCES if name in ("auto", source.name)]
    for source in sources:
        names = (config,) if config.endswith(source.endings) else source.settings_names
        for each in names if not config or config in names else ():
            if os.path.isfile(os.path.join(folder, each)):
                return source, each
    usual = [each for source in sources for each in source.settings_names]
    missing = [config] if config else usual
    if not os.path.isdir(folder):
        message, hint = "there is no such folder", "Name the folder of the site to move."
    else:
        message = f"there is no site here that can be moved: no {_join(missing)}"
        hint = f"Name the folder that holds {_join(missing)}."
    return Problem(Code.MIGRATION_NOTHING_TO_MOVE, message, Location(folder), hint=hint)


def _join(names: list[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
