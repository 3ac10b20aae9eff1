"""Feeds of the updates of a page: RSS 2.0 and Atom, for programs that follow changelogs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.basis.wording import Wording
from octavo.render.content.components.containers.updates import Update
from octavo.render.listings.plain_html import clean_html
from octavo.settings.dates import read_day

RSS = "rss.xml"
ATOM = "atom.xml"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_FIRST_DAY = "1970-01-01"
"""The date of updates without one, because Atom requires a date."""


class Channel(NamedTuple):
    """The facts for feeds about their page."""

    title: str
    description: str
    site_name: str
    language: str
    address: str
    """The whole address of the page."""
    href: str
    """The link to the page."""


class _Entry(NamedTuple):
    """An update in a feed."""

    id: str
    address: str
    title: str
    html: str
    tags: Sequence[str]
    day: str


def build_feed_output(url: str, name: str) -> str:
    """Return the output path of a feed of the page at a URL."""
    return f"{url}/{name}".lstrip("/")


def render_feeds(channel: Channel, updates: Sequence[Update], day: str | None) -> dict[str, bytes]:
    """Return the feeds of a page by name; `day` is for updates without a date in their label."""
    entries = list(_list_entries(channel, updates, day))
    return {
        RSS: _join(_list_rss_lines(channel, entries)),
        ATOM: _join(_list_atom_lines(channel, entries)),
    }


def render_feed_links(channel: Channel) -> str:
    """Return the elements with which programs find the feeds of a page."""
    title = escape_attribute(f"{channel.title} - {channel.site_name}")
    href = escape_attribute(channel.href)
    return "".join(
        f'\n<link rel="alternate" type="{kind}" title="{title}" href="{href}{name}">'
        for name, kind in ((RSS, "application/rss+xml"), (ATOM, "application/atom+xml"))
    )


def render_subscribe(channel: Channel, icon: str, say: Wording) -> str:
    """Return the link with which readers find the feed of a page."""
    href = escape_attribute(channel.href + RSS)
    return (
        f'\n<p class="page-feed"><a class="page-action" href="{href}" '
        f'type="application/rss+xml">{icon}{say("Subscribe")}</a></p>'
    )


def _list_entries(
    channel: Channel, updates: Sequence[Update], page_day: str | None
) -> Iterator[_Entry]:
    days = [read_day(each.label) or read_day(each.description) for each in updates]
    latest = max(filter(None, days), default=_FIRST_DAY)
    for update, id_, day in zip(updates, _list_ids(updates), days, strict=True):
        yield _Entry(
            f"{channel.address}#{id_}",
            f"{channel.address}#{update.anchor}",
            update.title or update.label,
            clean_html(update.html, channel.address),
            update.tags,
            day or page_day or latest,
        )


def _list_ids(updates: Sequence[Update]) -> list[str]:
    """Return ids that stay the same after newer updates with the same label."""
    counts: dict[str, int] = {}
    ids = []
    for update in reversed(updates):
        number = counts[update.slug] = counts.get(update.slug, 0) + 1
        ids.append(update.slug if number == 1 else f"{update.slug}-{number}")
    return ids[::-1]


def _list_rss_lines(channel: Channel, entries: Sequence[_Entry]) -> Iterator[str]:
    yield (
        '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" '
        'xmlns:content="http://purl.org/rss/1.0/modules/content/">'
    )
    yield "<channel>"
    yield _write("title", f"{channel.title} - {channel.site_name}")
    yield _write("link", channel.address)
    yield _write("description", channel.description or channel.title)
    yield _write("language", channel.language)
    yield _write("lastBuildDate", _format_mail_day(_find_latest(entries)))
    own = _quote(channel.address + RSS)
    yield f'<atom:link href={own} rel="self" type="application/rss+xml"/>'
    for entry in entries:
        yield "<item>"
        yield _write("title", entry.title)
        yield _write("link", entry.address)
        yield f'<guid isPermaLink="false">{_escape(entry.id)}</guid>'
        yield _write("pubDate", _format_mail_day(entry.day))
        yield from (_write("category", tag) for tag in entry.tags)
        yield _write("description", entry.html)
        yield "</item>"
    yield "</channel>"
    yield "</rss>"


def _list_atom_lines(channel: Channel, entries: Sequence[_Entry]) -> Iterator[str]:
    yield f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang={_quote(channel.language)}>'
    yield _write("id", channel.address)
    yield _write("title", f"{channel.title} - {channel.site_name}")
    if channel.description:
        yield _write("subtitle", channel.description)
    yield _write("updated", _format_day(_find_latest(entries)))
    yield f"<author>{_write('name', channel.site_name)}</author>"
    yield f"<link href={_quote(channel.address)}/>"
    own = _quote(channel.address + ATOM)
    yield f'<link rel="self" type="application/atom+xml" href={own}/>'
    for entry in entries:
        yield "<entry>"
        yield _write("id", entry.id)
        yield _write("title", entry.title)
        yield f"<link href={_quote(entry.address)}/>"
        yield _write("updated", _format_day(entry.day))
        yield from (f"<category term={_quote(_clean(tag))}/>" for tag in entry.tags)
        yield f'<content type="html">{_escape(entry.html)}</content>'
        yield "</entry>"
    yield "</feed>"


def _find_latest(entries: Sequence[_Entry]) -> str:
    return max((entry.day for entry in entries), default=_FIRST_DAY)


def _write(name: str, text: str) -> str:
    return f"<{name}>{_escape(text)}</{name}>"


def _escape(text: str) -> str:
    return escape_text(_clean(text))


def _quote(text: str) -> str:
    """Return a text as the value of an attribute, with its quotes."""
    return f'"{escape_attribute(text)}"'


def _clean(text: str) -> str:
    """Return a text without the characters that XML can't contain."""
    return "".join(c for c in text if c >= " " or c in "\t\n").translate(_NOT_IN_XML)


_NOT_IN_XML = dict.fromkeys((*range(0xD800, 0xE000), 0xFFFE, 0xFFFF))


def _format_day(day: str) -> str:
    return f"{day}T00:00:00Z"


def _format_mail_day(day: str) -> str:
    from email.utils import format_datetime  # noqa: PLC0415 (few pages have a feed)

    return format_datetime(datetime.fromisoformat(day).replace(tzinfo=UTC), usegmt=True)


def _join(lines: Iterable[str]) -> bytes:
    return (_HEAD + "\n".join(lines) + "\n").encode()
