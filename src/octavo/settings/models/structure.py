"""How the site is divided: groups of pages, tabs, anchors and versions."""

from __future__ import annotations

from typing import Any

from octavo.settings.kinds import FLAG, TEXT, Kind, by_form, choice, list_of, short_form
from octavo.settings.marks.reading import MARK, MARK_DAY, MARK_NAMES
from octavo.settings.models.api import NAMED_APIS, NamedApi
from octavo.settings.models.icon_types import IconType
from octavo.settings.models.styling import COLOR_OR_GRADIENT, Gradient
from octavo.settings.objects import object_found, object_of, setting, settings_object
from octavo.settings.values import ICON, LINK, NAME, PAGE_NAME

MAX_GROUP_DEPTH = 32

NAVIGATION_ENTRY: Kind[str | Group] = by_form(
    "be the path of a page or a group", {str: PAGE_NAME, dict: object_found(lambda: Group)}
)


@settings_object
class Group:
    """A group of pages; a group inside `pages` is a sub-folder."""

    group: str = setting(TEXT, "Name of the group. An empty name hides the heading.", default="")
    pages: tuple[str | Group, ...] = setting(
        list_of(NAVIGATION_ENTRY),
        "Paths of pages without extension, and further groups.",
        default=(),
    )
    icon: str | None = setting(ICON, "Icon of a group inside another group.", default=None)
    icon_type: IconType | None = setting(choice(IconType), "Style of the icon.", default=None)
    version: str | None = setting(TEXT, "The group belongs to this version only.", default=None)
    tab: str | None = setting(
        TEXT, "The group belongs to this tab, wherever its pages are.", default=None
    )
    anchor: str | None = setting(
        TEXT, "The group belongs to this anchor, wherever its pages are.", default=None
    )
    draft: Any = setting(MARK, "Leaves the group out of the published site.", default=None)
    publish_date: Any = setting(
        MARK_DAY, "Leaves the group out until this day, such as `2026-12-01`.", default=None
    )
    private: Any = setting(MARK, "Leaves the group out, with an error.", default=None)
    public: Any = setting(MARK, "With `false`, the same as `private`.", default=None)
    groups: Any = setting(
        MARK_NAMES,
        "The same as `private`.",
        default=None,
    )


GROUP = object_of(Group)
TOP_GROUP = Kind(
    short_form(PAGE_NAME, lambda page: Group(group="", pages=(page,)), GROUP).read, GROUP.schema
)
"""A group at the top of the navigation; a single page becomes a group without a name."""


@settings_object
class Version:
    """A version of the documentation, or a language, in the drop-down menu."""

    name: str = setting(NAME, "Name of the version.")
    url: str | None = setting(LINK, "Makes the entry a link to this address instead.", default=None)
    default: bool = setting(FLAG, "The default version; otherwise the first one.", default=False)
    locale: str | None = setting(
        TEXT, "Language of the version's pages, such as `en` or `pt-BR`.", default=None
    )
    label: str | None = setting(
        NAME,
        "Name in the menu, such as `2.0` in every language.",
        default=None,
    )
    draft: Any = setting(MARK, "Leaves the version out of the published site.", default=None)
    publish_date: Any = setting(
        MARK_DAY, "Leaves the version out until this day, such as `2026-12-01`.", default=None
    )
    private: Any = setting(MARK, "Leaves the version out, with an error.", default=None)
    public: Any = setting(MARK, "With `false`, the same as `private`.", default=None)
    groups: Any = setting(
        MARK_NAMES,
        "The same as `private`.",
        default=None,
    )

    @property
    def shown_name(self) -> str:
        """The name that readers see."""
        return self.label or self.name


VERSION = short_form(NAME, lambda name: Version(name=name), object_of(Version))


@settings_object
class Tab:
    """A tab; it shows the pages whose path starts with its `url`."""

    name: str = setting(NAME, "Label of the tab.")
    url: str = setting(LINK, "Folder of its pages, or a web address.")
    version: str | None = setting(
        TEXT, "Hides the tab until this version is selected.", default=None
    )
    is_default_hidden: bool = setting(
        FLAG, "Hides the tab until a page inside it is open.", default=False
    )
    openapi: tuple[NamedApi, ...] = setting(
        NAMED_APIS, "OpenAPI document; pages are made for all its operations.", default=()
    )
    draft: Any = setting(MARK, "Leaves the tab out of the published site.", default=None)
    publish_date: Any = setting(
        MARK_DAY, "Leaves the tab out until this day, such as `2026-12-01`.", default=None
    )
    private: Any = setting(MARK, "Leaves the tab out, with an error.", default=None)
    public: Any = setting(MARK, "With `false`, the same as `private`.", default=None)
    groups: Any = setting(
        MARK_NAMES,
        "The same as `private`.",
        default=None,
    )


@settings_object
class PrimaryTab:
    """The first tab, which holds the pages of no other tab."""

    name: str | None = setting(NAME, "Label of the tab.", default=None, usual="Documentation")
    is_default_hidden: bool = setting(
        FLAG, "Hides the tab until one of its pages is open.", default=False
    )


@settings_object
class Anchor:
    """An anchor: an icon and a label at the top of the sidebar."""

    name: str = setting(NAME, "Label of the anchor.")
    url: str = setting(LINK, "Folder of its pages, or a web address.")
    icon: str | None = setting(ICON, "Name of the icon.", default=None)
    icon_type: IconType | None = setting(
        choice(IconType), "Style of the icon.", default=None, usual="duotone"
    )
    color: str | Gradient | None = setting(
        COLOR_OR_GRADIENT, "Background of the icon: a hex color or a gradient.", default=None
    )
    version: str | None = setting(
        TEXT, "Hides the anchor until this version is selected.", default=None
    )
    is_default_hidden: bool = setting(
        FLAG, "Hides the anchor until a page inside it is open.", default=False
    )
    openapi: tuple[NamedApi, ...] = setting(
        NAMED_APIS, "OpenAPI document; pages are made for all its operations.", default=()
    )
    draft: Any = setting(MARK, "Leaves the anchor out of the published site.", default=None)
    publish_date: Any = setting(
        MARK_DAY, "Leaves the anchor out until this day, such as `2026-12-01`.", default=None
    )
    private: Any = setting(MARK, "Leaves the anchor out, with an error.", default=None)
    public: Any = setting(MARK, "With `false`, the same as `private`.", default=None)
    groups: Any = setting(
        MARK_NAMES,
        "The same as `private`.",
        default=None,
    )


@settings_object
class TopAnchor:
    """The top-most anchor, which holds the pages of no other anchor; not used with tabs."""

    name: str = setting(NAME, "Label of the anchor.", default="Documentation")
    icon: str = setting(ICON, "Name of the icon.", default="book-open")
    icon_type: IconType = setting(choice(IconType), "Style of the icon.", default="duotone")
