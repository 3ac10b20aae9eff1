"""A font that was drawn for tests, as the Python package in which fonts come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.TupleVariation import TupleVariation

LETTERS = " ABCabcdefghijklmnopqrstuvwxyzāбαạ"


def draw_font(path: Path, *, is_variable: bool, width: int = 500) -> None:
    """Write a font of boxes, with weights from 300 to 900 if it is variable."""
    names = [".notdef", *(f"letter{ord(letter)}" for letter in LETTERS)]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): f"letter{ord(letter)}" for letter in LETTERS})
    pen = TTGlyphPen(None)
    for step, point in enumerate([(50, 0), (50, 700), (450, 700), (450, 0)]):
        (pen.lineTo if step else pen.moveTo)(point)
    pen.closePath()
    box = pen.glyph()
    builder.setupGlyf(dict.fromkeys(names, box))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (width, 50)))
    builder.setupHorizontalHeader(ascent=900, descent=-300)
    builder.setupNameTable(
        {"familyName": "Acme", "styleName": "Regular", "copyright": "Copyright 2026 Somebody"}
    )
    builder.setupOS2(sTypoAscender=900)
    builder.setupPost()
    if is_variable:
        builder.setupFvar([("wght", 300, 400, 900, "Weight")], [])
        wider = [(0, 0), (0, 0), (20, 0), (20, 0), (0, 0), (100, 0), (0, 0), (0, 0)]
        variations = {name: [TupleVariation({"wght": (0, 1, 1)}, wider)] for name in names}
        builder.setupGvar(variations)
    builder.save(path)


def write_package(
    folder: Path, files: list[dict[str, Any]], text: str = "", **further: Any
) -> None:
    """Write the package `fontpkg-acme` as pip installs it; to import it is an error."""
    package, about = folder / "fontpkg_acme", folder / "fontpkg_acme-1.0.dist-info"
    (package / "files").mkdir(parents=True)
    about.mkdir()
    (package / "LICENSE").write_text(text)
    (package / "__init__.py").write_text("raise RuntimeError('it is data')")
    facts = {
        "family": "Acme",
        "category": ["SERIF"],
        "subsets": ["latin", "latin-ext", "cyrillic", "vietnamese"],
        "files": files,
        **further,
    }
    (package / "metadata.json").write_text(json.dumps(facts))
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: fontpkg-acme\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[fontpkg.family]\nacme = fontpkg_acme\n")
    for number, file in enumerate(files):
        draw_font(package / file["path"], is_variable=file["variable"], width=500 + number)


VARIABLE = {"path": "files/Acme[wght].ttf", "style": "normal", "weight": None, "variable": True}


def static(weight: int, style: str = "normal") -> dict[str, Any]:
    """Return the entry of a file of one weight."""
    return {
        "path": f"files/{style}{weight}.ttf",
        "style": style,
        "weight": weight,
        "variable": False,
    }
