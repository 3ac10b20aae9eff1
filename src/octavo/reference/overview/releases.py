"""What the pages about the releases of an API show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from octavo.openapi.changes.effects import Impact
from octavo.openapi.changes.history import History, Noted, Release
from octavo.openapi.changes.operations import name_operation
from octavo.openapi.model import OperationKey
from octavo.reference import view
from octavo.reference.facts.since import name_release
from octavo.reference.overview.document_pages import DocumentPages
from octavo.reference.view import Code, Sentence, Words, say
from octavo.site.model import Page

_TITLES = {
    Impact.BREAKING: ("breaking", say("Breaking changes")),
    Impact.DANGEROUS: ("dangerous", say("Dangerous changes")),
    Impact.ADDITIVE: ("added", say("Additions")),
    Impact.DOCUMENTATION: ("documentation", say("Documentation")),
}
_COUNTS = {
    Impact.BREAKING: say("{count} breaking"),
    Impact.DANGEROUS: say("{count} dangerous"),
    Impact.ADDITIVE: say("{count} added"),
    Impact.DOCUMENTATION: say("{count} in texts"),
}
_MOST_USERS = 3
_MOST_IN_FEED = 50
IsHidden = Callable[[OperationKey], bool]


def introduce_release(release: Release, is_hidden: IsHidden) -> tuple[view.Part, ...]:
    """Return what the page of a release says above its sections."""
    parts = [_say_day(release.day)] if release.day else []
    if release.before is None:
        count = f"{release.count:,}"
        parts.append(say("The first release in this list. It has {count} operations.", count=count))
    else:
        parts.append(say("Compared with {release}.", release=name_release(release.before)))
    changes = list_shown(release, is_hidden)
    counts = count_changes(changes)
    parts += [counts] if counts else [say("No changes.")] if release.before is not None else []
    return tuple(view.Line(each, "release-facts") for each in parts)


def _say_day(day: str) -> Words:
    return say("Released on {day}.", day=day)


def list_shown(release: Release, is_hidden: IsHidden) -> list[Noted]:
    """Return the changes of a release that readers may see."""
    return [
        each
        for each in release.changes
        if not (each.operations and all(map(is_hidden, each.operations)))
    ]


def count_changes(changes: Sequence[Noted]) -> Words | None:
    """Return how many changes there are of each severity; None without any."""
    numbers = {impact: sum(each.impact is impact for each in changes) for impact in Impact}
    counts = [
        Words(_COUNTS[impact].text, (("count", f"{number:,}"),))
        for impact, number in numbers.items()
        if number
    ]
    return view.list_words(counts) if counts else None


def view_release(
    release: Release, pages: DocumentPages, is_hidden: IsHidden, of: Page, ids: view.Ids
) -> view.View:
    """Return the sections of the page of a release: by severity, then by tag."""
    changes = list_shown(release, is_hidden)
    sections = []
    for impact, (name, title) in _TITLES.items():
        own = [each for each in changes if each.impact is impact]
        if own:
            heading = view.Heading(ids.make_unique(name), title)
            parts = _list_by_tag(own, pages, is_hidden, of)
            sections.append(view.Section(heading, (view.Head((heading,)), *parts)))
    return view.View(tuple(sections))


def _list_by_tag(
    changes: Iterable[Noted], pages: DocumentPages, is_hidden: IsHidden, of: Page
) -> Iterator[view.Part]:
    by_tag: dict[str, list[Noted]] = {}
    for each in _join_equal(changes):
        by_tag.setdefault(each.tag, []).append(each)
    for tag in sorted(by_tag, key=lambda tag: (not tag, tag)):
        declared = pages.tags.get(tag)
        title = Words("{name}", (("name", declared.group if declared else tag),)) if tag else None
        items = tuple(_list_items(by_tag[tag], pages, is_hidden, of))
        others = say("Several topics") if len(by_tag) > 1 else view.NO_WORDS
        yield view.Group((view.Items(items, "change-list", is_prose=False),), title or others)


def _join_equal(changes: Iterable[Noted]) -> Iterator[Noted]:
    """Return changes that many operations share, such as a new server, as one."""
    same: dict[tuple[str, str], list[Noted]] = {}
    for each in changes:
        is_own = len(each.operations) == 1 and each.where == name_operation(each.operations[0])
        alone = "" if is_own and each.code.startswith(("server-", "security")) else each.where
        same.setdefault((alone, each.message), []).append(each)
    for (where, _), several in same.items():
        first = several[0]
        if len(several) == 1:
            yield first
            continue
        keys = dict.fromkeys(key for each in several for key in each.operations)
        tags = {each.tag for each in several}
        tag = tags.pop() if len(tags) == 1 else ""
        yield Noted(first.code, first.impact, where, first.message, tuple(keys), tag)


def _list_items(
    changes: Iterable[Noted], pages: DocumentPages, is_hidden: IsHidden, of: Page
) -> Iterator[view.Item]:
    """Return an item for each operation, schema or other place, with what changed there."""
    by_place: dict[tuple[str, OperationKey | None], list[view.Item]] = {}
    for each in changes:
        key = each.operations[0] if len(each.operations) == 1 else None
        own = name_operation(key) if key is not None else ""
        rest = each.where
        place: tuple[str, OperationKey | None]
        if own and (rest == own or rest.startswith(f"{own}, ")):
            place, rest = (own, key), rest[len(own) :].removeprefix(", ")
        else:
            name, _, rest = rest.partition(", ")
            place = (name, None)
        text = f"{rest}: {each.message}" if rest else each.message
        words = _say_code(text)
        users = None if place[1] else _link_users(each.operations, pages, is_hidden, of)
        if users is not None:
            words = Words("{change} ({users})", (("change", words), ("users", users)))
        by_place.setdefault(place, []).append(view.Item(Sentence(words)))
    for (name, key), inside in by_place.items():
        page = pages.find_key(key, of) if key is not None and not is_hidden(key) else None
        label: view.ItemName = Sentence(_say_code(name or "all operations"))
        if page is not None:
            path = page.operation.partition(" ")[2]
            label = view.PageLink(page.url, page.method or "", page.title, path)
        yield view.Item(label, inside=tuple(inside))


def _link_users(
    keys: Sequence[OperationKey], pages: DocumentPages, is_hidden: IsHidden, of: Page
) -> Words | None:
    """Return the operations that a change reaches."""
    linked = [page for key in keys if not is_hidden(key) and (page := pages.find_key(key, of))]
    links = [
        Words("{link}", (("link", view.PageLink(page.url, page.method or "", page.title)),))
        for page in linked[:_MOST_USERS]
    ]
    more = len(linked) - len(links)
    links += [say("{count} more", count=f"{more:,}")] if more > 0 else []
    return say("reaches {operations}", operations=view.list_words(links)) if links else None


def _say_code(text: str) -> Words:
    """Return a message in which names and values between backticks are code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        parts = [text.replace("`", "'")]
    values = [
        (f"part{at}", Code(part) if at % 2 else part) for at, part in enumerate(parts) if part
    ]
    return Words("".join(f"{{{name}}}" for name, _ in values), tuple(values))


