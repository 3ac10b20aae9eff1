"""Reads the tags of a page with the positions of their attributes, and its imports.

Some components need no import: `src/theme/MDXComponents` gives them to every page.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from typing import Any

from octavo.content.surface import Lexer
from octavo.values import Struct
from octavo_migrate.docusaurus.files import OldFiles
from octavo_migrate.docusaurus.modules import is_data, list_renamed

_NAME = re.compile(r"<(/?)\s*([A-Za-z_$][\w$.:-]*)")
_ATTRIBUTE = re.compile(r"\s*+([A-Za-z_$@:][\w$:.@-]*+)(\s*+=\s*+)?")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_END = re.compile(r"\s*+(/?)\s*+>")


class TagAttribute(Struct, frozen=True):
    """An attribute, with its position including the space before it."""

    name: str
    text: str | None
    """The value if it is quoted; None for code and for a bare name."""
    code: str | None
    start: int
    end: int
    value_start: int


class OldTag(Struct, frozen=True):
    """A tag of a page."""

    name: str
    start: int
    end: int
    closing: bool
    empty: bool
    attributes: tuple[TagAttribute, ...]

    def get(self, name: str) -> TagAttribute | None:
        """Return an attribute."""
        return next((each for each in self.attributes if each.name == name), None)


def read_old_tag(text: str, start: int, lexer: Lexer) -> OldTag | None:
    """Return the tag whose `<` is at `start`."""
    head = _NAME.match(text, start)
    if head is None:
        return None
    at = head.end()
    attributes: list[TagAttribute] = []
    while True:
        if end := _END.match(text, at):
            return OldTag(head[2], start, end.end(), bool(head[1]), bool(end[1]), tuple(attributes))
        spread = re.compile(r"\s*\{").match(text, at)
        if spread:
            close = lexer.find_end(spread.end(), "}")
            if close < 0:
                return None
            at = close + 1
            continue
        match = _ATTRIBUTE.match(text, at)
        if match is None:
            return None
        attribute = _read_attribute(text, match, lexer)
        if attribute is None:
            return None
        attributes.append(attribute)
        at = attribute.end


def _read_attribute(text: str, match: re.Match[str], lexer: Lexer) -> TagAttribute | None:
    start, at = match.start(), match.end()
    if match[2] is None:
        end = match.end(1)
        return TagAttribute(match[1], None, None, start, end, end)
    if quoted := _QUOTED.match(text, at):
        return TagAttribute(match[1], quoted[0][1:-1], None, start, quoted.end(), at)
    if text.startswith("{", at):
        close = lexer.find_end(at + 1, "}")
        if close >= 0:
            return TagAttribute(match[1], None, text[at + 1 : close], start, close + 1, at)
    return None


def write_attribute(name: str, value: str) -> str:
    """Return an attribute with a space before it."""
    if '"' in value or "\\" in value or "&" in value or "\n" in value:
        return f" {name}={{{json.dumps(value, ensure_ascii=False)}}}"
    return f' {name}="{value}"'


IMPORT = re.compile(
    r"(?:^|(?<=;)|(?<=; ))import\s+(?:(?P<default>[\w$]+)\s*,?\s*)?"
    r"(?:\{(?P<named>[^{}]*)\}\s*|\*\s*as\s+(?P<all>[\w$]+)\s*)?"
    r"(?:from\s*)?(?P<quote>[\"'])(?P<source>[^\"'\n]+)(?P=quote)[ \t]*;?[ \t]*\n?",
    re.MULTILINE,
)
ADDRESS_CALL = re.compile(
    r"(?:require|useBaseUrl|withBase)\s*\(\s*([\"'`])([^\"'`\n]+)\1\s*\)(?:\s*\.\s*default)?"
)
"""Calls that only add the base of the site to an address."""
_HOOKS = {"@docusaurus/useBaseUrl": "(path) => path", "@docusaurus/useIsBrowser": "() => true"}
"""Replacements for hooks of Docusaurus, for a page in a browser without a base."""
_FILE = "src/theme/MDXComponents"
_ENDINGS = tuple(
    f"{folder}{ending}" for folder in ("", "/index") for ending in (".js", ".jsx", ".ts", ".tsx")
)
_OTHER_NAME = re.compile(
    r"(?<![\w$])(?P<name>[A-Z][\w$]*+)[\"']?\s*+:\s*+(?P<local>[\w$]++)\s*?[,}\n]"
)


def list_imported_names(statement: re.Match[str]) -> list[str]:
    """Return the local names of an import."""
    named = [local for local, _exported in list_renamed(statement["named"] or "")]
    return [name for name in (statement["default"], statement["all"], *named) if name]


def write_definition(name: str, value: Any, page: str) -> str:
    """Return the definition of a value for the expressions of a page; empty if it isn't data."""
    used = re.compile(rf"\{{[^{{}}]*(?<![\w$.]){re.escape(name)}(?![\w$])")
    if value is None or not is_data(value) or not used.search(IMPORT.sub("", page)):
        return ""
    return f"export const {name} = {json.dumps(value, ensure_ascii=False)};\n"


def write_hook(statement: re.Match[str], page: str) -> str:
    """Return the replacement for a hook of Docusaurus that a page imports and uses."""
    name = statement["default"]
    hook = _HOOKS.get(statement["source"])
    if not hook or not name:
        return ""
    calls = re.finditer(rf"(?<![\w$.]){re.escape(name)}\s*\(", page)
    is_used = any(not ADDRESS_CALL.match(page, call.start()) for call in calls)
    return f"export const {name} = {hook};\n" if is_used else ""


def read_shared_components(files: OldFiles) -> Mapping[str, str]:
    """Return the sources of components that pages use without an import, by name."""
    file = next((path for path in map(_FILE.__add__, _ENDINGS) if files.find(path)), None)
    text = (files.read(file) or "") if file else ""
    sources: dict[str, str] = {}
    for statement in IMPORT.finditer(text):
        source = statement["source"]
        if source.startswith("."):  # Every file of the project can use such a name.
            folder = posixpath.dirname(file or "")
            source = f"@site/{posixpath.normpath(posixpath.join(folder, source))}"
        sources |= dict.fromkeys(list_imported_names(statement), source)
    renamed = (match.group("name", "local") for match in _OTHER_NAME.finditer(text))
    return sources | {name: sources[local] for name, local in renamed if local in sources}
