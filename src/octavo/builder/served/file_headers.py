"""The headers that servers send with a file: its type, and its rights in a browser."""

from __future__ import annotations

REVALIDATED = "no-cache"
"""Browsers may cache the file, but check each time whether it has changed."""
NOT_KEPT = "no-store"
IMMUTABLE = "public, max-age=31536000, immutable"
"""For files that get a new name for each change."""

ALWAYS: tuple[tuple[str, str], ...] = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "strict-origin-when-cross-origin"),
)

# Octavo has its own table, because the system's would make sites depend on the machine.
TYPES = {
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
NOT_INDEXED = {"X-Robots-Tag": "noindex"}
"""For Markdown twins and their lists, because search engines show the pages instead."""
_ACTIVE = frozenset({"svg", "html", "htm", "xhtml", "xml"})
_INERT = "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; sandbox"
"""For the author's files with code: browsers show them, but run no code."""


def find_content_type(output: str) -> str:
    """Return the content type of a file by its ending."""
    return TYPES.get(_find_ending(output), "application/octet-stream")


def build_file_headers(output: str) -> dict[str, str]:
    """Return the headers of a file that is served unchanged."""
    return {"Content-Security-Policy": _INERT} if is_active(output) else {}


def link_twin(href: str) -> dict[str, str]:
    """Return the `Link` header of a page for its Markdown twin."""
    return {"Link": f'<{href}>; rel="alternate"; type="text/markdown"'}


def is_active(output: str) -> bool:
    """Tell whether a browser would run code in a file."""
    return _find_ending(output) in _ACTIVE


def build_page_headers(policy: str) -> dict[str, str]:
    """Return the headers of a rendered page, with its content security policy."""
    return {
        "Content-Security-Policy": policy,
        "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    }


def _find_ending(output: str) -> str:
    return output.rpartition("/")[2].rpartition(".")[2].lower()
