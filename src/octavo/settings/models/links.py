"""Links around the pages: top bar, footer, redirects, repository, banner, menus."""

from __future__ import annotations

import re
from typing import Literal

from octavo.settings.kinds import (
    FLAG,
    TEXT,
    Kind,
    WrongValueError,
    by_form,
    choice,
    list_of,
    map_of,
    short_form,
    text_with,
    then,
)
from octavo.settings.objects import object_of, setting, settings_object
from octavo.settings.urls import clean_url, is_external
from octavo.settings.values import ICON, LINK, NAME, WEB_ADDRESS
from octavo.theme import CLIENTS, load_table

LinkType = Literal["link", "github"]
ButtonStyle = Literal["pill", "roundedRectangle"]

SOCIAL_PLATFORMS: tuple[str, ...] = tuple(load_table("services.json")["social"])
"""The platforms with an icon in the footer; others are left out with a warning."""


_GITHUB = re.compile(
    r"(?:https?://)?(?:www\.)?github\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?(?:[/?#].*)?",
    re.IGNORECASE | re.ASCII,
)


def find_github_repository(url: str) -> str | None:
    """Return `owner/name` of a repository on GitHub, or None for any other address."""
    match = _GITHUB.fullmatch(url)
    return f"{match[1]}/{match[2]}" if match else None


@settings_object
class TopbarLink:
    """A link in the top bar."""

    type: LinkType = setting(
        choice(LinkType), "A plain link, or a link to a GitHub repository.", default="link"
    )
    name: str | None = setting(TEXT, "Text of the link; required for a link.", default=None)
    url: str = setting(LINK, "Where the link leads.")


@settings_object
class CallToAction:
    """The button in the top bar."""

    type: LinkType = setting(
        choice(LinkType), "A button, or the stars and forks of a GitHub repository.", default="link"
    )
    url: str = setting(LINK, "Where the button leads, or the repository.")
    name: str | None = setting(TEXT, "Text of the button; required for a link.", default=None)
    style: ButtonStyle | None = setting(choice(ButtonStyle), "Shape of the button.", default=None)
    arrow: bool | None = setting(FLAG, "Whether an arrow is shown.", default=None)


@settings_object
class SocialLink:
    """An icon in the footer that leads to a profile."""

    type: str = setting(
        Kind(TEXT.read, {"enum": SOCIAL_PLATFORMS, "type": "string"}), "Platform of the profile."
    )
    url: str = setting(LINK, "Address of the profile.")


def _select_socials(socials: dict[str, str] | tuple[SocialLink, ...]) -> tuple[SocialLink, ...]:
    if isinstance(socials, dict):
        socials = tuple(SocialLink(type=platform, url=url) for platform, url in socials.items())
    return tuple(social for social in socials if social.type in SOCIAL_PLATFORMS)


SOCIALS_AS_WRITTEN: Kind[dict[str, str] | tuple[SocialLink, ...]] = by_form(
    "be an object of platforms and addresses",
    {dict: map_of(LINK), list: list_of(object_of(SocialLink))},
)
SOCIALS = then(SOCIALS_AS_WRITTEN, _select_socials)
"""The profiles in order, from an object or a list."""


@settings_object
class FooterLink:
    """A link in a column of the footer."""

    label: str = setting(NAME, "Text of the link.")
    url: str = setting(LINK, "Where it leads; web addresses open in a new tab.")


@settings_object
class FooterColumn:
    """A column of links in the footer."""

    title: str | None = setting(TEXT, "Heading of the column.", default=None)
    links: tuple[FooterLink, ...] = setting(
        list_of(object_of(FooterLink)), "The links, from top to bottom.", default=()
    )


@settings_object
class Footer:
    """The footer of every page."""

    socials: tuple[SocialLink, ...] | None = setting(
        SOCIALS, "Profiles on other platforms, shown as icons.", default=None
    )
    links: tuple[FooterColumn, ...] = setting(
        list_of(object_of(FooterColumn)), "Columns of links.", default=()
    )
    copyright: str | None = setting(TEXT, "A line at the end, with Markdown.", default=None)


_OWN_ADDRESS = r"(?:\A\s*+)?(?i:https?)://[^/?#\s]+(?=/)"


def _read_site_path(text: str) -> str:
    path = clean_url(re.sub(_OWN_ADDRESS, "", text, count=1))
    if not path or is_external(path):
        raise WrongValueError("be a path of the site", "Write it from the root, such as /old/page.")
    return "/" + path.removeprefix("/")


SITE_PATH = text_with(_read_site_path)


@settings_object
class Redirect:
    """Sends visitors of one path to another."""

    source: str = setting(SITE_PATH, "Old path. `:name` matches one part, `:name*` the rest.")
    destination: str = setting(LINK, "Path or web address to go to.")
    permanent: bool = setting(FLAG, "Whether browsers may remember it.", default=True)


@settings_object
class Repository:
    """Where the project's source is public, for edit and issue links."""

    url: str = setting(WEB_ADDRESS, "Address of the repository.")
    branch: str | None = setting(
        NAME,
        "Branch that readers edit. Without it, the default branch, or `main`.",
        default=None,
    )
    folder: str | None = setting(TEXT, "Folder of the project inside the repository.", default=None)


REPOSITORY = short_form(WEB_ADDRESS, lambda url: Repository(url=url), object_of(Repository))


@settings_object
class Banner:
    """A message across the top of every page."""

    content: str = setting(NAME, "Text of the message, in Markdown.")
    dismissible: bool = setting(FLAG, "Whether visitors can close it.", default=False)


MENU_ENTRIES = (
    "copy",
    "view",
    "chatgpt",
    "claude",
    "perplexity",
    "grok",
    "aistudio",
    "mcp",
    "cursor",
    "vscode",
    "download-spec",
    *CLIENTS,
)
"""The named entries of the page menu; others are left out with a warning."""


@settings_object
class ContextualOption:
    """Your own entry in the page menu."""

    title: str = setting(NAME, "Text of the entry.")
    description: str | None = setting(TEXT, "What it does, in a few words.", default=None)
    icon: str | None = setting(ICON, "Name of the icon.", default=None)
    href: str = setting(
        LINK,
        "Its address. `$page` becomes the address of the page as Markdown, `$path` the path of "
        "the page, and `$mcp` the address of the site's MCP server.",
    )


@settings_object
class Contextual:
    """The menu of a page: copy it, read it as Markdown, open it elsewhere."""

    options: tuple[str | ContextualOption, ...] = setting(
        list_of(
            by_form(
                "be the name of an entry or an object",
                {
                    str: Kind(NAME.read, {"enum": MENU_ENTRIES, "type": "string"}),
                    dict: object_of(ContextualOption),
                },
            )
        ),
        "Entries of the menu; an empty list hides it.",
        default=("copy", "view"),
    )


@settings_object
class NotFound:
    """What visitors of a missing page see."""

    redirect: bool = setting(
        FLAG, "Sends them to the first page instead of telling them.", default=False
    )
    title: str | None = setting(TEXT, "Title of the page.", default=None)
    description: str | None = setting(TEXT, "Text of the page, in Markdown.", default=None)


@settings_object
class ErrorPages:
    """Pages for things that go wrong."""

    not_found: NotFound = setting(
        object_of(NotFound), "Page shown for an unknown address.", key="404", default=NotFound()
    )
