"""Finds the Python package of a font family, and makes what a site serves of it.

Packages say what they hold in `metadata.json`. They are never imported.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from octavo.project.web.font_faces import FontFace, Measures, WantedFont
from octavo.project.web.link_cache import Copy, load_copy, write_copy

if TYPE_CHECKING:
    from octavo.project.web.font_making import Cut

LoadOnce = Callable[[str, Callable[[], bytes]], bytes]
"""Returns what has a name, or makes it."""
_GROUP = "fontpkg.family"
_FORM = "made of a font, 1"
"""Part of the names of copies: change it when other files are made."""
_KINDS = {"SERIF": "serif", "MONOSPACE": "mono"}
_LATIN = ("latin", "latin-ext")
_SCRIPTS = {
    **dict.fromkeys(("ru", "uk", "bg", "sr", "be", "mk"), "cyrillic"),
    "el": "greek",
    "vi": "vietnamese",
}
_RANGES = {
    "latin": "U+20-7E,U+A0-FF,U+131,U+152-153,U+160-161,U+178,U+17D-17E,U+2BB-2BC,U+2C6,U+2DA,"
    "U+2DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2196-2199,U+21B5,U+2212,U+2215,U+2248,U+2260,"
    "U+2264-2265,U+2318,U+21E7,U+2713,U+2715",
    "latin-ext": "U+100-130,U+132-151,U+154-15F,U+162-177,U+179-17C,U+17F-24F,U+300-328,U+1E9E,"
    "U+20A0-20AB,U+20AD-20C0",
    "cyrillic": "U+400-45F,U+490-491,U+4B0-4B1,U+2116",
    "greek": "U+370-377,U+37A-37F,U+384-38A,U+38C,U+38E-3A1,U+3A3-3FF",
    "vietnamese": "U+102-103,U+110-111,U+128-129,U+168-169,U+1A0-1A1,U+1AF-1B0,U+300-301,"
    "U+303-304,U+308-309,U+323,U+329,U+1EA0-1EF9,U+20AB",
}
"""The letters of each part of a font, as style sheets write them: a page loads what it uses."""


NO_MAKER = "it is installed, and what makes files for browsers is not"


class NotMadeError(Exception):
    """A family is installed, and its files cannot be made, or not now."""


def name_package(family: str) -> str:
    """Return the name of the package that a family would come as."""
    return f"fontpkg-{_build_key(family)}"


def load_installed(
    font: WantedFont, cache_folder: str | None, *, may_make: bool = True
) -> tuple[FontFace, ...] | None:
    """Return the faces of an installed family; None where it is not installed.

    Without `may_make` it has to be in the cache.
    """
    folder = _find_folder(font.family)
    if folder is None:
        return None
    if find_spec("fontTools") is None or find_spec("brotli") is None:
        raise NotMadeError(NO_MAKER)
    facts = json.loads((folder / "metadata.json").read_text("utf-8"))
    load = partial(_load_once, cache_folder, may_make)
    cuts = dict.fromkeys(_plan_cuts(folder, facts, font))
    measures = _load_measures(facts, cuts, load)
    return tuple(face for cut in cuts if (face := _load_face(cut, measures, load)))


def _build_key(family: str) -> str:
    return "-".join(family.lower().replace("_", " ").replace("-", " ").split())


def _find_folder(family: str) -> Path | None:
    from importlib.metadata import entry_points  # noqa: PLC0415 (it loads `email`; most sites have no fonts)

    for entry in entry_points(group=_GROUP):
        if entry.dist is not None and _build_key(entry.name) == _build_key(family):
            return Path(str(entry.dist.locate_file(entry.value)))
    return None


def _plan_cuts(folder: Path, facts: dict[str, Any], font: WantedFont) -> Iterator[Cut]:
    """Yield the parts of a family's files that a site needs: the first is the one of its text."""
    from octavo.project.web.font_making import Cut  # noqa: PLC0415 (its library is an extra)

    scripts = (_SCRIPTS.get(language.partition("-")[0], "latin") for language in font.languages)
    sets = [each for each in dict.fromkeys((*_LATIN, *scripts)) if each in facts["subsets"]]
    low, high = min(font.weights), max(font.weights)
    for style in ("normal", "italic"):
        files = [file for file in facts["files"] if file["style"] == style]
        if not files:
            continue
        if files[0]["variable"]:
            chosen = {files[0]["path"]: (low, high)}
        else:
            nearest = [
                min(files, key=lambda file: abs(file["weight"] - weight))
                for weight in sorted(font.weights)
            ]
            chosen = {file["path"]: (file["weight"], file["weight"]) for file in nearest}
        is_code = _find_kind(facts) == "mono"
        for path, weights in chosen.items():
            for name in sets:
                yield Cut(str(folder / path), style, weights, _RANGES[name], is_code)


def _load_face(cut: Cut, measures: Measures, load: LoadOnce) -> FontFace | None:
    """Return a part of a font, which is made once; None where it would hold no letter."""
    from octavo.project.web.font_making import make_file  # noqa: PLC0415 (its library is an extra)

    place = f"{_FORM}: {_build_digest(cut)} {cut.weights} {cut.ranges} {cut.is_code}"
    body = load(place, lambda: make_file(cut))
    if not body:
        return None
    weights, _, data = body.partition(b"\n")
    return FontFace(data, "woff2", cut.style, weights.decode(), cut.ranges, measures)


def _find_kind(facts: dict[str, Any]) -> str:
    return next((_KINDS[each] for each in facts.get("category", ()) if each in _KINDS), "sans")


def _load_measures(facts: dict[str, Any], cuts: Iterable[Cut], load: LoadOnce) -> Measures:
    """Return the measures of a family, from its upright letters."""
    from octavo.project.web.font_making import measure  # noqa: PLC0415 (its library is an extra)

    first, *_, last = [cut for cut in cuts if cut.style == "normal"] * 2
    place = f"{_FORM}, measures: {_build_digest(first)} {_build_digest(last)} {last.weights}"
    body = load(place, lambda: json.dumps(measure(first, last)).encode())
    return Measures(_find_kind(facts), *json.loads(body))


def _build_digest(cut: Cut) -> str:
    return hashlib.sha256(Path(cut.path).read_bytes()).hexdigest()


def _load_once(
    cache_folder: str | None, may_make: bool, place: str, make: Callable[[], bytes]
) -> bytes:
    """Return what is made at the first time, and kept in the user's cache."""
    copy = load_copy(cache_folder, place)
    if copy is None and not may_make:
        raise NotMadeError("it was not made yet")
    if copy is None:
        copy = Copy(place, make(), time.time())
        write_copy(cache_folder, copy)
    return copy.body
