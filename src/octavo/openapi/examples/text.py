"""Writes example values in the form of a body: JSON, forms, streams, tables, plain text."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from json.encoder import encode_basestring
from typing import Any

from octavo.openapi.model import Encoding

JSON, XML, TEXT = "json", "xml", "text"

_LINES_OF_JSON = frozenset(
    {"application/jsonl", "application/x-ndjson", "application/ndjson", "application/json-lines"}
    | {"application/x-jsonlines", "application/jsonlines", "text/jsonl"}
)
_EVENTS = "text/event-stream"
_SEQUENCE = "application/json-seq"
_RECORD_MARK = "␞"
"""Replaces the control character at the start of a record, which pages can't show."""
_FORM = "application/x-www-form-urlencoded"
_BINARY_STARTS = ("image/", "audio/", "video/", "font/")
_BINARY = frozenset(
    {"application/octet-stream", "application/pdf", "application/zip", "application/gzip"}
    | {"application/x-tar", "application/x-gzip", "application/x-binary", "application/wasm"}
    | {"application/vnd.ms-excel", "application/x-zip-compressed", "binary/octet-stream"}
)
_LANGUAGES = {
    "text/html": "html",
    "text/css": "css",
    "text/markdown": "markdown",
    "application/yaml": "yaml",
    "application/x-yaml": "yaml",
    "text/yaml": "yaml",
    "application/javascript": "javascript",
    "text/javascript": "javascript",
    "application/graphql": "graphql",
}


def strip_media_type(name: str) -> str:
    """Return a media type in lowercase, without its parameters."""
    return name.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """Tell whether a plain media type is one JSON value; `*/*` counts, too."""
    if media_type == _SEQUENCE:
        return False
    return media_type in {"", "*/*", "application/*"} or media_type.endswith(("/json", "+json"))


def is_xml(media_type: str) -> bool:
    """Tell whether a plain media type is XML; pictures in XML don't count."""
    return media_type != "image/svg+xml" and media_type.endswith(("/xml", "+xml"))


def is_binary(media_type: str) -> bool:
    """Tell whether a plain media type has no text to show."""
    return media_type in _BINARY or media_type.startswith(_BINARY_STARTS)


def is_form(media_type: str) -> bool:
    """Tell whether a plain media type has fields with names."""
    return media_type == _FORM or media_type.startswith("multipart/")


def is_stream(media_type: str) -> bool:
    """Tell whether a plain media type is a sequence of separate items."""
    return media_type in _LINES_OF_JSON or media_type in {_EVENTS, _SEQUENCE}


def choose_language(media_type: str) -> str:
    """Return the highlighting language of a plain media type."""
    if is_json(media_type) or media_type in _LINES_OF_JSON or media_type == _SEQUENCE:
        return JSON
    if is_xml(media_type):
        return XML
    return _LANGUAGES.get(media_type, TEXT)


def describe_binary(media_type: str) -> str:
    """Return the sentence that replaces binary data."""
    return f"Binary data ({media_type})" if media_type else "Binary data"


def render_value(media_type: str, value: Any, encoding: Mapping[str, Encoding]) -> str:
    """Return a value as text in a plain media type other than XML."""
    if is_json(media_type):
        return render_json(value)
    if is_stream(media_type):
        return render_stream(media_type, value if isinstance(value, list) else [value])
    if isinstance(value, str):
        return value
    if is_form(media_type):
        return render_form(value, encoding)
    if media_type == "text/csv":
        return _render_table(value)
    return render_json(value)


# --- JSON ---------------------------------------------------------------------------------------


def render_json(value: Any) -> str:
    """Return JSON with an indent of two spaces; faster than the library."""
    return _render_json(value, "\n")


def _render_json(value: Any, newline: str) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    inner = newline + "  "
    if isinstance(value, dict):
        if not value:
            return "{}"
        fields = [
            f"{encode_basestring(str(key))}: {_render_json(each, inner)}"
            for key, each in value.items()
        ]
        return "{" + inner + ("," + inner).join(fields) + newline + "}"
    if isinstance(value, list):
        if not value:
            return "[]"
        return (
            "["
            + inner
            + ("," + inner).join([_render_json(v, inner) for v in value])
            + newline
            + "]"
        )
    return render_scalar(value)


