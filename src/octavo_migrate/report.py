"""Writes `MIGRATION.md`: what was carried over, what was changed, and what was lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from octavo.problems import Location
from octavo_migrate.moved_site import Fate, MovedSite, Note, Outcome

_HEADINGS = {
    Outcome.LOST: "Not carried over",
    Outcome.HELD_BACK: "Not published",
    Outcome.CHANGED: "Changed",
    Outcome.CARRIED: "Carried over",
}
_NOTHING_LOST = "Nothing that was found is missing in the new project."
_NOTHING_MORE = "Nothing that was found is missing, but for what is not published."


def render_report(site: MovedSite, settings_name: str, redirects: Mapping[str, str]) -> str:
    """Return the whole text."""
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
    return "\n\n".join(parts) + "\n"


def group_notes(notes: Iterable[Note]) -> list[tuple[Note, tuple[Location, ...]]]:
    """Return notes that say the same as one, with all their places."""
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
        "of the same name in the new one. Look at the "
        "site with `octavo dev`, let `octavo check` look for what is left to do, and remove this "
        "file (and its line in `.octavoignore`) when you are done.\n\n"
        f"- Pages: {pages}, of which {changed} {'was' if changed == 1 else 'were'} changed and "
        f"{new} {'is' if new == 1 else 'are'} new; all others are as they were, byte for byte\n"
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
    """Return the new files of pages, by their old ones, where the name or the folder differs."""
    return {
        file.original.source: file.path
        for file in site.files
        if file.is_page and file.original and file.original.source != file.path
    }


def _render_table(heading: str, heads: tuple[str, str], rows: Mapping[str, str]) -> str:
    lines = "\n".join(f"| `{old}` | `{new}` |" for old, new in rows.items())
    return f"## {heading}\n\n| {heads[0]} | {heads[1]} |\n|---|---|\n{lines}"
