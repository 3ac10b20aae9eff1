"""Names of icons, from `icons.json` of the theme: its own, the footer's, and replacements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from octavo.settings.models.icon_types import IconType
from octavo.theme import load_table

_TABLE = load_table("icons.json")
_SOCIAL = load_table("services.json")["social"]

STYLES: frozenset[str] = frozenset(get_args(IconType))
"""The styles that authors may choose."""

THEME_ICONS: Mapping[str, str] = _TABLE["theme"]
"""The icons of the theme itself, as line drawings (by the name in Lucide, else in Font Awesome)."""

SOCIAL_ICONS: Mapping[str, str] = {name: row["icon"] for name, row in _SOCIAL.items()}
"""The icon of every platform for the footer."""

SOCIAL_NAMES: Mapping[str, str] = {
    name: row["name"] for name, row in _SOCIAL.items() if "name" in row
}
"""The names of platforms that differ from their identifier."""

DRAWINGS: Mapping[str, str] = _TABLE["drawings"]
"""Icons that the libraries don't have yet, drawn for Octavo in a box of 24 by 24."""

STAND_INS: Mapping[str, str] = _TABLE["standIns"]
"""Names of paid icons and of other releases, with their replacements."""
