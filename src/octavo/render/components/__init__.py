"""The built-in components: a name, and the function that writes its HTML.

A component is one file of HTML building, one of styles and at most one of script, under the name of
its family: `tabs.py`, `theme/css/components/tabs.css`, `theme/js/components/tabs.js`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.render.components import (
    badges,
    callouts,
    cards,
    code,
    disclosures,
    examples,
    fields,
    frames,
    icon,
    plain,
    prompts,
    repositories,
    steps,
    swatches,
    tabs,
    tooltips,
    trees,
    updates,
    views,
)

if TYPE_CHECKING:
    from octavo.render.components.properties import Component

COMPONENTS: dict[str, Component] = {
    **badges.COMPONENTS,
    **callouts.COMPONENTS,
    **cards.COMPONENTS,
    **code.COMPONENTS,
    **disclosures.COMPONENTS,
    **examples.COMPONENTS,
    **fields.COMPONENTS,
    **frames.COMPONENTS,
    **icon.COMPONENTS,
    **plain.COMPONENTS,
    **prompts.COMPONENTS,
    **repositories.COMPONENTS,
    **steps.COMPONENTS,
    **swatches.COMPONENTS,
    **tabs.COMPONENTS,
    **tooltips.COMPONENTS,
    **trees.COMPONENTS,
    **updates.COMPONENTS,
    **views.COMPONENTS,
}
