"""Copies of downloads in the user's cache; a damaged copy is ignored."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from typing import Any

from octavo.project.cache_folder import is_own_place, remove_old_files
from octavo.values import Struct

_FORMAT = 1
_MAX_BYTES = 64 * 1024 * 1024
ALL_BYTES = 4 * _MAX_BYTES
"""The most bytes of all copies together; the oldest go first."""


class Copy(Struct, frozen=True):
    """The content of an address, and the server's data about its age."""

    address: str
    body: bytes
    saved: float
    """The time in seconds since 1970."""
    etag: str | None = None
    modified: str | None = None


def load_copy(folder: str | None, address: str) -> Copy | None:
    """Return the copy of an address, or None if it is missing or damaged."""
    if folder is None or not is_own_place(_build_path(folder, address)):
        return None
    try:
        with open(_build_path(folder, address), "rb") as file:
            head, body = file.readline(_MAX_BYTES), file.read(_MAX_BYTES)
        facts = json.loads(head)
        if facts["format"] != _FORMAT or facts["address"] != address:
            return None
        if facts["sha256"] != hashlib.sha256(body).hexdigest():
            return None
        etag, modified = _clean_header(facts["etag"]), _clean_header(facts["modified"])
        return Copy(address, body, float(facts["saved"]), etag, modified)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def write_copy(folder: str | None, copy: Copy) -> None:
    """Store a copy, if that is possible."""
    if folder is None or not is_own_place(_build_path(folder, copy.address)):
        return
    facts = {
        "format": _FORMAT,
        "address": copy.address,
        "sha256": hashlib.sha256(copy.body).hexdigest(),
        "saved": copy.saved,
        "etag": copy.etag,
        "modified": copy.modified,
    }
    with suppress(OSError):
        path = _build_path(folder, copy.address)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        _write_whole(path, json.dumps(facts).encode() + b"\n" + copy.body)
        remove_old_files(os.path.dirname(path), path, ALL_BYTES)


def _write_whole(path: str, data: bytes) -> None:
    """Write a file such that readers never see a part of it."""
    descriptor, new = tempfile.mkstemp(dir=os.path.dirname(path))
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.replace(new, path)
    except OSError:
        with suppress(OSError):
            os.unlink(new)
        raise


def _build_path(folder: str, address: str) -> str:
    return os.path.join(folder, "links", hashlib.sha256(address.encode()).hexdigest()[:40])


def _clean_header(value: Any) -> str | None:
    """Return a value that is safe in a header."""
    is_sendable = isinstance(value, str) and value.isascii() and value.isprintable()
    return value if is_sendable else None
