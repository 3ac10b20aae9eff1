"""Page files for API operations that the navigation lists or takes from a document."""

from __future__ import annotations

import os
import re
from typing import Any

from octavo.openapi.page_plan import (
    PlannedGroup,
    PlannedOverview,
    PlannedPage,
    plan_groups,
    plan_name,
    plan_pages,
)
from octavo.project.surface import Project, is_device
from octavo.scaffold.page_files import read_named_document, render_front_matter
from octavo.settings.surface import is_external
from octavo.site.urls import read_own_url
from octavo.values import Struct, replace
from octavo_migrate.docs.settings_file import Notes, Pointer

_FOLDER = "api-reference"
_PAGES_ADVICE = (
    "After an operation is added to the document, add a page for it: `octavo openapi-file` writes "
    "one. A tab or an anchor with `openapi` and its own folder follows the document."
)
_OPERATION = re.compile(
    r"(?:(?P<document>\S+)\s+)?(?P<method>get|post|put|patch|delete|head|options|trace|webhook)\s+"
    r"(?P<path>\S.*)",
    re.IGNORECASE,
)


class ApiContext(Struct, frozen=True):
    """The API document of a part of the navigation, and the folder for its pages."""

    document: str = ""
    folder: str = _FOLDER


def list_api_contexts(value: Any, around: ApiContext) -> list[ApiContext]:
    """Return the API documents in `openapi`, which may be a list."""
    values = value if isinstance(value, list) else [value]
    contexts = (read_api_context(each, replace(around, document="")) for each in values)
    return [context for context in contexts if context.document]


def read_api_context(value: Any, around: ApiContext) -> ApiContext:
    """Return the API document in `openapi`; single pages use the first of a list."""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, str) and value:
        return ApiContext(value, around.folder)
    if isinstance(value, dict) and isinstance(value.get("source"), str):
        folder = value.get("directory")
        folder = folder.strip("/") if isinstance(folder, str) else around.folder
        return ApiContext(value["source"], folder or _FOLDER)
    return around


def is_operation(entry: str) -> bool:
    """Tell whether an entry of the navigation is an operation, such as `GET /pets`."""
    return _OPERATION.fullmatch(entry.strip()) is not None


def _find_own_path(plan: PlannedPage) -> str | None:
    """Return the page path that the document sets with `x-mint.href`."""
    extension = plan.entry.node.get("x-mint")
    wish = extension.get("href") if extension else None
    url = (wish and read_own_url(wish.value)) or "/"
    return None if url == "/" or any(map(is_device, url.split("/"))) else url[1:]


class OperationPages:
    """The page files of operations, created when the navigation needs them."""

    def __init__(self, project: Project, notes: Notes) -> None:
        self._project = project
        self._notes = notes
        self._loaded: dict[str, Any] = {}
        self.files: dict[str, bytes] = {}
        """The text of each page, by path."""
        self.documents: dict[str, None] = {}
        """The API documents that the navigation names, in order."""

    def make_page(self, entry: str, context: ApiContext, pointer: Pointer) -> str | None:
        """Create the page of one operation, and return its path."""
        match = _OPERATION.fullmatch(entry.strip())
        if match is None:
            return None
        name = match["document"] or context.document
        method, path = match["method"].upper(), match["path"].strip()
        document = self._load(name, pointer) if name else None
        for plan in plan_pages(document, context.folder) if document else ():
            key = plan.entry.key
            if (key.method.upper(), key.path) == (method, path) or (
                method == "WEBHOOK" and key.is_webhook and key.path == path
            ):
                return self._add(plan, name)
        page = f"{context.folder}/{plan_name(f'{method.lower()} {path}') or 'operation'}"
        reference = f"{name} {method} {path}" if name else f"{method} {path}"
        text = render_front_matter(openapi=reference)
        self.files[f"{page}.mdx"] = text.encode("utf-8", "replace")
        return page

    def make_all(self, value: Any, around: ApiContext, pointer: Pointer, why: str) -> list[Any]:
        """Create pages for all operations in the documents of `openapi`, and return their groups.

        `why` is the reason why the documents can't stay in the navigation.
        """
        contexts = list_api_contexts(value, around)
        groups: list[Any] = []
        for each in contexts:
            document = self._load(each.document, pointer)
            plans = plan_pages(document, each.folder) if document else ()
            groups += [self._list_entry(group, each.document) for group in plan_groups(plans)]
        if groups:
            message = f"Operations of an API document have a page file each, because {why}"
            self._notes.change(pointer, message, _PAGES_ADVICE)
        return groups

    def _list_entry(self, entry: PlannedGroup | PlannedPage, name: str) -> Any:
        if isinstance(entry, PlannedPage):
            return self._add(entry, name)
        entries = (each for each in entry.entries if not isinstance(each, PlannedOverview))
        pages = [self._list_entry(each, name) for each in entries]
        return {"group": entry.name, "pages": pages}

    def _add(self, plan: PlannedPage, name: str) -> str:
        key = plan.entry.key
        method = "webhook" if key.is_webhook else key.method.upper()
        text = render_front_matter(openapi=f"{name} {method} {key.path}")
        path = _find_own_path(plan) or plan.path
        self.files[f"{path}.mdx"] = text.encode("utf-8", "replace")
        return path

    def _load(self, name: str, pointer: Pointer) -> Any:
        if name not in self._loaded:
            file = self._project.find(os.path.normpath(name.lstrip("/")).replace(os.sep, "/"))
            path = name if is_external(name) else file.path if file else None
            named = read_named_document(path)[0] if path else None
            self._loaded[name] = named.document if named else None
            if self._loaded[name] is None:
                message = f"The API document `{name}` cannot be read, so there are no pages of it"
                advice = "Put the document into the project, and run `octavo openapi-file` on it."
                self._notes.lose(pointer, message, advice)
        return self._loaded[name]
