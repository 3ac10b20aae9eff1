"""Names of icons, from `icons.json` of the theme: its own, the footer's, and stand-ins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from octavo.settings.models.icon_types import IconType
from octavo.theme import load_table

_TABLE = load_table("icons.json")
_SOCIAL = load_table("services.json")["social"]

STYLES: frozenset[str] = frozenset(get_args(IconType))
"""The styles that authors may ask for."""

THEME_ICONS: Mapping[str, str] = _TABLE["theme"]
"""What the theme shows itself, drawn in lines (the name in Lucide, else in Font Awesome)."""

SOCIAL_ICONS: Mapping[str, str] = {name: row["icon"] for name, row in _SOCIAL.items()}
"""The icon of every platform that the footer can link to."""

SOCIAL_NAMES: Mapping[str, str] = {
    name: row["name"] for name, row in _SOCIAL.items() if "name" in row
}
"""What platforms are called whose name is not their identifier in other letters."""

DRAWINGS: Mapping[str, str] = _TABLE["drawings"]
"""Marks that are newer than the libraries' data, drawn by us in a box of 24 by 24."""

STAND_INS: Mapping[str, str] = _TABLE["standIns"]
"""Names of the paid set and of other releases, and what is drawn for them."""
