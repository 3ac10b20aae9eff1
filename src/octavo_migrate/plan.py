"""Adds the files of every move to a site: settings, redirects, and `MIGRATION.md`.

The report lists what moved, what changed, and what was lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from octavo.problems import Location
from octavo.project.surface import SETTINGS_NAME, fold_source, load_bytes
from octavo.render.styling.colors import WHITE, find_readable_color
from octavo.site.urls import build_page_url
from octavo_migrate.data import Values
from octavo_migrate.moved_site import Fate, MovedFile, MovedSite, Note, Outcome

REPORT_NAME = "MIGRATION.md"
_CHECKLIST = """## The switch

1. Preview the new project with `octavo dev`, and work through what was not carried over.
2. Run `octavo check`. Links that lead nowhere were mostly broken before, too.
3. Move the new folder to the place of the old one, in the same repository. Links to edit a page
   and dates of changes need its history. With `--in-place` it is there already.
4. Delete what only the old tool needs: {settings}, its theme, its packages and its build step.
5. Let your host build with `octavo build` and publish the folder `dist`. Addresses stay, so set
   nothing else. The guide "Deploy" names the hosts.
6. Keep the last commit of the old site under a name, such as `git tag before-octavo`. To go back,
   build that commit as before: the addresses are the same.
7. Remove this file, and its line in `.octavoignore`.
"""
_OTHER_REPORT_NAME = "OCTAVO-MIGRATION.md"
_DARK_PAGE = "#0b0d10"
"""The dark background against which colors must be readable; the theme's is no darker."""
_IGNORE_NAME = ".octavoignore"


def plan_files(site: MovedSite) -> tuple[MovedFile, ...]:
    """Return all files of the new project except the report."""
    files = {file.path: file for file in site.files}
    redirects = list_redirects(site)
    if site.settings is not None:
        data = render_settings(site.settings, redirects)
        files[SETTINGS_NAME] = MovedFile(SETTINGS_NAME, data=data)
    # A line in `.octavoignore` keeps the report out of the site.
    old, line = files.get(_IGNORE_NAME), f"/{find_report_name(site)}"
    data = old.data or b"" if old else b""
    if old and old.data is None and old.original:
        data = load_bytes(site.root, old.original)[0] or b""
    if line not in (each.strip() for each in data.decode("utf-8", "replace").splitlines()):
        data = (data.rstrip() + b"\n" if data.strip() else b"") + f"{line}\n".encode()
    files[_IGNORE_NAME] = MovedFile(_IGNORE_NAME, old.original if old else None, data)
    return tuple(files.values())


def build_colors(primary: str, dark: str | None = None) -> dict[str, str]:
    """Return colors of an old theme, in the nearest readable shades."""
    light_shade = find_readable_color(primary, WHITE)
    dark_shade = find_readable_color(dark or primary, _DARK_PAGE)
    more = {"light": dark_shade} if dark_shade != light_shade else {}
    return {"primary": light_shade, **more}


def render_settings(settings: Values, redirects: Mapping[str, str]) -> bytes:
    """Return `site.json`; redirects of moved pages follow those of the author."""
    written = dict(settings)
    if redirects:
        moved = [{"source": old, "destination": new} for old, new in redirects.items()]
        written["redirects"] = [*_list_own_redirects(settings), *moved]
    text = json.dumps(written, indent=2, ensure_ascii=False)
    return f"{text}\n".encode("utf-8", "replace")


def list_redirects(site: MovedSite) -> dict[str, str]:
    """Return the redirects that don't collide with pages or with redirects of the author."""
    pages = {build_page_url(file.path) for file in site.files if file.is_page}
    written = _list_own_redirects(site.settings or {})
    taken = {str(each.get("source")) for each in written if isinstance(each, dict)}
    return {
        old: new
        for old, new in site.redirects.items()
        if old != new and old not in pages and old not in taken
    }


def _list_own_redirects(settings: Values) -> list[Any]:
    written = settings.get("redirects")
    return written if isinstance(written, list) else []


