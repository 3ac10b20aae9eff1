"""How the site is divided: groups of pages, tabs, anchors and versions."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, Tag

from octavo.settings.icon_types import IconType
from octavo.settings.styling import ColorOrGradient
from octavo.settings.values import (
    OBJECT_FORM,
    STRICT_OBJECT,
    TEXT_FORM,
    FilesOrLinks,
    Icon,
    Items,
    Link,
    Name,
    PageName,
    choose_form,
    short_form,
)

MAX_GROUP_DEPTH = 32


class Group(BaseModel):
    """A group of pages; a group inside `pages` is a sub-folder."""

    model_config = STRICT_OBJECT

    group: str = Field(
        default="", description="Name of the group. An empty name hides the heading."
    )
    pages: "Items[NavigationEntry]" = Field(
        default=(), description="Paths of pages without extension, and further groups."
    )
    icon: Icon | None = Field(default=None, description="Icon of a group inside another group.")
    icon_type: IconType | None = Field(default=None, description="Style of the icon.")
    version: str | None = Field(default=None, description="The group belongs to this version only.")


NavigationEntry = Annotated[
    Annotated[PageName, Tag(TEXT_FORM)] | Annotated[Group, Tag(OBJECT_FORM)],
    choose_form("be the path of a page or a group"),
]


def _group_of_one_page(value: Any) -> Any:
    return {"group": "", "pages": [value]} if isinstance(value, str) else value


TopGroup = Annotated[Group, BeforeValidator(_group_of_one_page, json_schema_input_type=Group)]
"""A group at the top of the navigation; a bare page there becomes a group without a name."""


class Version(BaseModel):
    """A version of the documentation, or a language, in the drop-down menu."""

    model_config = STRICT_OBJECT

    name: Name = Field(description="Name of the version.")
    url: Link | None = Field(
        default=None, description="Makes the entry a link to this address instead."
    )
    default: bool = Field(
        default=False,
        description="Shown first to new visitors. Without any, the first version is.",
    )
    locale: str | None = Field(
        default=None, description="Language of the version's pages, such as `en` or `pt-BR`."
    )


VersionSetting = Annotated[
    Version, BeforeValidator(short_form("name"), json_schema_input_type=Name | Version)
]


class Tab(BaseModel):
    """A tab; it shows the pages whose path starts with its `url`."""

    model_config = STRICT_OBJECT

    name: Name = Field(description="Label of the tab.")
    url: Link = Field(
        description="Start of the paths of its pages, generally a folder; or a web address."
    )
    version: str | None = Field(
        default=None, description="Hides the tab until this version is selected."
    )
    is_default_hidden: bool = Field(
        default=False, description="Hides the tab until a page inside it is open."
    )
    openapi: FilesOrLinks = Field(
        default=(), description="OpenAPI document; pages are made for all its operations."
    )


class PrimaryTab(BaseModel):
    """The first tab, which holds the pages of no other tab."""

    model_config = STRICT_OBJECT

    name: Name | None = Field(
        default=None,
        description="Label of the tab.",
        json_schema_extra={"default": "Documentation"},
    )
    is_default_hidden: bool = Field(
        default=False, description="Hides the tab until one of its pages is open."
    )


class Anchor(BaseModel):
    """An anchor: an icon and a label at the top of the sidebar."""

    model_config = STRICT_OBJECT

    name: Name = Field(description="Label of the anchor.")
    url: Link = Field(
        description="Start of the paths of its pages, generally a folder; or a web address."
    )
    icon: Icon | None = Field(default=None, description="Name of the icon.")
    icon_type: IconType | None = Field(
        default=None, description="Style of the icon.", json_schema_extra={"default": "duotone"}
    )
    color: ColorOrGradient | None = Field(
        default=None, description="Background of the icon: a hex color or a gradient."
    )
    version: str | None = Field(
        default=None, description="Hides the anchor until this version is selected."
    )
    is_default_hidden: bool = Field(
        default=False, description="Hides the anchor until a page inside it is open."
    )
    openapi: FilesOrLinks = Field(
        default=(), description="OpenAPI document; pages are made for all its operations."
    )


class TopAnchor(BaseModel):
    """The top-most anchor, which holds the pages of no other anchor; not used with tabs."""

    model_config = STRICT_OBJECT

    name: Name = Field(default="Documentation", description="Label of the anchor.")
    icon: Icon = Field(default="book-open", description="Name of the icon.")
    icon_type: IconType = Field(default="duotone", description="Style of the icon.")
