"""Page files for operations that the navigation lists, or that an API document fills it with."""

from __future__ import annotations

import os
import re
from typing import Any

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.page_plan import PlannedGroup, PlannedPage, plan_groups, plan_name, plan_pages
from octavo.project.discover import Project
from octavo.project.names import is_device
from octavo.scaffold.page_files import read_named_document, render_front_matter
from octavo.settings.urls import is_external
from octavo.site.api.pages import read_own_url
from octavo.values import Struct, replace
from octavo_migrate.docs.settings_file import Notes, Pointer

_FOLDER = "api-reference"
_OPERATION = re.compile(
    r"(?:(?P<document>\S+)\s+)?(?P<method>get|post|put|patch|delete|head|options|trace|webhook)\s+"
    r"(?P<path>\S.*)",
    re.IGNORECASE,
)


class ApiContext(Struct, frozen=True):
    """The API document of a part of the navigation, and the folder of its pages."""

    document: str = ""
    folder: str = _FOLDER


def list_api_contexts(value: Any, around: ApiContext) -> list[ApiContext]:
    """Return what `openapi` says, which may be a list of documents."""
    values = value if isinstance(value, list) else [value]
    contexts = (read_api_context(each, replace(around, document="")) for each in values)
    return [context for context in contexts if context.document]


def read_api_context(value: Any, around: ApiContext) -> ApiContext:
    """Return what `openapi` says; of several documents, the first is the one of single pages."""
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
    """Return the path that the document wants for the page of an operation (`x-mint.href`)."""
    extension = plan.entry.node.get("x-mint")
    wish = extension.get("href") if extension else None
    url = read_own_url(wish.value) if wish else None
    is_usable = url and url != "/" and not any(map(is_device, url.split("/")))
    return url[1:] if url and is_usable else None


class OperationPages:
    """The page files of operations, made as the navigation asks for them."""

    def __init__(self, project: Project, notes: Notes) -> None:
        self._project = project
        self._notes = notes
        self._loaded: dict[str, ApiDocument | None] = {}
        self.files: dict[str, bytes] = {}
        """The text of each, by path."""
        self.documents: dict[str, None] = {}
        """The documents that the navigation names, in order."""

    def add_document(self, name: str) -> None:
        """Remember a document that the navigation names."""
        self.documents[name] = None

    def make_page(self, entry: str, context: ApiContext, pointer: Pointer) -> str | None:
        """Make the page of one operation and return its path."""
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
        self.files[f"{page}.mdx"] = render_front_matter(openapi=reference).encode(
            "utf-8", "replace"
        )
        return page

    def make_all(self, value: Any, around: ApiContext, pointer: Pointer, why: str) -> list[Any]:
        """Make the pages of all operations of the documents of `openapi`, and return their groups.

        `why` says why the documents do not stay where they are named.
        """
        contexts = list_api_contexts(value, around)
        groups = [group for each in contexts for group in self._make_all_of(each, pointer)]
        if groups:
            self._notes.change(
                pointer,
                f"Operations of an API document have a page file each, because {why}",
                "After an operation is added to the document, add a page for it: "
                "`octavo openapi-file` writes one. A tab or an anchor with `openapi` and a folder "
                "of its own would follow the document by itself.",
            )
        return groups

    def _make_all_of(self, context: ApiContext, pointer: Pointer) -> list[Any]:
        document = self._load(context.document, pointer)
        plans = plan_pages(document, context.folder) if document else ()
        return [self._list_group(group, context.document) for group in plan_groups(plans)]

    def _list_group(self, group: PlannedGroup, name: str) -> dict[str, Any]:
        pages = [
            self._list_group(entry, name)
            if isinstance(entry, PlannedGroup)
            else self._add(entry, name)
            for entry in group.entries
        ]
        return {"group": group.name, "pages": pages}

    def _add(self, plan: PlannedPage, name: str) -> str:
        key = plan.entry.key
        method = "webhook" if key.is_webhook else key.method.upper()
        text = render_front_matter(openapi=f"{name} {method} {key.path}")
        path = _find_own_path(plan) or plan.path
        self.files[f"{path}.mdx"] = text.encode("utf-8", "replace")
        return path

    def _load(self, name: str, pointer: Pointer) -> ApiDocument | None:
        if name not in self._loaded:
            path = name if is_external(name) else self._find_path(name)
            named = read_named_document(path)[0] if path else None
            self._loaded[name] = named.document if named else None
            if self._loaded[name] is None:
                self._notes.lose(
                    pointer,
                    f"The API document `{name}` cannot be read, so there are no pages of it",
                    "Put the document into the project, and run `octavo openapi-file` on it.",
                )
        return self._loaded[name]

    def _find_path(self, name: str) -> str | None:
        file = self._project.find(os.path.normpath(name.lstrip("/")).replace(os.sep, "/"))
        return file.path if file else None
