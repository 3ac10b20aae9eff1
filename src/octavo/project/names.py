"""Finds the kind of a file from its name alone.

Never read and never published:
- names that start with a dot (`.env`, `.git/`), except `.well-known`
- `node_modules`, `__pycache__`, Python bytecode, temporary files of editors and desktops
- README, LICENSE, CONTRIBUTING, CONTRIBUTE and CHANGELOG without an ending
- settings files of this tool's family: `site.json` and `mint.json`, and `docs.json` at the root
- at the root, files of other tools: `package.json`, lock files, `Makefile`, `Dockerfile`, …
- private keys and similar files, with a warning: see `secrets`

A page is `.mdx` or `.md`. In the folder `snippets` at the root, and below a folder called
`_snippets`, it is a snippet: a page only if the navigation lists it. The same is true for `.md`
files for developers, such as `README.md`, `README_JA.md` and `AGENTS.md`. A `.js` file below a
folder of either name is a module that pages import, not a script of every page. All other files are
assets: served unchanged, if `public.types` knows their type.
"""

from __future__ import annotations

import re
import unicodedata

from octavo.project.files import Kind

MAX_NAME_BYTES = 200
"""The most bytes of a name that Octavo makes, so that every disk can store it."""
_KIND_BY_ENDING = {
    "mdx": Kind.PAGE,
    "md": Kind.PAGE,
    "jsx": Kind.MODULE,
    "tsx": Kind.MODULE,
    "css": Kind.STYLE,
    "js": Kind.SCRIPT,
    "json": Kind.DATA,
    "yaml": Kind.DATA,
    "yml": Kind.DATA,
}
_SNIPPET_FOLDERS = frozenset({"snippets", "_snippets"})

_HIDDEN_FOLDERS = frozenset({"node_modules", "__pycache__"})
_HIDDEN_NAMES = frozenset({"thumbs.db", "desktop.ini", "site.json", "mint.json"})
_HIDDEN_AT_ROOT = frozenset(
    {
        "docs.json",
        "package.json",
        "package-lock.json",
        "npm-shrinkwrap.json",
        "yarn.lock",
        "pnpm-lock.yaml",
        "pnpm-workspace.yaml",
        "bun.lock",
        "bun.lockb",
        "tsconfig.json",
        "jsconfig.json",
        "makefile",
        "dockerfile",
        "docker-compose.yml",
        "docker-compose.yaml",
        "compose.yml",
        "compose.yaml",
        "codeowners",
    }
)
_FOR_DEVELOPERS = frozenset({"readme", "license", "contributing", "contribute", "changelog"})
_IN_ANY_CASE = re.compile(
    r"(?:readme|licen[sc]e|contributing|contribute|changelog|code[_-]of[_-]conduct)"
    r"(?:[._-][a-z]{2}(?:[_-][a-z]{2,4})?)?\.md",
    re.IGNORECASE,
)
"""Names of files for developers, also in another language: `README_JA.md`, `README.zh-CN.md`."""
_IN_CAPITALS = frozenset(
    """AGENTS AUTHORS CLAUDE CLAUDE.local CODEOWNERS CONTRIBUTORS COPILOT GEMINI GOVERNANCE
    ISSUE_TEMPLATE MAINTAINERS PULL_REQUEST_TEMPLATE SECURITY SKILL SUPPORT TODO""".split()
)
"""More such names in capitals; in lowercase they could be pages."""
_LEFTOVERS = ("~", ".swp", ".swo", ".pyc", ".pyo", ".orig", ".rej")
DEVICES = frozenset(
    (
        *("con", "prn", "aux", "nul", "conin$", "conout$"),
        *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³"),
    )
)
"""The names of devices on Windows."""
_WINDOWS = re.compile(
    r":|[. ](?:/|\Z)"
    r"|(?:\A|/)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:[./]|\Z)"
)
"""The parts of a folded name that Windows reads differently."""
_LONGEST_ON_WINDOWS = 220
"""The longest path in characters; Windows allows 260 with the site's folder and `index.html`."""
_FOLDER_STREAM = re.compile(r"::|\$index_allocation")
"""The part of a folded name that means another folder on Windows."""
_RESERVED = re.compile(r'[<>:"|?*]')
_UNSEEN = dict.fromkeys(
    (0xAD, *range(0x200C, 0x2010), *range(0x202A, 0x202F), *range(0x206A, 0x2070), 0xFEFF)
)
"""The characters that macOS ignores in names."""
_UNUSABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\\\ud800-\udfff]")


