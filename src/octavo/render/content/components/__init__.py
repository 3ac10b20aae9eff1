"""The built-in components, and the table that lists them.

A component is in one file with its properties, its HTML and its Markdown, under the name of its
family: `containers/tabs.py`. The folder names its families. Styles are in
`theme/css/components/containers/tabs.css`. A script, if it has one, is
`theme/js/components/tabs.js`.

1. `containers` contain other content, `inline` is for text, `reference` describes things.
2. `code` has code blocks and groups of them, `plain` elements that need no component.
3. `properties` reads the author's properties of a component.
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
