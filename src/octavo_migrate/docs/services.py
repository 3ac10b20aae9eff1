"""Services of others: `integrations` of `docs.json` are `analytics` and `integrations`."""

from __future__ import annotations

from typing import Any

from octavo.settings.json.places import Pointer
from octavo.settings.models.analytics import Analytics
from octavo.settings.objects import list_fields
from octavo_migrate.docs.notes import Notes

_ANALYTICS = frozenset(field.key for field in list_fields(Analytics))
_WIDGETS = {"intercom": "appId", "frontchat": "snippetId", "osano": "scriptSource"}


def read_integrations(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return analytics and widgets."""
    integrations = value if isinstance(value, dict) else {}
    analytics: dict[str, Any] = {}
    widgets: dict[str, Any] = {}
    for name, settings in integrations.items():
        if name in _WIDGETS:
            key = _WIDGETS[name]
            widgets[name] = settings.get(key) if isinstance(settings, dict) else settings
        elif name in _ANALYTICS and isinstance(settings, dict):
            analytics[name] = settings
        else:
            notes.lose((*pointer, name), f"The service `{name}`, which Octavo does not know")
    parts = {"analytics": analytics, "integrations": widgets}
    return {key: part for key, part in parts.items() if part}
