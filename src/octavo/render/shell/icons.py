"""The icons around the content: navigation, anchors, footer, buttons.

They are on every page, so their drawings are in one file, and pages only refer to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from octavo.problems import Location, Problem
from octavo.render.basis.html import escape_attribute
from octavo.render.icons.library import (
    Icon,
    build_sprite,
    check_icon,
    find_icon,
    find_neutral_icon,
    find_social_icon,
    find_theme_icon,
    is_picture,
    use_icon,
)
from octavo.render.icons.names import THEME_ICONS
from octavo.settings.models.links import Contextual, ContextualOption
from octavo.settings.models.structure import Group as WrittenGroup
from octavo.settings.urls import is_external
from octavo.site.api.bindings import PlaceInPage
from octavo.site.links import LinkResolver
from octavo.site.model import Entry, Group, Site
from octavo.site.navigation import PlaceOf
from octavo.site.urls import build_file_href
from octavo.values import replace


class ChromeIcons:
    """The icons of one site, as references into its sprite."""

    def __init__(self, site: Site, links: LinkResolver) -> None:
        self._links = links
        self.sprite = build_sprite(_list_icons(site)).render()
        digest = hashlib.sha256(self.sprite.encode()).hexdigest()[:12]
        self.output = f"_octavo/icons-{digest}.svg"
        self._href = build_file_href(self.output, links.base_path)

    def render_theme(self, meaning: str) -> str:
        """Return one of the theme's own icons."""
        return use_icon(find_theme_icon(meaning), self._href)

    def render_social(self, platform: str) -> str:
        """Return the icon of a platform."""
        return use_icon(find_social_icon(platform), self._href)

    def render(self, icon: str | None, style: str | None) -> str:
        """Return an author's icon: a name, a file, an address or SVG code; empty for None."""
        if not icon:
            return ""
        if is_picture(icon):
            return f'<img class="icon" src="{escape_attribute(self._find_picture(icon))}" alt="">'
        return use_icon(find_icon(icon, style) or find_neutral_icon(), self._href)

    def _find_picture(self, icon: str) -> str:
        if icon.lstrip().startswith("<"):
            return f"data:image/svg+xml,{quote(icon)}"  # An image runs no script.
        return icon if is_external(icon) else self._links.link_file(icon.lstrip("/"))


def check_icons(site: Site, place_of: PlaceOf, place_in_page: PlaceInPage) -> Iterator[Problem]:
    """Report unknown names of icons, and replaced ones."""
    uses: list[tuple[str | None, str | None, Location]] = [
        (anchor.icon, anchor.icon_type, place_of(("anchors", index, "icon")))
        for index, anchor in enumerate(site.settings.anchors)
        if anchor.icon
    ]
    for index, group in enumerate(site.settings.navigation):
        uses.extend(_group_icons(group, ("navigation", index), place_of))
    for icon, style, place in uses:
        if icon and not is_picture(icon):
            yield from check_icon(icon, style, place)
    for page in site.pages.values():
        icon = page.settings.icon
        if icon and not is_picture(icon):
            for problem in check_icon(icon, page.settings.icon_type, Location(page.source)):
                yield replace(problem, location=place_in_page(page.source, "icon"))


def _group_icons(
    group: WrittenGroup, pointer: tuple[str | int, ...], place_of: PlaceOf
) -> Iterator[tuple[str | None, str | None, Location]]:
    if group.icon:
        yield group.icon, group.icon_type, place_of((*pointer, "icon"))
    for index, entry in enumerate(group.pages):
        if not isinstance(entry, str):
            yield from _group_icons(entry, (*pointer, "pages", index), place_of)


def _list_icons(site: Site) -> Iterator[Icon]:
    yield find_neutral_icon()
    button = site.settings.topbar_cta_button
    for meaning in THEME_ICONS:
        # The GitHub icon is in the larger of the two libraries, which takes longer to read.
        if meaning != "github" or (button and button.type == "github"):
            yield find_theme_icon(meaning)
    for social in site.settings.socials:
        yield find_social_icon(social.type)
    for name, style in _list_icon_names(site):
        icon = None if is_picture(name) else find_icon(name, style)
        if icon is not None:
            yield icon


def _list_icon_names(site: Site) -> Iterator[tuple[str, str | None]]:
    for anchor in site.anchors:
        if anchor.icon:
            yield anchor.icon, anchor.icon_type
    for section in site.sections.values():
        yield from _list_entry_icons(section.entries)
    own_menus = (page.settings.contextual for page in site.pages.values())
    for menu in (site.settings.contextual, *own_menus):
        if isinstance(menu, Contextual):
            for option in menu.options:
                if isinstance(option, ContextualOption) and option.icon:
                    yield option.icon, None


def _list_entry_icons(entries: Iterable[Entry]) -> Iterator[tuple[str, str | None]]:
    for entry in entries:
        if entry.icon:
            yield entry.icon, entry.icon_type
        if isinstance(entry, Group):
            yield from _list_entry_icons(entry.entries)
