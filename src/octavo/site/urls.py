"""The rules for addresses: the URL of a source, its links, and its output file.

A URL is a path on the site without its base path, decoded, in NFC, without a trailing slash
(`/guides/first-steps`; the home page is `/`). Links have a trailing slash, and each page is an
`index.html` in a separate folder. So every static host answers without a redirect.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import quote, unquote

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.names import MAX_NAME_BYTES, fold_source
from octavo.settings.urls import clean_url, is_external

LONGEST_URL = 8192
"""The most characters of an address in a request or a redirect."""

_PAGE_ENDINGS = frozenset({"mdx", "md"})
_MARK = re.compile("[?#]")
_NOT_IN_OWN_URLS = re.compile(r'[<>:"|?*#%]')
# The characters that may stay unescaped in a path (RFC 3986 pchar and the slash).
_SAFE = "/:@!$&'()*+,;=~"
_PLAIN_PATH = re.compile(r"[A-Za-z0-9/_.~-]*+\Z")


def build_page_url(source: str) -> str:
    """Return the url of a page file: `guides/index.mdx` is `/guides`, `a/b.md` is `/a/b`."""
    return normalize_url(strip_page_suffix(source))


@lru_cache(maxsize=65_536)
def normalize_url(path: str) -> str:
    """Return the url that a written path means; it never leads above the root."""
    url = posixpath.normpath("/" + unicodedata.normalize("NFC", path).lstrip("/"))
    if url == "/index":
        return "/"
    return url.removesuffix("/index")


def read_own_url(value: object) -> str | None:
    """Return the URL that a document sets, if every disk can store it."""
    address = clean_url(value) if isinstance(value, str) else None
    if not address or is_external(address) or not address.isprintable():
        return None
    if _NOT_IN_OWN_URLS.search(address):
        return None
    url = normalize_url(address)
    names = url[1:].split("/")
    fits = all(len(name.encode()) <= MAX_NAME_BYTES for name in names)
    return url if fits and names[0] != "_octavo" and url != "/" else None


def build_page_output(url: str) -> str:
    """Return the output file of the page at a URL."""
    return "index.html" if url == "/" else f"{url[1:]}/index.html"


LLMS, LLMS_FULL = "llms.txt", "llms-full.txt"
"""The list of all Markdown twins, and all of them in one file."""


def build_twin_output(url: str) -> str:
    """Return the output file of the Markdown twin of the page at a URL."""
    return "index.md" if url == "/" else f"{url[1:]}.md"


@lru_cache(maxsize=4096)  # Many pages link to the same page, often several times.
def build_page_href(url: str, base_path: str = "") -> str:
    """Return the link to the page at a url."""
    path = base_path + url
    return _escape_path(path if path.endswith("/") else path + "/")


@lru_cache(maxsize=1024)  # Every page links to the same dozen.
def build_file_href(source: str, base_path: str = "") -> str:
    """Return the link to a file that is served unchanged."""
    return _escape_path(f"{base_path}/{source}")


def _escape_path(path: str) -> str:
    # Most paths are plain.
    return path if _PLAIN_PATH.match(path) else quote(path, safe=_SAFE)


def split_fragment(address: str) -> tuple[str, str]:
    """Split an address before its `?` or `#`; the second part keeps the mark."""
    mark = _MARK.search(address)
    at = mark.start() if mark else len(address)
    return address[:at], address[at:]


def resolve_path(path: str, from_source: str) -> str:
    """Return the project path for a path in a page."""
    decoded = unicodedata.normalize("NFC", unquote(path))
    if not decoded.startswith("/"):
        decoded = posixpath.join(posixpath.dirname(from_source), decoded)
    return posixpath.normpath("/" + decoded.lstrip("/"))[1:]


def strip_page_suffix(path: str) -> str:
    """Drop `.mdx` or `.md` from the end of a path."""
    stem, dot, ending = path.rpartition(".")
    return stem if dot and ending.lower() in _PAGE_ENDINGS else path


def is_inside(url: str, prefix: str) -> bool:
    """Tell whether a URL is at or below a prefix, by whole segments."""
    return prefix in ("/", url) or url.startswith(prefix + "/")


def build_title(url: str) -> str:
    """Return a readable title for a URL's last segment:

    `/a/getting-started` is "Getting started".
    """
    words = re.sub(r"[-_]+", " ", url.rsplit("/", 1)[-1]).strip()
    return words[:1].upper() + words[1:] if words else "Home"


class OutputNames:
    """The names of all output files, which must be distinct on every system.

    A disk of macOS or Windows may store only one of `Guide/index.html` and `guide/index.html`; see
    `fold_source`. The first claim wins: pages, their files, the author's files, then redirects.
    """

    def __init__(self, outputs: Iterable[str] = ()) -> None:
        self._files: dict[str, str] = {}
        self._folders: dict[str, str] = {}
        self._claimed: set[str] = set()
        for output in outputs:
            self.claim(output)

    def claim(self, output: str) -> str | None:
        """Claim a name; if it is taken, return the output that has it."""
        name = fold_source(output)
        other = self._files.get(name) or self._folders.get(name)
        folders = []
        folder = name.rpartition("/")[0]
        while folder and other is None and folder not in self._folders:
            other = self._files.get(folder)
            folders.append(folder)
            folder = folder.rpartition("/")[0]
        if other is None:
            self._claimed.add(output)
            self._files[name] = output
            self._folders.update(dict.fromkeys(folders, output))
        return other

    def __contains__(self, output: str) -> bool:
        """Tell whether an output has its name, with this exact spelling."""
        return output in self._claimed

    def find(self, output: str) -> str | None:
        """Return the file that has the same name as this one on some system."""
        return self._files.get(fold_source(output))


def is_same_place(output: str, other: str) -> bool:
    """Tell whether two outputs share a path on every system, as a file or a folder around one."""
    return output == other or f"{output}/".startswith(f"{other}/") or other.startswith(f"{output}/")


def explain_clash(what: str, output: str, other: str, place: Location) -> Problem:
    """Return the problem of an output that isn't written, because another one has its name."""
    return Problem(
        Code.OUTPUT_NAMES_CLASH,
        f"{what} is left out: some systems cannot tell `{output}` from `{other}`",
        place,
        Severity.WARNING,
        "Give one of the two another name. Capitals, accents in another spelling, dots and blanks "
        "at the end do not make one.",
    )
