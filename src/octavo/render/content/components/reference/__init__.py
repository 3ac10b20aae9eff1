"""Components that describe things.

`examples` of requests and responses, `fields`, `prompts`, `repositories` and `trees` of files: each
file has one family. Only pages with one of them load their styles.
"""

from __future__ import annotations

from octavo.render.content.components.properties import Component
from octavo.render.content.components.reference import (
    examples,
    fields,
    prompts,
    repositories,
    trees,
)

COMPONENTS: dict[str, Component] = {
    **examples.COMPONENTS,
    **fields.COMPONENTS,
    **prompts.COMPONENTS,
    **repositories.COMPONENTS,
    **trees.COMPONENTS,
}
