"""GitHub.Repo: a card that leads to a repository; script adds its stars and forks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.nodes import Tag
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


def _write_repository(renderer: ContentRenderer, _node: Tag, properties: Properties) -> None:
    match = _REPOSITORY.match(read_text(properties, "repo").strip())
    if match is None:
        return
    renderer.scripts.add("components/repository.js")
    name = match[1]
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
        '<span class="visually-hidden"> (opens in a new tab)</span></a>'
    )


COMPONENTS: dict[str, Component] = {"GitHub.Repo": _write_repository}
