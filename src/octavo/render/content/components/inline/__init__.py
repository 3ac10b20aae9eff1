"""Components for text.

`badges`, `icon`, `swatches` of colors and `tooltips`: each file has one family.
"""

from __future__ import annotations

from octavo.render.content.components.inline import badges, icon, swatches, tooltips
from octavo.render.content.components.properties import Component

COMPONENTS: dict[str, Component] = {
    **badges.COMPONENTS,
    **icon.COMPONENTS,
    **swatches.COMPONENTS,
    **tooltips.COMPONENTS,
}
