"""Makes the fonts of the themes, beside their styles, unless they are there.

python tools/scripts/theme_fonts.py

To install a checkout or to build a wheel makes them, of the packages that `pyproject.toml` names.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

from octavo.project.web import font_making
from octavo.project.web.installed_fonts import find_folder

ROOT = Path(__file__).resolve().parents[2]
THEME = ROOT / "src/octavo/theme"
FONTS = THEME / "fonts"
MADE = FONTS / "made.json"
"""The data about generated files for the renderer: measures, files and sources of each family."""
_LIBRARIES = ("brotli", "fonttools")


def make_fonts() -> None:
    """Make the fonts, unless they are there."""
    families = json.loads((THEME / "typefaces.json").read_text("utf-8"))["families"]
    sources = _describe_sources(families)
    if MADE.exists() and json.loads(MADE.read_text("utf-8"))["of"] == sources:
        return
    FONTS.mkdir(exist_ok=True)
    with ProcessPoolExecutor() as pool:
        made = dict(pool.map(make_family, families.items()))
    kept = {MADE.name}
    for family in made.values():
        for name, data in family.pop("contents").items():
            (FONTS / name).write_bytes(data)
            kept.add(name)
    MADE.write_text(json.dumps({"of": sources, "families": made}), "utf-8")
    for path in FONTS.iterdir():
        if path.name not in kept:
            path.unlink()


def _describe_sources(families: Mapping[str, Any]) -> str:
    """Return a digest of all that decides what the files are."""
    packages = (*_LIBRARIES, *(f"fontpkg-{key}" for key in families))
    facts = [families, {name: version(name) for name in packages}]
    texts = [Path(path).read_text("utf-8") for path in (__file__, font_making.__file__)]
    return hashlib.sha256(json.dumps([facts, texts]).encode()).hexdigest()


def make_family(entry: tuple[str, Mapping[str, Any]]) -> tuple[str, dict[str, Any]]:
    """Return the key of a family and its data, with its files and license by name."""
    key, family = entry
    folder = find_folder(key)
    assert folder is not None, f"fontpkg-{key} is not installed"
    facts = json.loads((folder / "metadata.json").read_text("utf-8"))
    weights = {"normal": family["weights"], "italic": family.get("italics", [])}
    name = family["name"]
    own_name = "" if name == facts["family"] else name
    cuts = [
        *font_making.plan_cuts(folder, facts, weights, family["sets"], family.get("axes"), own_name)
    ]
    files, contents = [], {f"{key}.txt": (folder / "LICENSE").read_bytes()}
    for cut in cuts:
        weight, _, data = font_making.make_file(cut).partition(b"\n")
        if data:
            slant = "-italic" if cut.style == "italic" else ""
            digest = hashlib.sha256(data).hexdigest()[:12]
            file = f"{key}-{cut.letters}{slant}.{digest}.woff2"
            contents[file] = data
            files.append(
                {
                    "file": file,
                    "letters": cut.letters,
                    "style": cut.style,
                    "weight": weight.decode(),
                    "ranges": font_making.RANGES[cut.letters],
                }
            )
    upright = [cut for cut in cuts if cut.style == "normal"]
    widths = font_making.measure(upright[0], upright[-1], family.get("bold", 600))
    measures = [font_making.find_kind(facts), *widths]
    return key, {"name": name, "measures": measures, "files": files, "contents": contents}


if __name__ == "__main__":
    make_fonts()
