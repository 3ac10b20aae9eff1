"""The rules for addresses that authors write: valid links, and names of pages.

These are pure functions on text; the renderer uses `clean_url` also for links in pages.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote, unquote, urlsplit

_ENDS = "".join(map(chr, range(0x21)))
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_WEB = re.compile(r"https?://[^/?#\s]", re.IGNORECASE)
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\\\ud800-\udfff]")
_EDITORS = ("cursor", "vscode", "vscode-insiders")
_SAFE_SCHEMES = frozenset({"http", "https", "mailto", "tel", *_EDITORS})
_USUAL_PORTS = {"http": 80, "https": 443}
_IN_PATH = "/:@!$&'()*+,;=~%"
_PAGE_ENDINGS = (".mdx", ".md")
_PLAIN_PAGE = re.compile(r"[A-Za-z0-9_-]++(?>(?:/[A-Za-z0-9_-]++)*)\Z")


def clean_url(text: str) -> str | None:
    """Return the address in clean form, or None if it must not become a link."""
    url = unicodedata.normalize("NFC", text).strip(_ENDS)
    if _FORBIDDEN.search(url) or url.startswith("//"):
        return None
    scheme = _SCHEME.match(url)
    if scheme is None:
        return url
    name = scheme[1].lower()
    if name not in _SAFE_SCHEMES:
        return None
    if name in {"http", "https"} and not _WEB.match(url):
        return None
    return url


def is_web_address(url: str) -> bool:
    """Tell whether an address leaves the site by http or https."""
    return _WEB.match(url) is not None


def is_external(url: str) -> bool:
    """Tell whether an address has a scheme (web, mail, telephone), so it is no path of the site."""
    return _SCHEME.match(url) is not None


def read_site_url(text: str) -> str | None:
    """Return the address of a site in clean form, or None if it is invalid.

    It has a scheme, a host, and perhaps a path without a trailing slash. Host and path have the
    form that browsers send.
    """
    url = unicodedata.normalize("NFC", text).strip(_ENDS)
    if _FORBIDDEN.search(url) or not _WEB.match(url) or any(mark in url for mark in "?#@ "):
        return None
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        name = f"[{host}]" if ":" in host else host.encode("idna").decode()
    except ValueError:
        return None
    if not name or port == 0 or ".." in parts.path.split("/"):
        return None
    suffix = "" if port in (None, _USUAL_PORTS[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{name}{suffix}{quote(parts.path.rstrip('/'), safe=_IN_PATH)}"


def split_site_url(url: str) -> tuple[str, str]:
    """Return the origin of a site's address, and the path of its root."""
    path = urlsplit(url).path
    return url.removesuffix(path), unquote(path)


def normalize_page(text: str) -> str | None:
    """Return a page's name in clean form, or None if it is no page of the project.

    `/a`, `./b`, `c/../d` and `e.mdx` become `a`, `b`, `d` and `e`.
    """
    if _PLAIN_PAGE.match(text):
        return text
    name = unicodedata.normalize("NFC", text).strip(_ENDS)
    if _FORBIDDEN.search(name) or _SCHEME.match(name):
        return None
    parts: list[str] = []
    for part in name.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    page = "/".join(parts)
    for ending in _PAGE_ENDINGS:
        page = page.removesuffix(ending)
    return page or None
