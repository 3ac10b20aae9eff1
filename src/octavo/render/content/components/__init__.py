"""The built-in components, and the one table that lists them.

A component is one file: its properties, its HTML and its Markdown stand side by side, under the
name of its family: `containers/tabs.py`. The folder names its families. Styles are
`theme/css/components/containers/tabs.css`, a script, if it has one, is
`theme/js/components/tabs.js`.

1. `containers` hold other content, `inline` stands inside a line, `reference` describes things.
2. `code` has code blocks and groups of them, `plain` elements that need no component.
3. `properties` reads what an author gave to a component.
"""

from __future__ import annotations

from octavo.render.content.components import code, containers, inline, plain, reference
from octavo.render.content.components.properties import Component

COMPONENTS: dict[str, Component] = {
    **code.COMPONENTS,
    **containers.COMPONENTS,
    **inline.COMPONENTS,
    **plain.COMPONENTS,
    **reference.COMPONENTS,
}