def is_usable_name(name: str) -> bool:
    """Tell whether a name can be part of a URL: valid UTF-8, no control character or backslash."""
    return _UNUSABLE.search(name) is None


def is_hidden_folder(name: str) -> bool:
    """Tell whether a folder is never entered."""
    return name in _HIDDEN_FOLDERS or _is_dot_name(name)


def is_hidden_file(name: str, *, at_root: bool) -> bool:
    """Tell whether a file is ignored without a message."""
    lower = name.lower()
    if _is_dot_name(name) or _is_leftover(lower):
        return True
    if lower in _HIDDEN_NAMES or (at_root and lower in _HIDDEN_AT_ROOT):
        return True
    return lower in _FOR_DEVELOPERS


def find_kind(source: str, name: str) -> Kind:
    """Return the kind of a file that isn't hidden."""
    _, dot, ending = name.rpartition(".")
    kind = _KIND_BY_ENDING.get(ending.lower()) if dot else None
    if kind is None:
        return Kind.ASSET
    if kind is Kind.PAGE and _is_for_developers(name):
        return Kind.SNIPPET
    if "snippets/" not in source:
        return kind
    folders = source.split("/")[:-1]
    if kind is Kind.PAGE and (folders[0] == "snippets" or "_snippets" in folders):
        return Kind.SNIPPET
    is_module = kind is Kind.SCRIPT and not _SNIPPET_FOLDERS.isdisjoint(folders)
    return Kind.MODULE if is_module else kind


def _is_for_developers(name: str) -> bool:
    is_markdown = name.endswith((".md", ".MD"))
    return is_markdown and (name[:-3] in _IN_CAPITALS or _IN_ANY_CASE.fullmatch(name) is not None)


def normalize_source(source: str) -> str:
    """Return a source in Octavo's Unicode form (NFC)."""
    return source if source.isascii() else unicodedata.normalize("NFC", source)


def fold_source(source: str) -> str:
    """Return a source that is equal for names which some system can't tell apart.

    Disks of macOS and Windows ignore case and the Unicode form of accents. Windows also ignores
    dots and spaces at the end of a name, and takes text after a colon for a part of the same file.
    It reserves some names for devices, with any ending.
    """
    if source.isascii():
        folded = source.lower()
    else:
        visible = unicodedata.normalize("NFC", source).translate(_UNSEEN)
        folded = unicodedata.normalize("NFC", visible.casefold())
    if _WINDOWS.search(folded) is None:
        return folded
    *folders, name = folded.split("/")
    folders = [_strip_stream(each) if _FOLDER_STREAM.search(each) else each for each in folders]
    return "/".join(map(_fold_for_windows, [*folders, _strip_stream(name)]))


def is_device(name: str) -> bool:
    """Tell whether Windows takes a name for a device, with any ending."""
    return name.partition(".")[0].rstrip(" ").casefold() in DEVICES


def is_windows_name(source: str) -> bool:
    """Tell whether a file can have this name on Windows, in a folder of usual length."""
    if len(source) > _LONGEST_ON_WINDOWS or _RESERVED.search(source):
        return False
    return _WINDOWS.search(source.lower()) is None


def _strip_stream(name: str) -> str:
    return name.partition(":")[0] or name


def _fold_for_windows(name: str) -> str:
    name = name.rstrip(". ") or name
    return name.partition(".")[0].rstrip(" ") if is_device(name) else name


def write_name(name: str) -> str:
    """Return a name as printable text, even if it isn't valid UTF-8."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _is_dot_name(name: str) -> bool:
    return name[:1] == "." and name != ".well-known"


def _is_leftover(lower: str) -> bool:
    return lower.endswith(_LEFTOVERS) or (lower[:1] == "#" == lower[-1:] and lower != "#")
