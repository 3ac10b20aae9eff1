"""What servers say about a file beside its bytes: its type, and what it may do in a browser."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

# Our own table: the system's would make a site depend on the machine that serves it.
_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "map": "application/json; charset=utf-8",
    "webmanifest": "application/manifest+json; charset=utf-8",
    "yaml": "application/yaml; charset=utf-8",
    "yml": "application/yaml; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "xml": "application/xml",
    "xhtml": "application/xhtml+xml",
    "htm": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "apng": "image/apng",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "avif": "image/avif",
    "bmp": "image/bmp",
    "ico": "image/vnd.microsoft.icon",
    "woff": "font/woff",
    "woff2": "font/woff2",
    "ttf": "font/ttf",
    "otf": "font/otf",
    "mp4": "video/mp4",
    "m4v": "video/mp4",
    "webm": "video/webm",
    "ogv": "video/ogg",
    "mov": "video/quicktime",
    "mp3": "audio/mpeg",
    "m4a": "audio/mp4",
    "ogg": "audio/ogg",
    "wav": "audio/wav",
    "vtt": "text/vtt; charset=utf-8",
    "pdf": "application/pdf",
    "zip": "application/zip",
    "wasm": "application/wasm",
}
_ACTIVE = frozenset({"svg", "html", "htm", "xhtml", "xml"})
_INERT = "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; sandbox"
"""For files of the author that a browser would run: they are shown, but run nothing."""

_SCRIPT = re.compile(r"<script([^>]*)>(.*?)</script>", re.DOTALL)
_SOURCE = re.compile(r'\bsrc="(https?://[^"]+)"')
_STYLE = re.compile(r'<link rel="stylesheet" href="(https?://[^"]+)"')
_INLINE_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
_FRAME = re.compile(r'<(?:iframe|embed|object)\b[^>]*?\b(?:src|data)="(https?://[^"]+)"')
_MEASURED = re.compile(r'"(?:analytics|integrations)":\{"')
"""In the data of a page: scripts of other services are loaded."""
_PLAYGROUND = 'data-playground="show"'


def content_type(output: str) -> str:
    """Return the content type of a file, told from its name."""
    return _TYPES.get(_ending(output), "application/octet-stream")


def file_headers(output: str) -> dict[str, str]:
    """Return the headers of a file that is served as the author wrote it."""
    return {"Content-Security-Policy": _INERT} if _ending(output) in _ACTIVE else {}


def page_headers(html: str) -> dict[str, str]:
    """Return the headers of a rendered page."""
    return {
        "Content-Security-Policy": page_policy(html),
        "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    }


def page_policy(html: str) -> str:
    """Return the policy of a rendered page: its own scripts, and what it names itself."""
    found = _SCRIPT.findall(html)
    inline = [text for tag, text in found if "src=" not in tag and "application/json" not in tag]
    scripts = [*_hashes(inline), *_origins(_SOURCE, "".join(tag for tag, _ in found))]
    if _MEASURED.search(html):
        scripts.append("https:")
    # The playground shows pictures, films and documents that an API answers with.
    answers = ["blob:"] if _PLAYGROUND in html else []
    directives = {
        "default-src": ["'none'"],
        "script-src": ["'self'", *scripts],
        "style-src": ["'self'", *_hashes(_INLINE_STYLE.findall(html)), *_origins(_STYLE, html)],
        "img-src": ["'self'", "data:", "https:", *answers],
        "font-src": ["'self'", "data:", "https:"],
        "media-src": ["'self'", "https:", *answers],
        "worker-src": ["'self'"],
        "manifest-src": ["'self'"],
        # The playground calls the API that the author documents, wherever it is.
        "connect-src": ["'self'", "https:", "http:"],
        "frame-src": ["'self'", *answers, *_origins(_FRAME, html)],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'self'"],
    }
    return "; ".join(f"{name} {' '.join(values)}" for name, values in directives.items())


def _hashes(texts: Iterable[str]) -> list[str]:
    """Return what allows inline scripts or styles, in alphabetical order."""
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return sorted({f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests})


def _origins(pattern: re.Pattern[str], html: str) -> list[str]:
    """Return the origins of the addresses that a pattern finds, in alphabetical order."""
    parts = (urlsplit(address) for address in pattern.findall(html))
    return sorted({f"{part.scheme}://{part.netloc}" for part in parts if _is_plain(part.netloc)})


def _is_plain(host: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9.:\[\]-]+", host) is not None


def _ending(output: str) -> str:
    return output.rpartition("/")[2].rpartition(".")[2].lower()
