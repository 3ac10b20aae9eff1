"""The look of the site, as data: templates, styles, scripts and presets."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where the files are."""
