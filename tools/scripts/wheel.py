"""What hatchling does before it builds a wheel or installs a checkout: it makes the theme's fonts.

With OCTAVO_COMPILE=true it also compiles what is hot, for a wheel that holds it beside its sources.
Nothing is imported above that may not be installed: hatchling asks first what it needs.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_ROOT = Path(__file__).resolve().parents[2]


class Wheel(BuildHookInterface[Any]):
    """Adds generated files to a wheel."""

    def dependencies(self) -> list[str]:
        """Return the requirements for compiling, from its imports."""
        if not _compiles():
            return []
        return ["mypy>=2.1,<3", "setuptools>=80", *self.metadata.core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the fonts; compile, and say for which Python and system that is."""
        sys.path[:0] = [str(_ROOT / "src"), str(_ROOT / "tools")]
        from scripts.theme_fonts import make_fonts  # noqa: PLC0415 (its packages come later)

        make_fonts()
        if not _compiles() or version == "editable":
            return
        from scripts.compiled import compile_modules, list_compiled  # noqa: PLC0415 (the same)

        folder = Path(self.directory) / "compiled"
        compile_modules(folder)
        build_data |= {"pure_python": False, "infer_tag": True}
        for path in list_compiled(folder):
            build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()


def _compiles() -> bool:
    return os.environ.get("OCTAVO_COMPILE") == "true"
