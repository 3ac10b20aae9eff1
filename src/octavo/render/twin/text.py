"""The ways to put text into Markdown, so that a parser reads back the same text.

Only significant characters are escaped, so most texts stay unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_MAY_MEAN = re.compile(r"[\\`*_\[\]<&~]")
_ESCAPED = re.compile(
    r"\\(?=[!-/:-@\[-`{-~]|\n|\Z)"
    r"|[`*\[\]]"
    r"|(?<![^\W_])_|_(?![^\W_])"
    r"|<(?=[A-Za-z/!?]|\Z)"
    r"|&(?=#?\w{1,31};)"
    r"|(?<=\S)~"
)
# The starts of blocks at the start of a line, and the ends of lines and paragraphs.
_BLOCK_START = re.compile(
    r"[-+](?=[-\s]|\Z)|=(?=[=\s]|\Z)|#{1,6}(?=\s|\Z)|>|~{3}"
    r"|-(?=[:|])|[|:](?=[-:| ]*-[-:| ]*(?:\n|\Z))"
)
_NUMBER = re.compile(r"(\d{1,9})([.)])(?=\s|\Z)")
_MAY_BREAK = re.compile(r"\n[ \t]*(?:[-+=#>~|:\n]|\d)|[ \t]\n")
_BREAK = re.compile(r"(?:(?<![ \t])[ \t]++)?\n[ \t\n]*+")
_BACKTICKS = re.compile(r"`+")
_NOT_IN_ADDRESS = re.compile(r"[\s()<>\\]")
_STARTS = frozenset("-+=#>~|:0123456789")


def escape_text(text: str) -> str:
    """Return a text as inline Markdown."""
    if _MAY_MEAN.search(text) is None:
        return text
    return _ESCAPED.sub(_put_backslash, text)


def _put_backslash(match: re.Match[str]) -> str:
    return f"\\{match[0]}"


def finish_paragraph(text: str) -> str:
    """Return the Markdown of a paragraph, in which no line begins another block."""
    text = text.strip(" \t\n")
    if "\n" in text and _MAY_BREAK.search(text):
        return "\n".join(map(_guard_line, _BREAK.split(text)))
    return _guard_line(text) if text and text[0] in _STARTS else text


def _guard_line(line: str) -> str:
    if _BLOCK_START.match(line):
        return f"\\{line}"
    return _NUMBER.sub(r"\1\\\2", line, count=1) if _NUMBER.match(line) else line


def join_lines(text: str) -> str:
    """Return a text of several lines as one line."""
    return " ".join(text.split()) if "\n" in text else text.strip()


def write_code(text: str) -> str:
    """Return code inside a line."""
    if "\n" in text:
        text = " ".join(text.split("\n"))
    if "`" not in text:
        return f"`{text}`" if text.strip() else text
    marks = "`" * (_find_longest_run(text) + 1)
    blank = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{marks}{blank}{text}{blank}{marks}"


def write_fence(text: str, language: str = "", title: str = "") -> str:
    """Return a code block, whose fence is longer than any inside."""
    info = f"{language} {title}".strip() if title else language
    if "`" in info or "\n" in info:
        info = " ".join(info.replace("`", "").split())
    fence = "```"
    if fence in text:
        fence = "`" * (_find_longest_run(text) + 1)
    return f"{fence}{info}\n{text}\n{fence}"


def _find_longest_run(text: str) -> int:
    return max(map(len, _BACKTICKS.findall(text)))


def write_address(address: str) -> str:
    """Return an address in the form for a link."""
    return _NOT_IN_ADDRESS.sub(_escape_address, address)


def _escape_address(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def write_title(text: str) -> str:
    """Return the title of a link or picture, after a space; empty without one."""
    return f' "{escape_text(join_lines(text)).replace(chr(34), chr(92) + chr(34))}"' if text else ""


def indent(text: str, by: str) -> str:
    """Return the lines of a block inside another; the first one already has its mark."""
    indented = text.replace("\n", f"\n{by}")
    if "\n\n" not in text:
        return indented
    # Blank lines stay blank. Of several in a row, each round reaches every second one.
    empty = f"\n{by}\n"
    return indented.replace(empty, "\n\n").replace(empty, "\n\n")


def quote_lines(text: str) -> str:
    """Return blocks as a quote."""
    return "\n".join([f"> {line}" if line else ">" for line in text.split("\n")])


def write_item(mark: str, blocks: list[str]) -> str:
    """Return a list item; blocks of a tight one have no blank lines between them."""
    text = indent(join_blocks(blocks), " " * (len(mark) + 1))
    return f"{mark} {text}" if text else mark


def join_blocks(blocks: Iterable[str]) -> str:
    """Return blocks one below the other."""
    return "\n\n".join([block for block in blocks if block])


def escape_pipes(text: str) -> str:
    """Return the content of a table cell with its pipes escaped."""
    return text.replace("|", "\\|") if "|" in text else text
