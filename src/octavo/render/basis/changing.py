"""The facts about a page that change with its text, without settings and templates.

These are the description of a page without one, and the day of its last change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from octavo.render.basis.html import escape_attribute, write_json
from octavo.render.basis.wording import Wording
from octavo.search.page_text import Section

DESCRIPTIONS = ("description", "og:description", "twitter:description")
"""The meta tags with the description of a page."""
_PROPERTIES = ("og:", "article:", "fb:")
_LONGEST = 200
_SHORTEST = 40
"""The shortest line that counts as a sentence; shorter ones are labels or names."""
_MOST_LINES = 12


class PageRules(NamedTuple):
    """The facts about a page for filling in parts that change with its text."""

    mode: str = ""
    """The layout of the page."""
    described: Sequence[str] = ()
    """The meta tags with the first words of the page."""
    has_data: bool = False
    """Whether the head has structured data."""
    given_day: str = ""
    """The author's date of the last change."""
    shows_day: bool = False
    """Whether readers see that date."""
    dated_source: str = ""
    """The file whose last change counts, if the author sets no date."""
    is_listed: bool = False
    """Whether the sitemap lists the page."""
    has_feed: bool = False
    """Whether its updates have feeds."""
    shows_feed: bool = False
    """Whether readers see a link to them."""
    channel: Sequence[str] = ()
    """The channel of its feeds, if it has updates; see `Channel`."""


def render_tag(name: str, value: str) -> str:
    """Return a meta tag; Open Graph tags use `property`."""
    kind = "property" if name.startswith(_PROPERTIES) else "name"
    return f'\n<meta {kind}="{escape_attribute(name)}" content="{escape_attribute(value)}">'


def render_description(rules: PageRules, words: str) -> str:
    """Return the meta tags with the first words of a page."""
    return "".join(render_tag(name, words) for name in rules.described) if words else ""


def render_data(rules: PageRules, words: str, day: str | None) -> str:
    """Return the end of a page's structured data: the part that changes with its text."""
    if not rules.has_data:
        return ""
    members = {
        "description": words if "description" in rules.described else "",
        "dateModified": rules.given_day or day,
    }
    return "".join(f',"{name}":{write_json(value)}' for name, value in members.items() if value)


def find_first_words(sections: Iterable[Section]) -> str:
    """Return the first sentences of a page, cut at a word."""
    for section in sections:
        lines = section.text.split("\n", _MOST_LINES)[:_MOST_LINES]
        line = next((line for line in lines if len(line) >= _SHORTEST), lines[0])
        if line:
            return cut_words(line)
    return ""


def cut_words(text: str) -> str:
    """Return a text, or its first words up to the length in search engines."""
    if len(text) <= _LONGEST:
        return text
    start, blank, _ = text[:_LONGEST].rpartition(" ")
    return (start if blank else text[: _LONGEST - 1]).rstrip(" ,;:.-") + "…"


def render_day(rules: PageRules, day: str | None, say: Wording) -> str:
    """Return the line for readers with the date of the last change."""
    date = rules.given_day or day
    if not rules.shows_day or not date:
        return ""
    time = f'<time datetime="{date}">{say.write_day(date)}</time>'
    return f'<p class="page-updated">{say("Last updated {day}", day=time)}</p>'
