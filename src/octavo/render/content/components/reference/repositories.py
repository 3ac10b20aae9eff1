"""GitHub.Repo: a card with a link to a repository; a script adds its stars and forks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.render.content.components.plain import render_new_tab
from octavo.render.content.components.properties import Component, ComponentTag
from octavo.render.icons.library import find_icon, find_line_icon, find_neutral_icon, render_icon
from octavo.render.twin.text import escape_text

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

_REPOSITORY = re.compile(
    r"(?:https?://(?:www\.)?github\.com/)?([A-Za-z0-9-]{1,39}/[\w.-]{1,100}?)(?:\.git)?/?\Z"
)


def _find_name(tag: ComponentTag) -> str:
    """Return the owner and the name of a repository; empty for other texts."""
    match = _REPOSITORY.match(tag.read_string("repo").strip())
    return match[1] if match else ""


def _render_repository(page: ContentRenderer, tag: ComponentTag) -> str:
    name = _find_name(tag)
    if not name:
        return ""
    page.scripts.add("components/repository.js")
    variant = tag.read_choice("variant", ("inset", "flat"), "inset")
    mark = render_icon(find_icon("github") or find_neutral_icon())
    counts = "".join(
        f"<span data-{what} hidden>{render_icon(find_line_icon(icon))}<span></span></span>"
        for what, icon in (("stars", "star"), ("forks", "git-fork"))
    )
    return (
        f"<a{tag.render_classes(f'repository-card repository-{variant}')} "
        f'href="https://github.com/{name}" target="_blank" rel="noopener" '
        f'data-repository="{name}">{mark}<span><strong>{name}</strong>'
        f'<span class="repository-counts">{counts}</span></span>{render_new_tab(page.say)}</a>'
    )


def _write_repository(_twin: TwinWriter, tag: ComponentTag) -> str:
    name = _find_name(tag)
    return f"[{escape_text(name)}](https://github.com/{name})" if name else ""


COMPONENTS: dict[str, Component] = {"GitHub.Repo": Component(_render_repository, _write_repository)}