def render_scalar(value: Any) -> str:
    """Return a number, boolean or null in JSON's form; other values as text."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else "null"
    try:
        return str(value) if isinstance(value, int) else encode_basestring(str(value))
    except ValueError:  # Python refuses to convert numbers of several thousand digits.
        return "null"


def parse_json(text: str) -> Any:
    """Return the value of a JSON text, or the text itself if it is invalid."""
    try:
        return json.loads(text, parse_float=_read_exact_float, parse_constant=_read_exact_float)
    except (ValueError, RecursionError):
        return text


def _read_exact_float(text: str) -> float:
    """Return a float; refuse one that changes when it is written."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def render_compact_json(value: Any) -> str:
    """Return JSON in one line."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        return " ".join(line.strip() for line in render_json(value).splitlines())


# --- sequences ----------------------------------------------------------------------------------


def render_stream(media_type: str, items: Iterable[Any]) -> str:
    """Return items in sequence, in their sent form."""
    if media_type == _EVENTS:
        return "\n\n".join(_render_event(item) for item in items) + "\n"
    mark = _RECORD_MARK if media_type == _SEQUENCE else ""
    return "\n".join(mark + render_compact_json(item) for item in items)


def render_stream_item(media_type: str, item: Any) -> str:
    """Return one item in its sent form, with its end."""
    if media_type == _EVENTS:
        return f"{_render_event(item)}\n\n"
    mark = "\x1e" if media_type == _SEQUENCE else ""
    return f"{mark}{render_compact_json(item)}\n"


def _render_event(item: Any) -> str:
    """Return a server-sent event; without a field `data`, the whole value is its data."""
    if not isinstance(item, dict) or "data" not in item:
        return _render_event_lines("data", item)
    keys = [key for key in ("event", "id", "retry") if item.get(key) is not None]
    return "\n".join(_render_event_lines(key, item[key]) for key in (*keys, "data"))


def _render_event_lines(key: str, value: Any) -> str:
    text = value if isinstance(value, str) else render_compact_json(value)
    return "\n".join(f"{key}: {line}" for line in text.splitlines() or [""])


# --- forms and tables ---------------------------------------------------------------------------


def render_form(value: Any, encoding: Mapping[str, Encoding]) -> str:
    """Return a line `name=value` for each field."""
    if not isinstance(value, dict):
        return render_json(value)
    lines: list[str] = []
    for key, inner in value.items():
        lines.extend(_render_field_lines(str(key), inner, encoding.get(key)))
    return "\n".join(lines)


def _render_field_lines(name: str, value: Any, encoding: Encoding | None) -> Iterator[str]:
    style = encoding.style if encoding is not None else None
    if style == "deepObject":
        yield from _render_brackets(name, value)
    elif isinstance(value, list) and (encoding is None or encoding.explode is not False):
        yield from (f"{name}={_render_field_text(item)}" for item in value)
    else:
        yield f"{name}={_render_field_text(value)}"


def _render_brackets(name: str, value: Any) -> Iterator[str]:
    inner: Iterable[tuple[object, Any]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    else:
        yield f"{name}={_render_field_text(value)}"
    for key, each in inner:
        yield from _render_brackets(f"{name}[{key}]", each)


def _render_field_text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else render_compact_json(value)


def _render_table(value: Any) -> str:
    """Return comma-separated lines; for a list of objects, the first has the names."""
    rows = value if isinstance(value, list) else [value]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    names = list(rows[0]) if rows and isinstance(rows[0], dict) else None
    if names is not None:
        writer.writerow(names)
    for row in rows:
        cells = [row.get(name) for name in names or ()] if isinstance(row, dict) else row
        writer.writerow(map(_render_field_text, cells if isinstance(cells, list) else [cells]))
    return buffer.getvalue().rstrip("\n")
