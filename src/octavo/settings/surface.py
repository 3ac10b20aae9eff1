"""The names of this room that other packages of the wheel may import."""

from __future__ import annotations

from octavo.settings.json.places import Places, find_places
from octavo.settings.json.text import clean_text, read_json
from octavo.settings.marks.reading import Mark, MarkKind, is_mark_key, join_marks, read_marks
from octavo.settings.models.analytics import Analytics
from octavo.settings.models.links import MENU_ENTRIES, SOCIAL_PLATFORMS, find_github_repository
from octavo.settings.models.page_settings import PAGE_KEYS
from octavo.settings.objects import list_fields
from octavo.settings.read import read_settings_file
from octavo.settings.urls import is_external

__all__ = [
    "MENU_ENTRIES",
    "PAGE_KEYS",
    "SOCIAL_PLATFORMS",
    "Analytics",
    "Mark",
    "MarkKind",
    "Places",
    "clean_text",
    "find_github_repository",
    "find_places",
    "is_external",
    "is_mark_key",
    "join_marks",
    "list_fields",
    "read_json",
    "read_marks",
    "read_settings_file",
]
