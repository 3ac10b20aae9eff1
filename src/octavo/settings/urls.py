"""The one rule for addresses that authors write: what may become a link, and what a page is called.

Pure functions over text; the renderer uses `clean_url` for links in pages as well.
"""

from __future__ import annotations

import re
import unicodedata

_ENDS = "".join(map(chr, range(0x21)))
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_WEB = re.compile(r"https?://[^/?#\s]", re.IGNORECASE)
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\\\ud800-\udfff]")
_SAFE_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
_PAGE_ENDINGS = (".mdx", ".md")
_PLAIN_PAGE = re.compile(r"[A-Za-z0-9_-]++(?:/[A-Za-z0-9_-]++)*+\Z")


def clean_url(text: str) -> str | None:
    """Return the address in clean form, or None when it must not become a link."""
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
    """Tell whether an address has a scheme (web, mail, telephone), so is no path of the site."""
    return _SCHEME.match(url) is not None


def normalize_page(text: str) -> str | None:
    """Return a page's name as the site uses it, or None when it is no page of the project.

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
