"""The settings file as a whole."""

from __future__ import annotations

from typing import Any

from octavo.settings.kinds import ANYTHING, FLAG, TEXT, Kind, choice, list_of, map_of
from octavo.settings.models.analytics import Analytics, Integrations
from octavo.settings.models.api import NAMED_APIS, Api, NamedApi
from octavo.settings.models.links import (
    REPOSITORY,
    SOCIALS,
    Banner,
    CallToAction,
    Contextual,
    ErrorPages,
    Footer,
    Redirect,
    Repository,
    SocialLink,
    TopbarLink,
)
from octavo.settings.models.structure import (
    TOP_GROUP,
    VERSION,
    Anchor,
    Group,
    PrimaryTab,
    Tab,
    TopAnchor,
    Version,
)
from octavo.settings.models.styling import (
    DEFAULT_COLORS,
    FONTS,
    LOGO,
    SEARCH,
    Background,
    CodeBlockStyle,
    Colors,
    Eyebrow,
    Fonts,
    Layout,
    Logo,
    ModeToggle,
    Rounded,
    Search,
    Sidebar,
    ThemeName,
    Topbar,
)
from octavo.settings.objects import object_of, setting, settings_object
from octavo.settings.values import FILE_OR_LINK, NAME, SCALAR_TEXT, SITE_URL


@settings_object
class Feedback:
    """Buttons that let readers give feedback."""

    thumbs_rating: bool = setting(FLAG, "Asks whether the page was helpful.", default=False)
    suggest_edit: bool = setting(FLAG, "Link to edit the page's source.", default=False)
    raise_issue: bool = setting(FLAG, "Link to report an issue with the page.", default=False)


@settings_object
class Seo:
    """What search engines see."""

    site_url: str | None = setting(
        SITE_URL,
        "Address of the site with its path, such as `https://docs.example.com`.",
        default=None,
    )
    index_hidden_pages: bool = setting(
        FLAG, "Indexes pages that are not in the navigation, too.", default=False
    )
    pictures: bool = setting(
        FLAG,
        "Draws a share picture for each page, if `siteUrl` is set.",
        default=True,
    )


@settings_object
class Check:
    """What `octavo check` looks for."""

    ignore_links: tuple[str, ...] = setting(
        list_of(TEXT),
        "Links that `octavo check --external` skips, such as `https://github.com/acme/*`.",
        default=(),
    )


