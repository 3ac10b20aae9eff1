"""Converts pages of `docusaurus-plugin-openapi-docs` to pages of API operations."""

from __future__ import annotations

import base64
import binascii
import html
import json
import posixpath
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from octavo.content.surface import Lexer, read_front_matter
from octavo.values import Struct
from octavo_migrate.data import Values, read_dict
from octavo_migrate.docusaurus.documents import find_body
from octavo_migrate.docusaurus.files import OldFiles
from octavo_migrate.docusaurus.instances import list_plugins
from octavo_migrate.docusaurus.modules import get_known
from octavo_migrate.docusaurus.pages.page_tags import IMPORT, read_old_tag
from octavo_migrate.edits import write_front_matter

_PLUGIN = "openapi-docs"
_FOLDER = "openapi"
_LARGEST = 10_000_000
"""The limit in bytes for an unpacked operation."""
_TAG = re.compile(r"</?[A-Z]")
_KEYS = (("title", "title"), ("sidebar_label", "sidebarTitle"), ("description", "description"))


class OldApi(Struct, frozen=True):
    """An API document of the old project."""

    source: str
    path: str
    """Its path in the new project."""
    operations: Mapping[tuple[str, str], Values]
    """Its operations, by method and path."""


def load_apis(files: OldFiles, config: Values) -> tuple[OldApi, ...]:
    """Return the readable API documents that the settings name."""
    apis: dict[str, OldApi] = {}
    for source in _list_documents(config):
        name = posixpath.normpath(source)
        text = files.read(name) if "://" not in source and name not in apis else None
        document = _parse(files, name, text) if text else None
        if isinstance(document, dict):
            path = f"{_FOLDER}/{posixpath.basename(name)}"
            taken = {each.path for each in apis.values()}
            path = path if path not in taken else f"{_FOLDER}/{name.lstrip('./').replace('/', '-')}"
            apis[name] = OldApi(name, path, dict(_list_operations(document)))
    return tuple(apis.values())


def _list_documents(config: Values) -> Iterator[str]:
    for name, options in list_plugins(config, "plugins"):
        entries = read_dict(options, "config") if _PLUGIN in name else {}
        for entry in entries.values():
            for each in (entry, *read_dict(entry, "versions").values()):
                if isinstance(source := get_known(each, "specPath"), str):
                    yield source


def _parse(files: OldFiles, name: str, text: str) -> Any:
    if not name.endswith(".json"):
        return files.read_data(name)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _list_operations(document: Values) -> Iterator[tuple[tuple[str, str], Values]]:
    for path, entry in read_dict(document, "paths").items():
        for method, operation in read_dict(entry).items():
            if isinstance(operation, dict):
                yield (str(method).lower(), str(path)), operation


def render_api_page(
    text: str, source: str, apis: Iterable[OldApi], more: Values
) -> tuple[bytes, OldApi] | None:
    """Return the page of an operation, if the API document has everything that the page says.

    Return None for other pages. `more` are additional keys for its front matter.
    """
    values = read_front_matter(text, source).values if "\napi:" in text else {}
    key = _read_operation(values.get("api"))
    api = next((each for each in apis if key in each.operations), None) if key else None
    if key is None or api is None:
        return None
    document_words = _keep_letters(json.dumps(api.operations[key], ensure_ascii=False))
    if any(_keep_letters(line) not in document_words for line in _list_prose(text)):
        return None
    kept = {new: values[old] for old, new in _KEYS if values.get(old)}
    front = {**kept, **more, "openapi": f"/{api.path} {key[0].upper()} {key[1]}"}
    return write_front_matter(front).encode(), api


def _read_operation(packed: Any) -> tuple[str, str] | None:
    """Return the method and the path of an operation from its front matter."""
    value = packed
    if isinstance(packed, str):
        try:
            data = zlib.decompressobj().decompress(base64.b64decode(packed), _LARGEST)
            value = json.loads(data)
        except (ValueError, binascii.Error, zlib.error, RecursionError):
            return None
    method, path = get_known(value, "method"), get_known(value, "path")
    is_operation = isinstance(method, str) and isinstance(path, str)
    return (method.lower(), path) if is_operation else None


def _list_prose(text: str) -> Iterator[str]:
    """Yield the lines of a page that are neither tags nor imports."""
    body = html.unescape(IMPORT.sub("", text[find_body(text) :]))
    lexer, pieces, at = Lexer(body), [], 0
    while match := _TAG.search(body, at):
        tag = read_old_tag(body, match.start(), lexer)
        pieces.append(body[at : match.start()])
        at = tag.end if tag else match.end()
    yield from "\n".join([*pieces, body[at:]]).split("\n")


def _keep_letters(text: str) -> str:
    return "".join(filter(str.isalnum, re.sub(r"\\[nrtu]", "", text))).lower()
