"""Reads site.json and page settings: text in, values or problems out.

Names are imported when they are first used: what only needs addresses, as to rebuild one page does,
does not wait for the models.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from octavo.settings.analytics import Analytics, Integrations
    from octavo.settings.api import Api, Auth, AuthMethod, Playground, PlaygroundMode
    from octavo.settings.links import (
        Banner,
        CallToAction,
        Contextual,
        ContextualOption,
        ErrorPages,
        Footer,
        FooterColumn,
        FooterLink,
        NotFound,
        Redirect,
        Repository,
        SocialLink,
        TopbarLink,
    )
    from octavo.settings.nearest import nearest_name
    from octavo.settings.objects import given_values, replace
    from octavo.settings.page import (
        EndpointReference,
        OperationReference,
        PageSettings,
        SchemaReference,
        read_operation_reference,
    )
    from octavo.settings.read import read_settings
    from octavo.settings.read_page import read_page_settings
    from octavo.settings.schema import settings_schema
    from octavo.settings.site import Feedback, Seo, Settings
    from octavo.settings.structure import Anchor, Group, PrimaryTab, Tab, TopAnchor, Version
    from octavo.settings.styling import (
        Background,
        BackgroundColors,
        CodeBlockStyle,
        Colors,
        Eyebrow,
        Font,
        Fonts,
        Gradient,
        Logo,
        ModeToggle,
        Search,
        Sidebar,
        Topbar,
    )
    from octavo.settings.urls import is_external, is_web_address, normalize_page, safe_url

__all__ = [
    "Analytics",
    "Anchor",
    "Api",
    "Auth",
    "AuthMethod",
    "Background",
    "BackgroundColors",
    "Banner",
    "CallToAction",
    "CodeBlockStyle",
    "Colors",
    "Contextual",
    "ContextualOption",
    "EndpointReference",
    "ErrorPages",
    "Eyebrow",
    "Feedback",
    "Font",
    "Fonts",
    "Footer",
    "FooterColumn",
    "FooterLink",
    "Gradient",
    "Group",
    "Integrations",
    "Logo",
    "ModeToggle",
    "NotFound",
    "OperationReference",
    "PageSettings",
    "Playground",
    "PlaygroundMode",
    "PrimaryTab",
    "Redirect",
    "Repository",
    "SchemaReference",
    "Search",
    "Seo",
    "Settings",
    "Sidebar",
    "SocialLink",
    "Tab",
    "TopAnchor",
    "Topbar",
    "TopbarLink",
    "Version",
    "given_values",
    "is_external",
    "is_web_address",
    "nearest_name",
    "normalize_page",
    "read_operation_reference",
    "read_page_settings",
    "read_settings",
    "replace",
    "safe_url",
    "settings_schema",
]

_MODULES = {
    "analytics": "Analytics Integrations",
    "api": "Api Auth AuthMethod Playground PlaygroundMode",
    "links": (
        "Banner CallToAction Contextual ContextualOption ErrorPages Footer FooterColumn "
        "FooterLink NotFound Redirect Repository SocialLink TopbarLink"
    ),
    "nearest": "nearest_name",
    "objects": "given_values replace",
    "page": (
        "EndpointReference OperationReference PageSettings SchemaReference read_operation_reference"
    ),
    "read": "read_settings",
    "read_page": "read_page_settings",
    "schema": "settings_schema",
    "site": "Feedback Seo Settings",
    "structure": "Anchor Group PrimaryTab Tab TopAnchor Version",
    "styling": (
        "Background BackgroundColors CodeBlockStyle Colors Eyebrow Font Fonts Gradient "
        "Logo ModeToggle Search Sidebar Topbar"
    ),
    "urls": "is_external is_web_address normalize_page safe_url",
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return value