@settings_object
class Settings:
    """The settings of a site."""

    schema_address: Any = setting(
        Kind(ANYTHING.read, {"type": "string"}),
        "Address of this schema, for editors.",
        key="$schema",
        default=None,
    )
    name: str = setting(
        NAME,
        "Name of the project or company, used in every page's title.",
        instead="Documentation",
    )
    language: str | None = setting(
        NAME,
        "Language of the site, such as `de` or `pt-BR`. Versions can have their own.",
        default=None,
        usual="en",
    )
    logo: Logo | None = setting(
        LOGO, "Logo image, or one for each mode; SVG is best.", default=None
    )
    favicon: str | None = setting(FILE_OR_LINK, "Image for the browser's tab.", default=None)
    colors: Colors = setting(object_of(Colors), "Colors of the site.", default=DEFAULT_COLORS)
    theme: ThemeName | None = setting(
        choice(ThemeName), "A set of defaults for all styling settings.", default=None
    )
    layout: Layout | None = setting(
        choice(Layout),
        "Place of the navigation: a bar on top, a column, or a filled column.",
        default=None,
        usual="topnav",
    )
    background: Background = setting(
        object_of(Background), "Decoration behind the pages.", default=Background()
    )
    background_image: str | None = setting(FILE_OR_LINK, "Image behind every page.", default=None)
    font: Fonts | None = setting(
        FONTS,
        "One font for everything but code, or one for each use.",
        default=None,
    )
    mode_toggle: ModeToggle = setting(
        object_of(ModeToggle), "Switch between light and dark mode.", default=ModeToggle()
    )
    sidebar: Sidebar = setting(object_of(Sidebar), "Style of the sidebar.", default=Sidebar())
    topbar: Topbar = setting(object_of(Topbar), "Style of the top bar.", default=Topbar())
    search: Search = setting(SEARCH, "Place and prompt of the search field.", default=Search())
    rounded: Rounded | None = setting(choice(Rounded), "Rounded or sharp corners.", default=None)
    code_block: CodeBlockStyle = setting(
        object_of(CodeBlockStyle), "Style of code blocks.", default=CodeBlockStyle()
    )
    eyebrow: Eyebrow = setting(
        object_of(Eyebrow), "The small line above a page's title.", default=Eyebrow()
    )
    navigation: tuple[Group, ...] = setting(list_of(TOP_GROUP), "Groups of pages, in order.")
    topbar_links: tuple[TopbarLink, ...] = setting(
        list_of(object_of(TopbarLink)), "Links in the top bar.", default=()
    )
    topbar_cta_button: CallToAction | None = setting(
        object_of(CallToAction), "Button in the top bar.", default=None
    )
    versions: tuple[Version, ...] = setting(
        list_of(VERSION), "Versions of the documentation, shown as a drop-down menu.", default=()
    )
    anchors: tuple[Anchor, ...] = setting(
        list_of(object_of(Anchor)), "Anchors at the top of the sidebar.", default=()
    )
    top_anchor: TopAnchor | None = setting(
        object_of(TopAnchor),
        "Name and icon of the top-most anchor; not used with tabs.",
        default=None,
    )
    tabs: tuple[Tab, ...] = setting(
        list_of(object_of(Tab)), "Tabs that divide the site.", default=()
    )
    primary_tab: PrimaryTab | None = setting(
        object_of(PrimaryTab), "Name of the first tab, which holds the other pages.", default=None
    )
    footer: Footer = setting(object_of(Footer), "Footer of every page.", default=Footer())
    footer_socials: tuple[SocialLink, ...] | None = setting(
        SOCIALS, "The same as `footer.socials`, which wins when both are given.", default=None
    )
    feedback: Feedback = setting(
        object_of(Feedback), "Buttons that let readers answer.", default=Feedback()
    )
    api: Api = setting(object_of(Api), "Settings of API pages.", default=Api())
    openapi: tuple[NamedApi, ...] = setting(
        NAMED_APIS, "OpenAPI documents: paths or addresses.", default=()
    )
    integrations: Integrations = setting(
        object_of(Integrations), "Widgets of other services.", default=Integrations()
    )
    analytics: Analytics = setting(
        object_of(Analytics), "Analytics providers.", default=Analytics()
    )
    redirects: tuple[Redirect, ...] = setting(
        list_of(object_of(Redirect)),
        "Old and new paths; the first match counts.",
        default=(),
    )
    seo: Seo = setting(object_of(Seo), "What search engines see.", default=Seo())
    check: Check = setting(object_of(Check), "What `octavo check` looks for.", default=Check())
    metadata: dict[str, str] = setting(
        map_of(SCALAR_TEXT), "Meta tags of every page, by name; pages may override.", default={}
    )
    repository: Repository | None = setting(
        REPOSITORY, "Repository of the source, for edit and issue links.", default=None
    )
    banner: Banner | None = setting(
        object_of(Banner), "Message across the top of every page.", default=None
    )
    contextual: Contextual = setting(
        object_of(Contextual), "Menu of every page.", default=Contextual()
    )
    errors: ErrorPages = setting(
        object_of(ErrorPages), "Pages for things that go wrong.", default=ErrorPages()
    )
    is_white_labeled: bool = setting(FLAG, "Leaves out the builder's credit.", default=False)

    @property
    def socials(self) -> tuple[SocialLink, ...]:
        """The profiles in the footer, from either key."""
        if self.footer.socials is not None:
            return self.footer.socials
        return self.footer_socials or ()
