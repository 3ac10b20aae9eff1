"""Writes a collection for Bruno: a folder of small text files, in one ZIP file."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping

from octavo.render.api.collections.guard import (
    clean_file_name,
    guard_body,
    guard_text,
    is_valid_json,
    write_variables,
)
from octavo.render.api.collections.requests import PASSWORD, USERNAME, Request, RequestCollection

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_METHODS = frozenset("get post put delete patch options head connect trace".split())
_NOT_IN_NAMES = re.compile(r"[^\w ().-]+")
_PLAIN_KEY = re.compile(r"[\w!#$%&'*+.^`|-]+\Z")
_ANNOTATION = re.compile(r"@(?=(?:file|contentType)\()")
_KINDS = {
    "none": "none",
    "urlencoded": "formUrlEncoded",
    "multipart": "multipartForm",
    "binary": "file",
}
_Pair = tuple[str, str]


def write_bruno(collection: RequestCollection) -> bytes:
    """Return a collection as a ZIP file, the same for the same requests."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in list_bruno_files(collection).items():
            info = zipfile.ZipInfo(name, _FIRST_DAY)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, text.encode("utf-8", "replace"))
    return buffer.getvalue()


def list_bruno_files(collection: RequestCollection) -> dict[str, str]:
    """Return the files of a collection by their names."""
    names = _Names()
    top = names.claim("", collection.name, "")
    about = {"version": "1", "name": collection.name, "type": "collection", "ignore": []}
    variables = _write_block("vars:pre-request", _list_pairs(collection.variables))
    files = {
        f"{top}/bruno.json": json.dumps(about, ensure_ascii=False, indent=2) + "\n",
        f"{top}/collection.bru": variables,
    }
    folders: dict[tuple[str, ...], str] = {(): top}
    for at, request in enumerate(collection.requests, 1):
        for depth in range(1, len(request.folders) + 1):
            path = request.folders[:depth]
            if path not in folders:
                folder = folders[path] = names.claim(folders[path[:-1]], path[-1], "")
                files[f"{folder}/folder.bru"] = _write_block("meta", [("name", path[-1])])
        files[names.claim(folders[request.folders], request.name, ".bru")] = _write(request, at)
    return files


class _Names:
    """Gives files names that all systems take, and none twice."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def claim(self, folder: str, name: str, ending: str) -> str:
        clean = _NOT_IN_NAMES.sub("-", name)[:80].strip(" .-") or "request"
        if clean.lower() in ("collection", "folder", "con", "aux", "nul", "prn"):
            clean = f"{clean} 1"
        start, number = f"{folder}/{clean}" if folder else clean, 1
        path = start + ending
        while path.lower() in self._used:
            number += 1
            path = f"{start} {number}{ending}"
        self._used.add(path.lower())
        return path


def _write(request: Request, at: int) -> str:
    return "\n".join(_list_blocks(request, at))


def _list_blocks(request: Request, at: int) -> Iterator[str]:
    body, method = request.body, request.method.lower()
    kind = _KINDS.get(body["kind"]) or _name_text(body)
    yield _write_block("meta", [("name", request.name), ("type", "http"), ("seq", str(at))])
    auth = "basic" if request.is_basic else "none"
    send = [("url", _write_text(request.url)), ("body", kind), ("auth", auth)]
    if method in _METHODS:
        yield _write_block(method, send)
    else:
        yield _write_block("http", [("method", method), *send])
    if request.headers:
        yield _write_block(
            "headers", ((name, _write_text(value)) for name, value in request.headers)
        )
    if request.is_basic:
        pairs = [(each, _write_variable(each)) for each in (USERNAME, PASSWORD)]
        yield _write_block("auth:basic", pairs)
    yield from _list_body(body, kind)
    yield _write_block("settings", [("encodeUrl", "false")])
    if request.description:
        yield _write_text_block("docs", request.description)


def _name_text(body: Mapping[str, str]) -> str:
    if is_valid_json(body["text"]):
        return "json"
    return "xml" if "xml" in body["contentType"].lower() else "text"


def _list_body(body: Mapping[str, object], kind: str) -> Iterator[str]:
    match body:
        case {"kind": "text", "text": str(text)}:
            yield _write_text_block(f"body:{kind}", guard_body(text))
        case {"kind": "urlencoded", "pairs": list(pairs)}:
            yield _write_block("body:form-urlencoded", _guard(pairs))
        case {"kind": "multipart", "parts": list(parts)}:
            yield _write_block("body:multipart-form", map(_write_part, parts))
        case {"kind": "binary", "file": file}:
            content_type = f" @contentType({body['contentType']})"
            yield _write_block(
                "body:file", [("file", f"@file({clean_file_name(file)}){content_type}")]
            )


def _write_part(part: Mapping[str, str]) -> _Pair:
    content_type = f" @contentType({part['contentType']})" if part.get("contentType") else ""
    name = guard_text(part["name"])
    if "file" in part:
        return name, f"@file({clean_file_name(part['file'])}){content_type}"
    text = _ANNOTATION.sub("@ ", guard_body(part.get("text") or ""))
    return name, _write_lines(text) + content_type


def _guard(pairs: Iterable[_Pair]) -> Iterator[_Pair]:
    return ((guard_text(name), _write_lines(guard_text(value))) for name, value in pairs)


def _list_pairs(pairs: Iterable[_Pair]) -> Iterator[_Pair]:
    return ((name, _write_lines(value)) for name, value in pairs)


def _write_lines(text: str) -> str:
    """Return a value; one of several lines is between three quotes, so it may not hold these."""
    if not re.search(r"[\r\n]", text):
        return text
    lines = _split(text.replace("'''", "' ' '"))
    return "'''\n" + "\n".join(f"    {line}" for line in lines) + "\n  '''"


def _write_block(name: str, pairs: Iterable[_Pair]) -> str:
    lines = [f"  {_write_key(key)}: {value}".rstrip(" ") for key, value in pairs]
    return "\n".join([f"{name} {{", *lines, "}", ""])


def _write_key(key: str) -> str:
    if _PLAIN_KEY.match(key) and not key.startswith("~"):
        return key
    line = " ".join(key.split()).rstrip("\\")  # one at the end would escape the quote
    escaped = line.replace('"', '\\"')
    return f'"{escaped}"'


def _write_text_block(name: str, text: str) -> str:
    """Return a block of text: its lines are indented, so that none of them ends it."""
    lines = [f"  {line}" for line in _split(text)]
    return "\n".join([f"{name} {{", *lines, "}", ""])


def _split(text: str) -> list[str]:
    return re.split(r"\r\n|\n|\r", text)


def _write_text(text: str) -> str:
    return write_variables(text, _write_variable)


def _write_variable(name: str) -> str:
    return f"{{{{{name}}}}}"
