"""The values that settings share: names, colors, links, icons, pages."""

from __future__ import annotations

import posixpath
import re
from typing import Any

from octavo.settings.kinds import (
    TEXT,
    Kind,
    WrongValueError,
    guess_text,
    guess_with,
    prepare_with,
    text_with,
)
from octavo.settings.urls import (
    clean_url,
    is_external,
    is_web_address,
    normalize_page,
    read_site_url,
)


def write_scalar(value: Any) -> Any:
    """Return a number, boolean or date as text, and any other value unchanged."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    return value.isoformat() if hasattr(value, "isoformat") else value


def _read_name(text: str) -> str:
    name = text.strip()
    if not name:
        raise WrongValueError("not be empty")
    return name


_COLOR_PATTERN = "^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"


def _read_color(text: str) -> str:
    color = text.strip().lower()
    if not re.match(_COLOR_PATTERN, color):
        hint = "Write # and 3 or 6 hex digits (4 or 8 with transparency)."
        raise WrongValueError("be a hex color such as #16a34a", hint)
    digits = color[1:]
    return "#" + ("".join(d * 2 for d in digits) if len(digits) < 6 else digits)


def _guess_color(value: Any) -> str | None:
    color = f"#{value.strip()}" if isinstance(value, str) else ""
    return color if re.match(_COLOR_PATTERN, color) else None


def _read_link(text: str) -> str:
    url = clean_url(text)
    if not url:
        raise WrongValueError(
            "be a web address, an e-mail address (mailto:) or a path of the site",
            "Addresses start with https://, http://, mailto: or tel:; paths start with one /.",
        )
    return url


def _read_web_address(text: str) -> str:
    url = clean_url(text)
    if not url or not is_web_address(url):
        raise WrongValueError("be a web address", "Web addresses start with https:// or http://.")
    return url


def _read_site_url(text: str) -> str:
    url = read_site_url(text)
    if url is None:
        raise WrongValueError(
            "be the address of the site", "Write it as https://docs.example.com, without ? and #."
        )
    return url


def _read_file_or_link(text: str) -> str:
    url = clean_url(text)
    if not url or (is_external(url) and not is_web_address(url)):
        raise WrongValueError("be a path of the project or a web address")
    # This removes the dots of ./logo.svg.
    return url if is_external(url) else posixpath.normpath(url)


def _read_page(text: str) -> str:
    page = normalize_page(text)
    if page is None:
        hint = "Write the path from the project's root without an extension, such as guides/start."
        if is_external(text.strip()):
            hint = "To link to another site, list a page that has `url` in its front matter."
        raise WrongValueError("be the path of a page inside the project", hint)
    return page


def read_icon(text: str) -> str:
    """Return an icon's name without the class prefix of icon libraries."""
    return _read_name(text).removeprefix("fa-")


NAME = guess_with(guess_text, text_with(_read_name))
"""A nonempty text."""

COLOR = Kind(
    guess_with(_guess_color, text_with(_read_color)).read,
    {"format": "color-hex", "pattern": _COLOR_PATTERN, "type": "string"},
)
"""A hex color, normalized to # and 6 or 8 lowercase digits."""

LINK = text_with(_read_link)
"""The target of a click: a safe address or a path."""

WEB_ADDRESS = text_with(_read_web_address)
"""An http or https address."""

SITE_URL = text_with(_read_site_url)
"""The address of a site, without a trailing slash."""

FILE_OR_LINK = text_with(_read_file_or_link)
"""A file of the project, or a web address."""

PAGE_NAME = text_with(_read_page)
"""A page of the project, without extension."""

ICON = text_with(read_icon)
"""The name of an icon, the path of one, or its address."""

SCALAR_TEXT = Kind(
    prepare_with(write_scalar, TEXT).read,
    {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]},
)
"""A text; authors may also write numbers and booleans."""
