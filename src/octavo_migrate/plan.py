"""Adds to a moved site what every move needs: settings, redirects, and `MIGRATION.md`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
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
    name = find_report_name(site)
    files[_IGNORE_NAME] = _build_ignore_file(site.root, files.get(_IGNORE_NAME), name)
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


def _build_ignore_file(root: str, old: MovedFile | None, name: str) -> MovedFile:
    """Return `.octavoignore` with a line more, so that the list is no page of the site."""
    data = _load_data(root, old) if old else b""
    lines = list(_split_lines(data))
    if f"/{name}" not in lines:
        data = (data.rstrip() + b"\n" if data.strip() else b"") + f"/{name}\n".encode()
    return MovedFile(_IGNORE_NAME, old.original if old else None, data)


def _split_lines(data: bytes) -> Iterator[str]:
    return (line.strip() for line in data.decode("utf-8", "replace").splitlines())


def _load_data(root: str, file: MovedFile) -> bytes:
    if file.data is not None or file.original is None:
        return file.data or b""
    return load_bytes(root, file.original)[0] or b""
