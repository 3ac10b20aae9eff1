"""Texts of a document in a collection: none of them is a variable or a function of the client.

`{{token}}` in an example would send a secret of the reader to the API, or read a file. Two braces
in a row are kept apart: in JSON by an escape, elsewhere by a blank.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from os.path import basename

from octavo.render.api.collections.requests import CLOSE, OPEN

_BRACE = re.compile(r"\{(?=[{%#])")
_VARIABLE = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")
_NOT_IN_FILE = re.compile(r"[^A-Za-z0-9._-]+")


def guard_text(text: str) -> str:
    """Return a text in which no variable begins."""
    return _BRACE.sub("{ ", text)


def guard_body(text: str) -> str:
    """Return the text of a body that means the same, if it is JSON."""
    if not _BRACE.search(text):
        return text
    return _BRACE.sub(r"\\u007b", text) if is_valid_json(text) else guard_text(text)


def is_valid_json(text: str) -> bool:
    """Tell whether a text is JSON."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def write_variables(text: str, write: Callable[[str], str]) -> str:
    """Return an address or header with its variables as a client writes them."""
    return _VARIABLE.sub(lambda match: write(match[1]), guard_text(text))


def clean_file_name(name: object) -> str:
    """Return the name of a file beside the collection, never a path elsewhere."""
    return _NOT_IN_FILE.sub("-", basename(str(name))).strip("-.") or "file"
