"""The look of the site as data: templates, styles, scripts, presets and texts."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
"""The folder of the theme's files."""

PRESETS = ("venus", "quill", "prism")
"""The themes besides the default one."""

USUAL_LANGUAGES = ("bash", "python", "javascript", "php", "go", "java")
"""The languages of request samples in the order of their tabs, if settings name none."""
SAMPLE_LANGUAGES = (*USUAL_LANGUAGES, "ruby")
"""All languages of request samples.

A script in `js/samples/printers` prints each; documents may have samples in other languages.
"""

CLIENTS = {"postman": "Postman", "bruno": "Bruno", "insomnia": "Insomnia"}
"""The clients that open the requests of an API as a collection, by their entries."""


@cache
def load_table(name: str) -> Any:
    """Return the data of a JSON file of the theme."""
    return json.loads((FOLDER / name).read_text("utf-8"))


@cache
def load_font_file(name: str) -> bytes:
    """Return a font file of the themes, or the license of a font."""
    return (FOLDER / "fonts" / name).read_bytes()
