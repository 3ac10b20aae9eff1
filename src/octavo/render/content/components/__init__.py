"""The built-in components, and the one table that lists them.

A component is one file: its properties, its HTML and its Markdown stand side by side, under the
name of its family: `containers/tabs.py`. Styles are `theme/css/components/containers/tabs.css`, a
script, if it has one, is `theme/js/components/tabs.js`.

1. `containers` hold other content, `inline` stands inside a line, `reference` describes things.
2. `code` has code blocks and groups of them, `plain` elements that need no component.
3. `properties` reads what an author gave to a component.
"""

from __future__ import annotations

from octavo.render.content.components import code, plain
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
from octavo.render.content.components.inline import badges, icon, swatches, tooltips
from octavo.render.content.components.properties import Component
from octavo.render.content.components.reference import (
    examples,
    fields,
    prompts,
    repositories,
    trees,
)

REFERENCE: dict[str, Component] = {
    **examples.COMPONENTS,
    **fields.COMPONENTS,
    **prompts.COMPONENTS,
    **repositories.COMPONENTS,
    **trees.COMPONENTS,
}
"""Those whose styles only pages load that have one of them."""

COMPONENTS: dict[str, Component] = {
    **REFERENCE,
    **badges.COMPONENTS,
    **callouts.COMPONENTS,
    **cards.COMPONENTS,
    **code.COMPONENTS,
    **disclosures.COMPONENTS,
    **frames.COMPONENTS,
    **icon.COMPONENTS,
    **plain.COMPONENTS,
    **steps.COMPONENTS,
    **swatches.COMPONENTS,
    **tabs.COMPONENTS,
    **tooltips.COMPONENTS,
    **updates.COMPONENTS,
    **views.COMPONENTS,
}
