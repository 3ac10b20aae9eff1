"""Links around the pages: top bar, footer, redirects, repository, banner, menus."""

import re
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    Tag,
)
from pydantic_core import CoreSchema, core_schema

from octavo.settings.urls import is_external, safe_url
from octavo.settings.values import (
    LIST_FORM,
    OBJECT_FORM,
    STRICT_OBJECT,
    TEXT_FORM,
    Icon,
    Items,
    Link,
    Name,
    WebAddress,
    choose_form,
    short_form,
    wrong_value,
)

SOCIAL_PLATFORMS = (
    "website",
    "x",
    "facebook",
    "youtube",
    "discord",
    "slack",
    "github",
    "linkedin",
    "instagram",
    "hacker-news",
    "medium",
    "telegram",
    "twitter",
    "x-twitter",
    "earth-americas",
    "bluesky",
    "threads",
    "reddit",
    "podcast",
)
"""The identifiers that the footer draws; others are left out with a warning."""


class TopbarLink(BaseModel):
    """A link in the top bar."""

    model_config = STRICT_OBJECT

    type: Literal["link", "github"] = Field(
        default="link", description="A plain link, or a link to a GitHub repository."
    )
    name: str | None = Field(default=None, description="Text of the link; required for a link.")
    url: Link = Field(description="Where the link leads.")


class CallToAction(BaseModel):
    """The button in the top bar."""

    model_config = STRICT_OBJECT

    type: Literal["link", "github"] = Field(
        default="link",
        description="A button, or the stars and forks of a GitHub repository.",
    )
    url: Link = Field(description="Where the button leads, or the repository.")
    name: str | None = Field(default=None, description="Text of the button; required for a link.")
    style: Literal["pill", "roundedRectangle"] | None = Field(
        default=None, description="Shape of the button."
    )
    arrow: bool | None = Field(default=None, description="Whether an arrow is shown.")


class SocialLink(BaseModel):
    """An icon in the footer that leads to a profile."""

    model_config = STRICT_OBJECT

    type: str = Field(
        description="Platform of the profile.",
        json_schema_extra={"enum": list(SOCIAL_PLATFORMS)},
    )
    url: Link = Field(description="Address of the profile.")


class _SocialForms:
    """Reads socials written as an object or as a list into one tuple, in the order written."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        forms = handler.generate_schema(_SocialsAsWritten)
        return core_schema.no_info_after_validator_function(_known_socials, forms)


_SocialsAsWritten = Annotated[
    Annotated[dict[str, Link], Tag(OBJECT_FORM)] | Annotated[Items[SocialLink], Tag(LIST_FORM)],
    choose_form("be an object of platforms and addresses"),
]


def _known_socials(value: dict[str, str] | tuple[SocialLink, ...]) -> tuple[SocialLink, ...]:
    if isinstance(value, dict):
        value = tuple(SocialLink(type=platform, url=url) for platform, url in value.items())
    return tuple(social for social in value if social.type in SOCIAL_PLATFORMS)


Socials = Annotated[tuple[SocialLink, ...], _SocialForms()]


class FooterLink(BaseModel):
    """A link in a column of the footer."""

    model_config = STRICT_OBJECT

    label: Name = Field(description="Text of the link.")
    url: Link = Field(description="Where it leads; web addresses open in a new tab.")


class FooterColumn(BaseModel):
    """A column of links in the footer."""

    model_config = STRICT_OBJECT

    title: str | None = Field(default=None, description="Heading of the column.")
    links: Items[FooterLink] = Field(default=(), description="The links, from top to bottom.")


class Footer(BaseModel):
    """The footer of every page."""

    model_config = STRICT_OBJECT

    socials: Socials | None = Field(
        default=None, description="Profiles on other platforms, shown as icons."
    )
    links: Items[FooterColumn] = Field(default=(), description="Columns of links.")


_OWN_ADDRESS = re.compile(r"\s*https?://[^/?#\s]+(?=/)", re.IGNORECASE)


def _read_site_path(text: str) -> str:
    path = safe_url(_OWN_ADDRESS.sub("", text, count=1))
    if not path or is_external(path):
        raise wrong_value("be a path of the site", "Write it from the root, such as /old/page.")
    return "/" + path.removeprefix("/")


SitePath = Annotated[str, AfterValidator(_read_site_path)]


class Redirect(BaseModel):
    """Sends visitors of one path to another."""

    model_config = STRICT_OBJECT

    source: SitePath = Field(
        description="Path to leave. `:name` stands for one part of it, `:name*` for all the rest."
    )
    destination: Link = Field(description="Path or web address to go to.")
    permanent: bool = Field(default=True, description="Whether browsers may remember it.")


class Repository(BaseModel):
    """Where the project's source is public, for edit and issue links."""

    model_config = STRICT_OBJECT

    url: WebAddress = Field(description="Address of the repository.")
    branch: Name | None = Field(
        default=None, description="Branch that readers edit. Without it, the checked-out branch."
    )
    folder: str | None = Field(
        default=None, description="Folder of the project inside the repository."
    )


RepositorySetting = Annotated[
    Repository, BeforeValidator(short_form("url"), json_schema_input_type=WebAddress | Repository)
]


class Banner(BaseModel):
    """A message across the top of every page."""

    model_config = STRICT_OBJECT

    content: Name = Field(description="Text of the message, in Markdown.")
    dismissible: bool = Field(default=False, description="Whether visitors can close it.")


class ContextualOption(BaseModel):
    """An entry of your own in the page menu."""

    model_config = STRICT_OBJECT

    title: Name = Field(description="Text of the entry.")
    description: str | None = Field(default=None, description="What it does, in a few words.")
    icon: Icon | None = Field(default=None, description="Name of the icon.")
    href: Link = Field(description="Where it leads.")


class Contextual(BaseModel):
    """The menu of a page: copy it, read it as Markdown, open it elsewhere."""

    model_config = STRICT_OBJECT

    options: Items[
        Annotated[
            Annotated[Name, Tag(TEXT_FORM)] | Annotated[ContextualOption, Tag(OBJECT_FORM)],
            choose_form("be the name of an entry or an object"),
        ]
    ] = Field(default=(), description="Entries of the menu, such as `copy` and `view`.")


class NotFound(BaseModel):
    """What visitors of a missing page see."""

    model_config = STRICT_OBJECT

    redirect: bool = Field(
        default=False, description="Sends them to the first page instead of telling them."
    )
    title: str | None = Field(default=None, description="Title of the page.")
    description: str | None = Field(default=None, description="Text of the page.")


class ErrorPages(BaseModel):
    """Pages for things that go wrong."""

    model_config = STRICT_OBJECT

    not_found: NotFound = Field(
        default_factory=NotFound.model_construct,
        alias="404",
        description="Page shown for an unknown address.",
    )
