"""GitHub.Repo: a card that leads to a repository; script adds its stars and forks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.nodes import Tag
from octavo.render.content.components.containers.cards import render_new_tab
from octavo.render.content.components.properties import (
    Properties,
    read_choice,
    read_text,
    render_classes,
)
from octavo.render.icons.library import find_icon, find_line_icon, find_neutral_icon, render_icon

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

_REPOSITORY = re.compile(
    r"(?:https?://(?:www\.)?github\.com/)?([A-Za-z0-9-]{1,39}/[\w.-]{1,100}?)(?:\.git)?/?\Z"
)


def find_repository(properties: Properties) -> str:
    """Return the owner and the name of a repository; nothing where they are none."""
    match = _REPOSITORY.match(read_text(properties, "repo").strip())
    return match[1] if match else ""


def _write_repository(renderer: ContentRenderer, _node: Tag, properties: Properties) -> None:
    name = find_repository(properties)
    if not name:
        return
    renderer.scripts.add("components/repository.js")
    variant = read_choice(properties, "variant", ("inset", "flat"), "inset")
    mark = render_icon(find_icon("github") or find_neutral_icon())
    counts = "".join(
        f"<span data-{what} hidden>{render_icon(find_line_icon(icon))}<span></span></span>"
        for what, icon in (("stars", "star"), ("forks", "git-fork"))
    )
    renderer.out.append(
        f"<a{render_classes(f'repository-card repository-{variant}', properties)} "
        f'href="https://github.com/{name}" target="_blank" rel="noopener" '
        f'data-repository="{name}">{mark}<span><strong>{name}</strong>'
        f'<span class="repository-counts">{counts}</span></span>'
        f"{render_new_tab(renderer.say)}</a>"
    )


COMPONENTS: dict[str, Component] = {"GitHub.Repo": _write_repository}
