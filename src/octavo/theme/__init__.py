"""The look of the site, as data: templates, styles, scripts, presets and texts."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where the files are."""

SAMPLE_LANGUAGES = ("bash", "python", "javascript", "php", "go", "java")
"""The languages of request samples in the order of their tabs, each with a script in
`js/samples/printers` that prints them; documents may bring samples in others."""