def find_report_name(site: MovedSite) -> str:
    """Return a name for the report that no page has, also on disks that ignore case."""
    names = {fold_source(file.path) for file in site.files}
    has_page = any(fold_source(REPORT_NAME) + end in names for end in ("", "x"))
    return _OTHER_REPORT_NAME if has_page else REPORT_NAME


_HEADINGS = {
    Outcome.LOST: "Not carried over",
    Outcome.HELD_BACK: "Not published",
    Outcome.CHANGED: "Changed",
    Outcome.CARRIED: "Carried over",
}
_NOTHING_LOST = "Nothing that was found is missing in the new project."
_NOTHING_MORE = "Nothing that was found is missing, but for what is not published."


def render_report(site: MovedSite, settings_name: str, redirects: Mapping[str, str]) -> str:
    """Return the text of the report."""
    parts = [_render_start(site, settings_name, redirects)]
    is_whole = not any(note.outcome is Outcome.HELD_BACK for note in site.notes)
    nothing = _NOTHING_LOST if is_whole else _NOTHING_MORE
    for outcome, heading in _HEADINGS.items():
        groups = group_notes(note for note in site.notes if note.outcome is outcome)
        if groups or outcome is Outcome.LOST:
            lines = [_render_group(first, places) for first, places in groups]
            parts.append(f"## {heading}\n\n" + ("\n\n".join(lines) or nothing))
    if redirects:
        parts.append(_render_table("Redirects", ("Old address", "New address"), redirects))
    if renamed := list_renamed(site):
        parts.append(_render_table("Other names", ("Old file", "New file"), renamed))
    return "\n\n".join(parts) + "\n\n" + _CHECKLIST.format(settings=f"`{settings_name}`")


def group_notes(notes: Iterable[Note]) -> list[tuple[Note, tuple[Location, ...]]]:
    """Merge notes with the same text into one with all their locations."""
    groups: dict[tuple[str, str], list[Note]] = {}
    for note in notes:
        groups.setdefault((note.message, note.advice), []).append(note)
    return [
        (group[0], tuple(dict.fromkeys(note.place for note in group))) for group in groups.values()
    ]


def _render_start(site: MovedSite, settings_name: str, redirects: Mapping[str, str]) -> str:
    pages, changed = site.count_pages(), site.count_pages(Fate.CHANGED)
    new = site.count_pages(Fate.MADE)
    return (
        f"# Moved from `{settings_name}`\n\n"
        "`octavo migrate` wrote this list. Places name the files of the old project, or files "
        "of the same name in the new one. What to do next is at its end.\n\n"
        f"- Pages: {pages}. {changed} {'was' if changed == 1 else 'were'} changed, "
        f"{new} {'is' if new == 1 else 'are'} new, and all others are the same, byte for byte\n"
        f"- Pages whose file has another name or folder now: {len(list_renamed(site))}\n"
        f"- Other files: {len(site.files) - pages}\n"
        f"- Redirects for pages whose address changed: {len(redirects)}"
    )


def _render_group(note: Note, places: tuple[Location, ...]) -> str:
    advice = f"  \n  {note.advice}" if note.advice else ""
    return f"- {note.message}.{advice}\n" + "\n".join(
        f"  - {line}" for line in _list_places(places)
    )


def _list_places(places: Iterable[Location]) -> Iterator[str]:
    """Yield a line for each file: its name, and the lines and columns in it."""
    by_source: dict[str, list[Location]] = {}
    for place in places:
        by_source.setdefault(place.source, []).append(place)
    for source, several in by_source.items():
        spots = ", ".join(f"{place.line}:{place.column}" for place in several if place.line)
        yield f"`{source}`" + (f" at {spots}" if spots else "")


def list_renamed(site: MovedSite) -> dict[str, str]:
    """Return the new files of pages, by their old ones, if the name or the folder differs."""
    return {
        file.original.source: file.path
        for file in site.files
        if file.is_page and file.original and file.original.source != file.path
    }


def _render_table(heading: str, heads: tuple[str, str], rows: Mapping[str, str]) -> str:
    lines = "\n".join(f"| `{old}` | `{new}` |" for old, new in rows.items())
    return f"## {heading}\n\n| {heads[0]} | {heads[1]} |\n|---|---|\n{lines}"
