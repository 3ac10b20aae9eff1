"""The settings file as a whole."""

from typing import Any

from pydantic import BaseModel, Field

from octavo.settings.analytics import Analytics, Integrations
from octavo.settings.api import Api
from octavo.settings.links import (
    Banner,
    CallToAction,
    Contextual,
    ErrorPages,
    Footer,
    Redirect,
    RepositorySetting,
    SocialLink,
    Socials,
    TopbarLink,
)
from octavo.settings.structure import (
    Anchor,
    PrimaryTab,
    Tab,
    TopAnchor,
    TopGroup,
    VersionSetting,
)
from octavo.settings.styling import (
    Background,
    CodeBlockStyle,
    Colors,
    Eyebrow,
    FontSetting,
    Layout,
    LogoSetting,
    ModeToggle,
    Rounded,
    Search,
    SearchSetting,
    Sidebar,
    ThemeName,
    Topbar,
    default_colors,
)
from octavo.settings.values import STRICT_OBJECT, FileOrLink, FilesOrLinks, Items, Name, ScalarText


class Feedback(BaseModel):
    """Buttons that let readers answer."""

    model_config = STRICT_OBJECT

    thumbs_rating: bool = Field(default=False, description="Asks whether the page was helpful.")
    suggest_edit: bool = Field(default=False, description="Link to edit the page's source.")
    raise_issue: bool = Field(default=False, description="Link to report an issue with the page.")


class Seo(BaseModel):
    """What search engines see."""

    model_config = STRICT_OBJECT

    index_hidden_pages: bool = Field(
        default=False, description="Indexes pages that are not in the navigation, too."
    )


class Settings(BaseModel):
    """The settings of a site."""

    model_config = STRICT_OBJECT

    schema_address: Any = Field(
        default=None,
        alias="$schema",
        description="Address of this schema, for editors.",
        json_schema_extra={"type": "string"},
    )
    name: Name = Field(description="Name of the project or company, used in every page's title.")
    logo: LogoSetting | None = Field(
        default=None, description="Logo image, or one for each mode; SVG is best."
    )
    favicon: FileOrLink | None = Field(default=None, description="Image for the browser's tab.")
    colors: Colors = Field(default_factory=default_colors, description="Colors of the site.")
    theme: ThemeName | None = Field(
        default=None, description="A set of defaults for all styling settings."
    )
    layout: Layout | None = Field(
        default=None,
        description="Where the navigation is: a bar on top, a column, or a filled column.",
        json_schema_extra={"default": "topnav"},
    )
    background: Background = Field(
        default_factory=Background.model_construct, description="Decoration behind the pages."
    )
    background_image: FileOrLink | None = Field(
        default=None, description="Image behind every page."
    )
    font: FontSetting | None = Field(
        default=None, description="One font for everything, or one for headings and one for text."
    )
    mode_toggle: ModeToggle = Field(
        default_factory=ModeToggle.model_construct,
        description="Switch between light and dark mode.",
    )
    sidebar: Sidebar = Field(
        default_factory=Sidebar.model_construct, description="Style of the sidebar."
    )
    topbar: Topbar = Field(
        default_factory=Topbar.model_construct, description="Style of the top bar."
    )
    search: SearchSetting = Field(
        default_factory=Search.model_construct, description="Place and prompt of the search field."
    )
    rounded: Rounded | None = Field(default=None, description="Rounded or sharp corners.")
    code_block: CodeBlockStyle = Field(
        default_factory=CodeBlockStyle.model_construct, description="Style of code blocks."
    )
    eyebrow: Eyebrow = Field(
        default_factory=Eyebrow.model_construct, description="The small line above a page's title."
    )
    navigation: Items[TopGroup] = Field(description="Groups of pages, in order.")
    topbar_links: Items[TopbarLink] = Field(default=(), description="Links in the top bar.")
    topbar_cta_button: CallToAction | None = Field(
        default=None, description="Button in the top bar."
    )
    versions: Items[VersionSetting] = Field(
        default=(), description="Versions of the documentation, shown as a drop-down menu."
    )
    anchors: Items[Anchor] = Field(default=(), description="Anchors at the top of the sidebar.")
    top_anchor: TopAnchor | None = Field(
        default=None, description="Name and icon of the top-most anchor; not used with tabs."
    )
    tabs: Items[Tab] = Field(default=(), description="Tabs that divide the site.")
    primary_tab: PrimaryTab | None = Field(
        default=None, description="Name of the first tab, which holds the other pages."
    )
    footer: Footer = Field(
        default_factory=Footer.model_construct, description="Footer of every page."
    )
    footer_socials: Socials | None = Field(
        default=None, description="The same as `footer.socials`, which wins when both are given."
    )
    feedback: Feedback = Field(
        default_factory=Feedback.model_construct, description="Buttons that let readers answer."
    )
    api: Api = Field(default_factory=Api.model_construct, description="Settings of API pages.")
    openapi: FilesOrLinks = Field(default=(), description="OpenAPI documents: paths or addresses.")
    integrations: Integrations = Field(
        default_factory=Integrations.model_construct, description="Widgets of other services."
    )
    analytics: Analytics = Field(
        default_factory=Analytics.model_construct, description="Analytics providers."
    )
    redirects: Items[Redirect] = Field(
        default=(), description="Old paths and where they lead now; the first match counts."
    )
    seo: Seo = Field(default_factory=Seo.model_construct, description="What search engines see.")
    metadata: dict[str, ScalarText] = Field(
        default_factory=dict, description="Meta tags of every page, by name; pages may override."
    )
    repository: RepositorySetting | None = Field(
        default=None, description="Repository of the source, for edit and issue links."
    )
    banner: Banner | None = Field(default=None, description="Message across the top of every page.")
    contextual: Contextual | None = Field(default=None, description="Menu of every page.")
    errors: ErrorPages = Field(
        default_factory=ErrorPages.model_construct, description="Pages for things that go wrong."
    )
    is_white_labeled: bool = Field(default=False, description="Leaves out the builder's credit.")

    @property
    def socials(self) -> tuple[SocialLink, ...]:
        """The profiles in the footer, whichever key they were written under."""
        if self.footer.socials is not None:
            return self.footer.socials
        return self.footer_socials or ()
