"""Adds to a moved site what every move needs: settings, redirects, and `MIGRATION.md`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from octavo.project.files import load_bytes
from octavo.project.missing_settings import SETTINGS_NAME
from octavo.project.names import fold_source
from octavo.site.urls import build_page_url
from octavo_migrate.moved_site import MovedFile, MovedSite

REPORT_NAME = "MIGRATION.md"
_OTHER_REPORT_NAME = "OCTAVO-MIGRATION.md"
_IGNORE_NAME = ".octavoignore"


def plan_files(site: MovedSite) -> tuple[MovedFile, ...]:
    """Return all files of the new project but the list of what became of them."""
    files = {file.path: file for file in site.files}
    redirects = list_redirects(site)
    if site.settings is not None:
        data = render_settings(site.settings, redirects)
        files[SETTINGS_NAME] = MovedFile(SETTINGS_NAME, data=data)
    # With a line more in `.octavoignore`, the list is no page of the site.
    old, line = files.get(_IGNORE_NAME), f"/{find_report_name(site)}"
    data = old.data or b"" if old else b""
    if old and old.data is None and old.original:
        data = load_bytes(site.root, old.original)[0] or b""
    if line not in (each.strip() for each in data.decode("utf-8", "replace").splitlines()):
        data = (data.rstrip() + b"\n" if data.strip() else b"") + f"{line}\n".encode()
    files[_IGNORE_NAME] = MovedFile(_IGNORE_NAME, old.original if old else None, data)
    return tuple(files.values())


def render_settings(settings: Mapping[str, Any], redirects: Mapping[str, str]) -> bytes:
    """Return `site.json`; redirects of moved pages follow those of the author."""
    written = dict(settings)
    if redirects:
        moved = [{"source": old, "destination": new} for old, new in redirects.items()]
        written["redirects"] = [*_list_own_redirects(settings), *moved]
    text = json.dumps(written, indent=2, ensure_ascii=False)
    return f"{text}\n".encode("utf-8", "replace")


def list_redirects(site: MovedSite) -> dict[str, str]:
    """Return the redirects that are needed: not where a page or a redirect of the author is."""
    pages = {build_page_url(file.path) for file in site.files if file.is_page}
    written = _list_own_redirects(site.settings or {})
    taken = {str(each.get("source")) for each in written if isinstance(each, dict)}
    return {
        old: new
        for old, new in site.redirects.items()
        if old != new and old not in pages and old not in taken
    }


def _list_own_redirects(settings: Mapping[str, Any]) -> list[Any]:
    written = settings.get("redirects")
    return written if isinstance(written, list) else []


def find_report_name(site: MovedSite) -> str:
    """Return a name for the list that no page has, on any disk."""
    names = {fold_source(file.path) for file in site.files}
    has_page = any(fold_source(REPORT_NAME) + end in names for end in ("", "x"))
    return _OTHER_REPORT_NAME if has_page else REPORT_NAME
