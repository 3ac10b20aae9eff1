"""Reports unpublished pages to the author, with the reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.json.places import Pointer
from octavo.settings.marks.parts import MarkedPart
from octavo.settings.marks.reading import Mark, MarkKind
from octavo.settings.mistakes import name_setting
from octavo.site.visibility.gate import Gate, MarkedPage
from octavo.site.visibility.standing import Standing

PlaceOf = Callable[[Pointer], Location]
PlaceInPage = Callable[[str, str], Location]

_MOST_NAMED = 20
_HINT = (
    "Octavo does not ask readers who they are yet. Take the key out to publish it for everybody, "
    "or write `draft: true` in its place."
)


def report_marks(gate: Gate, place_of: PlaceOf, place_in_page: PlaceInPage) -> Iterator[Problem]:
    """Return a note on all drafts and dates, and an error for each rule without protection.

    `place_of` returns the locations of settings.
    """
    drafts = [each for each in gate.pages.values() if each.visibility.standing is Standing.DRAFT]
    if drafts:
        yield _note_drafts(drafts)
    for part in gate.parts.parts:
        for mark in part.own:
            if mark.doubt or mark.kind is MarkKind.ACCESS:
                yield _explain_part(part, mark, place_of((*part.pointer, mark.key)))
    for page in gate.pages.values():
        for mark in page.own:
            if mark.kind is MarkKind.ACCESS and mark.key:
                yield _explain_page(mark, place_in_page(page.source, mark.key))


def _note_drafts(pages: list[MarkedPage]) -> Problem:
    dated = [page for page in pages if page.visibility.until]
    over = [page for page in pages if page.visibility.is_over]
    plain = [page for page in pages if page not in dated and page not in over]
    parts = []
    if plain:
        names = _join_names(f"`{page.source}`" for page in plain)
        parts.append(f"{_count(plain, 'draft', 'drafts')} ({names})")
    if dated:
        names = _join_names(f"`{page.source}` until {page.visibility.until}" for page in dated)
        parts.append(f"{_count(dated, 'page', 'pages')} with a later date ({names})")
    if over:
        names = _join_names(f"`{page.source}`" for page in over)
        parts.append(f"{_count(over, 'page', 'pages')} whose time is over ({names})")
    verb = "is" if len(pages) == 1 else "are"
    return Problem(
        Code.PAGE_DRAFT,
        f"{' and '.join(parts)} {verb} not published",
        Location(pages[0].source),
        Severity.INFO,
        "`octavo dev` shows them.",
    )


def _count(items: list[MarkedPage], one: str, many: str) -> str:
    return f"{len(items):,} {one if len(items) == 1 else many}"


def _join_names(names: Iterable[str]) -> str:
    all_names = list(names)
    more = f" and {len(all_names) - _MOST_NAMED} more" if len(all_names) > _MOST_NAMED else ""
    return f"{', '.join(all_names[:_MOST_NAMED])}{more}"


def _explain_page(mark: Mark, place: Location) -> Problem:
    reason = mark.doubt or f"`{mark.key}` says that this page is not for everybody"
    return Problem(
        Code.PAGE_PRIVATE,
        f"{reason}; nothing protects it yet, so it is not published",
        place,
        hint=_HINT,
    )


def _explain_part(part: MarkedPart, mark: Mark, place: Location) -> Problem:
    name = name_setting(part.pointer)
    if mark.kind is MarkKind.ACCESS:
        reason = mark.doubt or f"`{mark.key}` says that {name} is not for everybody"
        message = f"{reason}; nothing protects its pages yet, so they are not published"
        return Problem(Code.PAGE_PRIVATE, message, place, hint=_HINT)
    message = f"{mark.doubt}; the pages of {name} are not published"
    severity = Severity.ERROR if mark.meant else Severity.WARNING
    return Problem(Code.SETTINGS_WRONG_VALUE, message, place, severity)
