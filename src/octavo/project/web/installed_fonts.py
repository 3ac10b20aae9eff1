"""Finds the Python package of a font family, and makes its files for a site.

Packages describe their content in `metadata.json`. They are never imported.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from octavo.project.web.font_faces import FontFace, FontFamily, Measures, WantedFont
from octavo.project.web.link_cache import Copy, load_copy, write_copy

if TYPE_CHECKING:
    from octavo.project.web.font_making import Cut

LoadOnce = Callable[[str, Callable[[], bytes]], bytes]
"""Returns a named file, and makes it if needed."""
_GROUP = "fontpkg.family"
_FORM = "made of a font, 2"
"""Part of the names of copies; change it when the made files change."""
_RESERVED = re.compile(r"with Reserved Font Name", re.IGNORECASE)
"""The license text that reserves the font's name for the complete font."""
_LATIN = ("latin", "latin-ext")
_SCRIPTS = {
    **dict.fromkeys(("ru", "uk", "bg", "sr", "be", "mk"), "cyrillic"),
    "el": "greek",
    "vi": "vietnamese",
}

NO_MAKER = "it is installed, and what makes files for browsers is not"


class NotMadeError(Exception):
    """A family is installed, but its files can't be made, or not now."""


def can_make() -> bool:
    """Tell whether the extra for making fonts is installed."""
    return find_spec("fontTools") is not None and find_spec("brotli") is not None


def name_package(family: str) -> str:
    """Return the package name for a family."""
    return f"fontpkg-{build_key(family)}"


def load_installed(
    font: WantedFont, cache_folder: str | None, *, may_make: bool = True
) -> tuple[FontFace, ...] | None:
    """Return the faces of an installed family; None if it isn't installed.

    Without `may_make`, they must be in the cache.
    """
    folder = find_folder(font.family)
    if folder is None:
        return None
    if not can_make():
        raise NotMadeError(NO_MAKER)
    facts = json.loads((folder / "metadata.json").read_text("utf-8"))
    load = partial(_load_once, cache_folder, may_make)
    cuts = dict.fromkeys(_plan_cuts(folder, facts, font))
    family = FontFamily(
        build_key(font.family),
        next(iter(cuts)).name or font.family,
        _load_measures(facts, cuts, load),
        _load_license(folder),
    )
    return tuple(face for cut in cuts if (face := _load_face(family, cut, load)))


def build_key(family: str) -> str:
    """Return the key of a family in packages."""
    return "-".join(family.lower().replace("_", " ").replace("-", " ").split())


def find_folder(family: str) -> Path | None:
    """Return the folder of an installed family."""
    from importlib.metadata import entry_points  # noqa: PLC0415 (it loads `email`; most sites have no fonts)

    for entry in entry_points(group=_GROUP):
        if entry.dist is not None and build_key(entry.name) == build_key(family):
            return Path(str(entry.dist.locate_file(entry.value)))
    return None


def _plan_cuts(folder: Path, facts: dict[str, Any], font: WantedFont) -> Iterator[Cut]:
    """Yield the parts of a family's files that a site needs; the first is that of its text."""
    from octavo.project.web.font_making import plan_cuts  # noqa: PLC0415 (its library is an extra)

    sets = [each for each in list_letter_sets(font.languages) if each in facts["subsets"]]
    weights = {"normal": font.weights, "italic": font.weights}
    notice = str(facts.get("copyright")) + _load_license(folder).decode(errors="replace")
    number = hashlib.sha256(facts["family"].encode()).hexdigest()[:4]
    name = f"Octavo Font {number}" if _RESERVED.search(notice) else ""
    return plan_cuts(folder, facts, weights, sets, name=name)


def list_letter_sets(languages: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the font parts with the letters of languages."""
    scripts = (_SCRIPTS.get(language.partition("-")[0], "latin") for language in languages)
    return tuple(dict.fromkeys((*_LATIN, *scripts)))


def _load_license(folder: Path) -> bytes:
    file = folder / "LICENSE"
    return file.read_bytes() if file.exists() else b""


def _load_face(family: FontFamily, cut: Cut, load: LoadOnce) -> FontFace | None:
    """Return a part of a font, which is made once; None if it has no letter."""
    from octavo.project.web.font_making import RANGES, make_file  # noqa: PLC0415 (its library is an extra)

    ranges = RANGES[cut.letters]
    place = f"{_FORM}: {_build_digest(cut)} {cut.weights} {ranges} {cut.is_code} {cut.name}"
    body = load(place, lambda: make_file(cut))
    if not body:
        return None
    weights, _, data = body.partition(b"\n")
    name = f"{family.key}-{cut.letters}" + ("-italic" if cut.style == "italic" else "")
    return FontFace(data, "woff2", cut.style, weights.decode(), ranges, name, family)


def _load_measures(facts: dict[str, Any], cuts: Iterable[Cut], load: LoadOnce) -> Measures:
    """Return the measures of a family, from its upright letters."""
    from octavo.project.web.font_making import find_kind, measure  # noqa: PLC0415 (its library is an extra)

    first, *_, last = [cut for cut in cuts if cut.style == "normal"] * 2
    bold = last.weights[1]
    place = f"{_FORM}, measures: {_build_digest(first)} {_build_digest(last)} {bold}"
    body = load(place, lambda: json.dumps(measure(first, last, bold)).encode())
    return Measures(find_kind(facts), *json.loads(body))


def _build_digest(cut: Cut) -> str:
    return hashlib.sha256(Path(cut.path).read_bytes()).hexdigest()


def _load_once(
    cache_folder: str | None, may_make: bool, place: str, make: Callable[[], bytes]
) -> bytes:
    """Return a file from the user's cache, and make it the first time."""
    copy = load_copy(cache_folder, place)
    if copy is None and not may_make:
        raise NotMadeError("it was not made yet")
    if copy is None:
        copy = Copy(place, make(), time.time())
        write_copy(cache_folder, copy)
    return copy.body
