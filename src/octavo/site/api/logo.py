"""The logo that an API document names, for a site that sets none."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from octavo.settings.models.site_settings import Settings
from octavo.settings.models.styling import Logo
from octavo.settings.objects import replace
from octavo.settings.urls import clean_url, is_external, is_web_address
from octavo.site.api.library import ApiLibrary
from octavo.site.urls import resolve_path


def add_logo(settings: Settings, library: ApiLibrary, files: Collection[str]) -> Settings:
    """Return settings with the first `x-logo` of a document that can be shown."""
    if settings.logo is not None:
        return settings
    for document in library.documents:
        info = document.tree.get("info")
        logo = info.get("x-logo") if isinstance(info, dict) else None
        values: dict[str, Any] = logo if isinstance(logo, dict) else {"url": logo}
        picture = _find_picture(values.get("url"), document.source, files)
        if picture is not None:
            href = _read_web_address(values.get("href")) or "/"
            return replace(settings, logo=Logo(light=picture, dark=picture, href=href))
    return settings


def _find_picture(url: Any, source: str, files: Collection[str]) -> str | None:
    """Return an encrypted address, or a file of the project, named from the document."""
    address = _read_web_address(url)
    if address is not None:
        return address if address.lower().startswith("https:") else None
    if not isinstance(url, str) or is_web_address(source) or clean_url(url) is None:
        return None
    path = None if is_external(url) else resolve_path(url.strip(), source)
    return f"/{path}" if path in files else None


def _read_web_address(url: Any) -> str | None:
    address = clean_url(url) if isinstance(url, str) else None
    return address if address and is_web_address(address) else None
