"""A Python application with an API document in the project: `octavo dev --app`.

When its code changes, Octavo asks the application again, and writes the file if the document has
changed. The preview follows this file like all others.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import posixpath
from collections.abc import Callable

from octavo.preview.follow.watch import FolderWatch, gather_paths
from octavo.problems import Code, Location, Painter, Problem, escape_controls, render_text
from octavo.project.discover import load_project, load_settings_text
from octavo.project.documents.api_files import is_link
from octavo.project.files import relate_path
from octavo.project.missing_settings import SETTINGS_NAME
from octavo.scaffold.export.file import ExportReport, export_document
from octavo.settings.read import read_settings
from octavo.site.api.library import read_api_needs

_ENDINGS = (".json", ".yaml", ".yml")


class FollowedApp:
    """Keeps a file of the project up to date with an application."""

    def __init__(
        self, target: str, file: str, say: Callable[[str], None], paint: Painter | None = None
    ) -> None:
        self._target = target
        self._file = file
        self._say = say
        self._paint = paint

    def export(self) -> None:
        """Write the current document, or report why that failed."""
        self._tell(export_document(self._target, self._file))

    async def follow(self) -> None:
        """Follow the code in the current folder, forever."""
        loop = asyncio.get_running_loop()
        events: asyncio.Queue[set[str]] = asyncio.Queue()

        def note(paths: set[str]) -> None:
            code = {path for path in paths if path.endswith(".py")}
            with contextlib.suppress(RuntimeError):  # The preview has just ended.
                if code:
                    loop.call_soon_threadsafe(events.put_nowait, code)

        with contextlib.closing(FolderWatch(os.getcwd(), note, self._say)) as watch:
            await asyncio.to_thread(watch.refresh)
            while True:
                await gather_paths(events, 0.0)
                await asyncio.to_thread(self.export)
                await asyncio.to_thread(watch.refresh)

    def _tell(self, report: ExportReport) -> None:
        if report.problem is not None:
            self._say(render_text(report.problem, lambda _source, _line: None, self._paint))
            for line in report.notes:
                self._say(f"    {escape_controls(line)}")
        elif report.is_written:
            self._say(f"{self._target}: {relate_path(self._file)} is written")


def find_app_file(folder: str) -> str | Problem:
    """Return the file of a project for the document of its application.

    It is the only file that the settings name as an API document, and need not exist yet.
    """
    project, _ = load_project(folder)
    text, problems = load_settings_text(project)
    settings = read_settings(text)[0] if text is not None else None
    if settings is None:
        return problems[0] if problems else _explain_unknown("its settings cannot be read")
    names = [each.name for each in read_api_needs(settings, {}).documents]
    sources = {posixpath.normpath(name.lstrip("/")) for name in names if not is_link(name)}
    if len(sources) != 1:
        how_many = "no file" if not sources else "several files"
        return _explain_unknown(f"`{project.settings_name}` names {how_many} as API document")
    (source,) = sources
    if not source.lower().endswith(_ENDINGS):
        source = next(
            (source + end for end in _ENDINGS if project.find(source + end)), f"{source}.json"
        )
    if source.startswith("../"):
        return _explain_unknown(f"`{source}` leads out of the project")
    return os.path.join(project.root, *source.split("/"))


def _explain_unknown(why: str) -> Problem:
    message = f"{why}, so Octavo cannot tell which file is the application's document"
    hint = 'Name one, as in "openapi": "openapi.json", or say it with --app-file.'
    return Problem(Code.APP_FILE_UNKNOWN, message, Location(SETTINGS_NAME), hint=hint)
