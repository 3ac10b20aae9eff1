"""Finds font files: first those of the required package, then those of the system."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec

_PACKAGE = "font_manrope"
_MOST_FILES = 5_000
_ENDINGS = (".ttf", ".otf", ".ttc")
_FOLDERS = {
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "win32": (r"%WINDIR%\Fonts", r"%LOCALAPPDATA%\Microsoft\Windows\Fonts"),
}
_LINUX_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
_GOOD = re.compile(
    r"notosans|noto sans|sourcehansans|pingfang|hiragino|msyh|yugoth|meiryo|malgun|segoeui|wqy"
    r"|ipag|nanum|leelaw|nirmala|geezapro|arial|helvetica|dejavusans",
    re.IGNORECASE,
)
_UNFIT = re.compile(r"mono|serif|italic|oblique|condensed|emoji|symbol|icon|math", re.IGNORECASE)
_BOLD = re.compile(r"bold|heavy|bd\.|black", re.IGNORECASE)


def find_own_font(weight: str) -> str | None:
    """Return a file of the package's font, such as its `Bold`; None if it is not installed."""
    package = find_spec(_PACKAGE)
    folder = os.path.dirname(package.origin) if package and package.origin else ""
    path = os.path.join(folder, "files", f"Manrope-{weight}.ttf")
    return path if folder and os.path.isfile(path) else None


def list_system_fonts() -> list[str]:
    """Return the font files of this computer, best for titles first."""
    folders = _FOLDERS.get(sys.platform, _LINUX_FOLDERS)
    paths: list[str] = []
    for folder in folders:
        paths += _walk(os.path.expanduser(os.path.expandvars(folder)))
    return sorted(paths[:_MOST_FILES], key=_rank)


def _walk(folder: str) -> Iterator[str]:
    for place, _, names in os.walk(folder):
        for name in names:
            if name.lower().endswith(_ENDINGS):
                yield os.path.join(place, name)


def _rank(path: str) -> tuple[bool, bool, bool, str]:
    name = os.path.basename(path)
    is_fit = not _UNFIT.search(name)
    return not is_fit, not _GOOD.search(name), not _BOLD.search(name), path
