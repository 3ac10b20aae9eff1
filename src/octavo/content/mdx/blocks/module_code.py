"""Parses module code: `import` and `export` at the start of a line, outside of all containers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.mdx.patterns import compile_pattern
from octavo.content.nodes import ModuleCode

if TYPE_CHECKING:
    from octavo.content.mdx.blocks.flow import Flow

_CLAUSE = (
    r"(?:type\s+)?(?:(?:[\w$]+\s*(?:,\s*)?)?"
    r"(?:\*\s*as\s+[\w$]+\s*|\{[^{}]*\}\s*)?from\s*)?"
)
_STATEMENT = (
    rf"import\s*{_CLAUSE}[\"']"
    r"|export\s+(?:default\b|const\b|let\b|var\b|(?:async\s+)?function\b|class\b|type\b"
    r"|interface\b|enum\b|[{*])"
)
_IMPORT = (
    rf"import\s*{_CLAUSE}(?:\"[^\"\n]*\"|'[^'\n]*')"
    r"(?:\s*(?:with|assert)\s*\{[^{}]*\})?[ \t]*;?[ \t]*(?://[^\n]*)?"
)
_NEW_STATEMENT = r"import\b|export\b|//|/\*"
_CONTINUES = r"(?:from|as|in|of|instanceof|extends|with|assert)\b|[.,;?:=&|+*/%^(){}\])-]"
_UNFINISHED = (
    r"(?:[=(,\[{+*/%&|?:.<>!~^-]|\b(?:default|const|let|var|function|async|class|extends|return"
    r"|new|typeof|await|from|import|export|as|type|in|of))\s*$"
)


def parse_module_code(flow: Flow, line: int, indent: int) -> int | None:
    """Parse the module code at a line; return the line after it, None without any."""
    lines = flow.lines
    text = lines.texts[line]
    if indent or not flow.is_page or not text.startswith(("import ", "export ")):
        return None
    if len(lines.full[line]) != len(text):
        return None
    finder = _EndFinder(flow, lines.starts[line])
    end = finder.find()
    if end < 0:
        flow.page.mistakes.report_false_module(text[:6], lines.locate(line))
        return None
    following = lines.find_line(end) + 1
    source = lines.text[lines.starts[line] : end].rstrip()
    flow.container.append(ModuleCode(source, *lines.locate(line)))
    if following < lines.count and lines.texts[following]:
        flow.page.mistakes.report_missing_blank_line(lines.locate(following))
    return following


class _EndFinder:
    """Finds the end of module code: before a blank line, or before Markdown."""

    __slots__ = ("_lexer", "_start", "_statement")

    def __init__(self, flow: Flow, start: int) -> None:
        self._lexer = flow.lexer
        self._start = start
        self._statement = start

    def find(self) -> int:
        """Return the position of that line end, or -1 without module code."""
        if not compile_pattern(_STATEMENT).match(self._lexer.text, self._start):
            return -1
        return self._lexer.find_statements_end(self._start, self._ends_at)

    def _ends_at(self, line_end: int) -> bool:
        text = self._lexer.text
        next_end = text.find("\n", line_end + 1)
        following = text[line_end + 1 : next_end if next_end >= 0 else len(text)].strip(" \t")
        if not following or compile_pattern(_NEW_STATEMENT).match(following):
            self._statement = line_end + 1
            return not following
        imported = compile_pattern(_IMPORT).match(text, self._statement)
        if imported:
            return imported.end() == line_end
        if compile_pattern(_CONTINUES).match(following):
            return False
        return not compile_pattern(_UNFINISHED).search(
            text, max(self._statement, line_end - 40), line_end
        )
