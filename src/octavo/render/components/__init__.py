"""The built-in components: a name, and the function that writes its HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from octavo.content.nodes import Tag
    from octavo.render.nodes import ContentRenderer

    Component = Callable[[ContentRenderer, Tag, Mapping[str, Any]], None]

COMPONENTS: dict[str, Component] = {}
