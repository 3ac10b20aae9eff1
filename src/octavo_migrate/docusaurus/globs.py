"""Patterns of paths, such as `**/*.{md,mdx}`, by which options choose files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from octavo.values import Struct

_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|[{]")
_MEANINGS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_PAGES = ("**/*.{md,mdx}",)
_NOT_PAGES = ("**/_*.{js,jsx,ts,tsx,md,mdx}", "**/_*/**", "**/*.test.*", "**/__tests__/**")


class PageFilter(Struct, frozen=True):
    """Which files of a folder are pages."""

    include: tuple[re.Pattern[str], ...]
    exclude: tuple[re.Pattern[str], ...]

    def accepts(self, path: str) -> bool:
        """Tell whether the file at a path from the folder is a page."""
        is_in = any(each.fullmatch(path) for each in self.include)
        return is_in and not any(each.fullmatch(path) for each in self.exclude)


def build_page_filter(options: Mapping[str, Any]) -> PageFilter:
    """Return what `include` and `exclude` choose; Docusaurus has usual values for both."""
    include, exclude = options.get("include"), options.get("exclude")
    return PageFilter(
        _compile(include, _PAGES),
        _compile(exclude, _NOT_PAGES),
    )


def _compile(written: Any, usual: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    is_data = isinstance(written, list) and all(isinstance(each, str) for each in written)
    patterns = written if is_data else usual
    return tuple(re.compile(_write_pattern(each.removeprefix("./"))) for each in patterns)


def _write_pattern(glob: str) -> str:
    pattern = ""
    for token in _TOKEN.findall(glob):
        if token in _MEANINGS:
            pattern += _MEANINGS[token]
        elif token.startswith("{") and token.endswith("}"):
            parts = token[1:-1].split(",")
            pattern += f"(?:{'|'.join(_write_pattern(part) for part in parts)})"
        else:
            pattern += re.escape(token)
    return pattern
