"""Components that contain other content.

`callouts`, `cards`, `disclosures` (accordions, expandables), `frames`, `steps`, `tabs`, `updates`
and `views`: each file has one family.
"""

from __future__ import annotations

from octavo.render.content.components.containers import (
    callouts,
    cards,
    disclosures,
    frames,
    steps,
    tabs,
    updates,
    views,
)
from octavo.render.content.components.properties import Component

COMPONENTS: dict[str, Component] = {
    **callouts.COMPONENTS,
    **cards.COMPONENTS,
    **disclosures.COMPONENTS,
    **frames.COMPONENTS,
    **steps.COMPONENTS,
    **tabs.COMPONENTS,
    **updates.COMPONENTS,
    **views.COMPONENTS,
}
