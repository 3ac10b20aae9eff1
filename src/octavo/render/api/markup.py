"""The pieces that API pages are made of: headings, labels, ids, and parts of which one is shown.

HTML that is made once and shown on many pages has a mark, `PREFIX`, where the ids of its fields
begin; the page that shows it says what stands there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from octavo.render.html import escape_attribute, escape_text, render_heading_link
from octavo.render.wording import Wording
from octavo.values import dataclass

PREFIX = "\0"
"""Stands in HTML for the beginning of an id; `escape_text` keeps it out of foreign texts."""

COPY_SCRIPT = "components/copy.js"
SWITCH_SCRIPT = "api/switch.js"

_NOT_IN_ID = re.compile(r"[^\w-]+")
_MOST_TABS = 6
_TAB_LETTERS = 44
"""Titles of more letters do not stand beside each other in the column."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One of several parts that take turns."""

    id: str
    title: str
    html: str
    mark: str = ""
    """What kind it is, for its color: the first digit of a status."""


@lru_cache(maxsize=10_000)
def build_id_part(name: str) -> str:
    """Return what a name is in an id: letters, digits and dashes, in the name's own case."""
    return _NOT_IN_ID.sub("-", name).strip("-")[:80] or "field"


class Ids:
    """Gives ids that nothing else in the same space has."""

    def __init__(self, ids: Sequence[str] | frozenset[str] = ()) -> None:
        self._ids = set(ids)

    def make_unique(self, name: str) -> str:
        """Return the wanted id, or the first with a number behind it that is free."""
        candidate, number = name, 1
        while candidate in self._ids:
            number += 1
            candidate = f"{name}-{number}"
        self._ids.add(candidate)
        return candidate


def render_section_heading(id_: str, title: str, say: Wording, level: int = 2) -> str:
    """Return the heading of a section with the link to itself."""
    link = render_heading_link(id_, title, say)
    return f'<h{level} id="{id_}">{link}{escape_text(title)}</h{level}>'


def render_head_row(*parts: str) -> str:
    """Return a line with a heading at its start and what is said about it at its end."""
    return f'<div class="api-head">{"".join(parts)}</div>'


def render_pill(label: str, kind: str = "") -> str:
    """Return a small label beside the name of a field."""
    names = f"field-pill {kind}" if kind else "field-pill"
    return f'<span class="{names}">{escape_text(label)}</span>'


def render_method_pill(method: str, label: str | None = None) -> str:
    """Return the method of a request as a word on its color."""
    kind = escape_attribute(method.lower())
    return f'<span class="method-pill" data-method="{kind}">{escape_text(label or method)}</span>'


def render_expandable(content: str, what: str, say: Wording, *, is_open: bool = False) -> str:
    """Return what is behind a line that says `Show` and what it is."""
    state = " open" if is_open else ""
    return (
        f'<details class="expandable"{state}>{_render_summary(what, say)}'
        f'<div class="expandable-content">{content}</div></details>'
    )


def render_later(href: str, what: str, link: str, attributes: str, say: Wording) -> str:
    """Return the line that opens a fragment, which is loaded then; without script it is a link."""
    return (
        f'<details class="expandable later"{attributes}>{_render_summary(what, say)}'
        f'<div class="expandable-content"><a href="{href}">{link}</a></div></details>'
    )


def _render_summary(what: str, say: Wording) -> str:
    return (
        f'<summary><span class="when-closed">{say("Show {what}", what=what)}</span>'
        f'<span class="when-open">{say("Hide {what}", what=what)}</span></summary>'
    )


def render_switch(
    panels: Sequence[Panel],
    label: str,
    *,
    head: str = "",
    intro: str = "",
    kind: str = "",
    as_list: bool = False,
) -> str:
    """Return parts of which one is shown; without script, and in print, all below their titles.

    Few short titles are tabs, others are a list to choose from. Groups of one `kind` that have
    equal titles are kept in step. The `head` stands before the control, the `intro` below both.
    """
    letters = sum(len(panel.title) for panel in panels)
    is_short = len(panels) <= _MOST_TABS and letters + 3 * len(panels) <= _TAB_LETTERS
    has_tabs = is_short and not as_list
    control = _render_tabs(panels, label) if has_tabs else _render_choice(panels, label)
    step = f' data-step="{kind}"' if kind else ""
    panels_html = "".join(
        _render_panel(panel, at, is_tab=has_tabs) for at, panel in enumerate(panels)
    )
    bar = f'<div class="switch-bar">{head}{control}</div>'
    return f'<div class="switch"{step}>{bar}{intro}{panels_html}</div>'


def _render_tabs(panels: Sequence[Panel], label: str) -> str:
    tabs = []
    for at, panel in enumerate(panels):
        state = "false" if at else "true"
        turn = ' tabindex="-1"' if at else ""
        mark = f' data-mark="{escape_attribute(panel.mark)}"' if panel.mark else ""
        tabs.append(
            f'<button class="switch-tab" type="button" role="tab" id="tab.{panel.id}" '
            f'aria-controls="{panel.id}" aria-selected="{state}"{turn}{mark}>'
            f"{escape_text(panel.title)}</button>"
        )
    return f'<div class="switch-tabs" role="tablist" aria-label="{label}">{"".join(tabs)}</div>'


def _render_choice(panels: Sequence[Panel], label: str) -> str:
    options = "".join(f"<option>{escape_text(panel.title)}</option>" for panel in panels)
    return f'<select class="switch-choice" aria-label="{label}">{options}</select>'


def _render_panel(panel: Panel, at: int, *, is_tab: bool) -> str:
    state = ' hidden="until-found"' if at else ""
    title = escape_attribute(panel.title)
    role = (
        f'role="tabpanel" aria-labelledby="tab.{panel.id}"'
        if is_tab
        else f'role="group" aria-label="{title}"'
    )
    return (
        f'<div class="switch-panel" id="{panel.id}" {role} data-title="{title}"{state}>'
        f"{panel.html}</div>"
    )