def view_changelog(
    history: History, pages: DocumentPages, is_hidden: IsHidden, of: Page, ids: view.Ids
) -> view.View:
    """Return the sections of the page that lists all releases, the newest first."""
    own = pages.list_releases(of)
    sections = []
    for release in history.releases:
        page = own.get(release.name)
        if page is None:
            continue
        id_ = ids.make_unique(build_anchor(release.name))
        heading = view.Heading(id_, name_release(release.name))
        changes = list_shown(release, is_hidden)
        lines = [_say_day(release.day)] if release.day else []
        counts = count_changes(changes)
        first = say("{count} operations", count=f"{release.count:,}")
        lines.append(counts or (first if release.before is None else say("No changes.")))
        link = view.PageLink(page.url, "", page.title)
        lines.append(Words("{link}", (("link", link),)))
        facts = tuple(view.Line(each, "release-facts") for each in lines)
        sections.append(view.Section(heading, (view.Head((heading,)), *facts)))
    return view.View(tuple(sections))


def build_anchor(name: str) -> str:
    """Return the id of a release in the list of all."""
    return f"release-{view.build_id_part(name.replace('.', '-') or 'next')}"


def list_for_feed(
    release: Release, pages: DocumentPages, is_hidden: IsHidden, of: Page
) -> tuple[view.Part, ...]:
    """Return what a feed says of a release: the counts, and its worst changes."""
    changes = list_shown(release, is_hidden)
    counts = count_changes(changes)
    items = tuple(_list_items(_join_equal(changes[:_MOST_IN_FEED]), pages, is_hidden, of))
    lines = (view.Line(counts),) if counts else ()
    return (*lines, view.Items(items, "change-list", is_prose=False)) if items else lines
