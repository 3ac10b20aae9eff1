"""Prints switches as HTML: one part is visible; without scripts, and in print, all are."""

from __future__ import annotations

from octavo.reference import view
from octavo.render.basis.html import escape_attribute, escape_text

SWITCH = ("switch-tabs", "switch-tab", "switch-choice")
CODE = ("code-tabs", "code-tab", "code-choice")
"""The classes of tabs, of a single tab, and of a select list."""


def render_control(switch: view.Switch, classes: tuple[str, str, str], label: str) -> str:
    """Return the titles as tabs or as a list to choose from."""
    if not switch.has_tabs:
        options = "".join(f"<option>{escape_text(each.title)}</option>" for each in switch.panels)
        return f'<select class="{classes[2]}" aria-label="{label}">{options}</select>'
    tabs = []
    for at, panel in enumerate(switch.panels):
        state = 'aria-selected="false" tabindex="-1"' if at else 'aria-selected="true"'
        mark = f' data-mark="{escape_attribute(panel.mark)}"' if panel.mark else ""
        tabs.append(
            f'<button class="{classes[1]}" type="button" role="tab" id="tab.{panel.id}" '
            f'aria-controls="{panel.id}" {state}{mark}>{escape_text(panel.title)}</button>'
        )
    return f'<div class="{classes[0]}" role="tablist" aria-label="{label}">{"".join(tabs)}</div>'


def render_panel(start: str, switch: view.Switch, at: int, html: str, end: str = "") -> str:
    """Return one of the parts; the first is visible."""
    panel = switch.panels[at]
    title = escape_attribute(panel.title)
    role = f'role="group" aria-label="{title}"'
    if switch.has_tabs:
        role = f'role="tabpanel" aria-labelledby="tab.{panel.id}"'
    state = ' hidden="until-found"' if at else ""
    return f'{start} id="{panel.id}" {role} data-title="{title}"{state}{end}>{html}</div>'
