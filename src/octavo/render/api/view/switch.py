"""Prints parts of which one is shown as HTML; without script, and in print, all are."""

from __future__ import annotations

from collections.abc import Sequence

from octavo.reference import view
from octavo.render.html import escape_attribute, escape_text

_MOST_TABS = 6
SWITCH = ("switch-tabs", "switch-tab", "switch-choice")
CODE = ("code-tabs", "code-tab", "code-choice")
"""The classes of tabs, of one of them, and of a list to choose from."""
Classes = tuple[str, str, str]


def has_tabs(panels: Sequence[view.Panel], most_letters: int, between: int) -> bool:
    """Tell whether there are few and short titles, which stand beside each other."""
    letters = sum(len(panel.title) + between for panel in panels)
    return len(panels) <= _MOST_TABS and letters <= most_letters


def render_tabs(classes: Classes, panels: Sequence[view.Panel], label: str) -> str:
    """Return titles as tabs."""
    tabs = []
    for at, panel in enumerate(panels):
        state = 'aria-selected="false" tabindex="-1"' if at else 'aria-selected="true"'
        mark = f' data-mark="{escape_attribute(panel.mark)}"' if panel.mark else ""
        tabs.append(
            f'<button class="{classes[1]}" type="button" role="tab" id="tab.{panel.id}" '
            f'aria-controls="{panel.id}" {state}{mark}>{escape_text(panel.title)}</button>'
        )
    return f'<div class="{classes[0]}" role="tablist" aria-label="{label}">{"".join(tabs)}</div>'


def render_choice(classes: Classes, panels: Sequence[view.Panel], label: str) -> str:
    """Return titles as a list to choose from."""
    options = "".join(f"<option>{escape_text(panel.title)}</option>" for panel in panels)
    return f'<select class="{classes[2]}" aria-label="{label}">{options}</select>'


def render_panel(
    start: str, panel: view.Panel, html: str, at: int, *, is_tab: bool, end: str = ""
) -> str:
    """Return one of the parts; the first is shown."""
    title = escape_attribute(panel.title)
    role = f'role="group" aria-label="{title}"'
    if is_tab:
        role = f'role="tabpanel" aria-labelledby="tab.{panel.id}"'
    state = ' hidden="until-found"' if at else ""
    return f'{start} id="{panel.id}" {role} data-title="{title}"{state}{end}>{html}</div>'
