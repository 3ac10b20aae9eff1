"""Runs `octavo insights`: shows, exports, imports and deletes feedback."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import IO

from octavo.problems import Code, Location, Problem
from octavo.server.feedback.database import Database, DatabaseAddress, DatabaseError
from octavo.server.feedback.insights.portable import (
    UnreadableLineError,
    export_lines,
    import_lines,
)
from octavo.server.feedback.insights.report import build_report
from octavo.server.feedback.insights.texts import FORMS
from octavo.server.feedback.records import find_first_day, forget_before, forget_page
from octavo.values import Struct


class InsightsOptions(Struct, frozen=True):
    """The options of one run; at most one of the last four is set."""

    database: DatabaseAddress
    days: int = 30
    form: str = "text"
    pages: tuple[str, ...] = ()
    """The current pages of the site."""
    export_to: str | None = None
    import_from: str | None = None
    delete_page: str | None = None
    keep_days: int | None = None


def run_insights(
    options: InsightsOptions, write: Callable[[str], object], say: Callable[[str], None]
) -> tuple[Problem, ...]:
    """Run the command; return why it failed."""
    address = options.database
    if not address.exists() and options.import_from is None:
        hint = "The server makes it when it starts: octavo serve --database " + address.name
        return (_build_problem("there is no such database", address.name, hint=hint),)
    try:
        with contextlib.closing(address.open()) as database:
            _run(options, database, write, say)
    except DatabaseError as error:
        return (_build_problem(str(error), address.name),)
    except UnreadableLineError as error:
        place = Location(options.import_from or "", error.line)
        return (Problem(Code.IMPORT_UNREADABLE, f"nothing was imported: {error.message}", place),)
    except OSError as error:
        name = error.filename or options.export_to or options.import_from or ""
        return (_build_problem(error.strerror or "it cannot be used", str(name)),)
    except UnicodeDecodeError:
        place = Location(options.import_from or "")
        return (Problem(Code.IMPORT_UNREADABLE, "nothing was imported: this is no text", place),)
    return ()


def _run(
    options: InsightsOptions,
    database: Database,
    write: Callable[[str], object],
    say: Callable[[str], None],
) -> None:
    if options.export_to is not None:
        with database.read() as session, _open(options.export_to, "w") as file:
            file.writelines(export_lines(session))
    elif options.import_from is not None:
        with _open(options.import_from, "r") as file, database.write() as session:
            say(f"{import_lines(session, file):,} votes and counts were imported.")
    elif options.delete_page is not None:
        with database.write() as session:
            page = options.delete_page.rstrip("/") or "/"
            say(f"{forget_page(session, page):,} votes about {page} were deleted.")
    elif options.keep_days is not None:
        first = find_first_day(datetime.now(UTC), options.keep_days)
        with database.write() as session:
            forget_before(session, first)
        say(f"What is older than {first} was deleted.")
    else:
        with database.read() as session:
            report = build_report(session, options.days, options.pages)
        write(FORMS[options.form](report))


@contextlib.contextmanager
def _open(path: str, mode: str) -> Iterator[IO[str]]:
    """Open a file; `-` is standard input or output."""
    if path == "-":
        yield sys.stdin if mode == "r" else sys.stdout
        return
    with open(path, mode, encoding="utf-8", newline="\n") as file:
        yield file


def _build_problem(message: str, place: str, hint: str = "") -> Problem:
    return Problem(Code.DATABASE_UNUSABLE, message, Location(place), hint=hint)
