"""Reads the data in JavaScript and TypeScript without running it.

Settings are mostly literals, with a few names, calls and functions among them. What is a literal,
or a name of one, becomes its value; everything else becomes `Code`, and what stands around it is
still read.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable, Mapping
from typing import Any

from octavo.content.javascript.literals import NOT_LITERAL, read_literal
from octavo.content.mdx.javascript import Lexer
from octavo.values import Struct, replace

Load = Callable[[str, str], Any]
"""Returns what a module exports, by its name as it is written and the name of the export; `Code` if
it cannot be had."""

DEFAULT = "default"
"""The name of what a module exports without a name."""

_MAX_DEPTH = 40
_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*[\s\S]*?\*/)*")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_WORDS = {"true": True, "false": False, "null": None, "undefined": None}
_DECLARATION = re.compile(
    r"^[ \t]*(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?::[^=]+?)?=(?![=>])",
    re.MULTILINE,
)
_ENUMERATION = re.compile(
    r"^[ \t]*(?:export\s+)?(?:const\s+)?enum\s+([A-Za-z_$][\w$]*)\s*\{([^{}]*)\}", re.MULTILINE
)
_MEMBER = re.compile(r"(?<![\w$])[\"']?([A-Za-z_$][\w$]*+)[\"']?\s*+(?:=([^,]*+))?(?:,|\Z)")
_COMMENTS = re.compile(r"//[^\n]*|/\*[\s\S]*?\*/")
_IMPORT = re.compile(
    r"^import\s+(?!type\b)(?:(?P<own>[A-Za-z_$][\w$]*)\s*,?\s*)?(?:\{(?P<named>[^{}]*)\}\s*)?"
    r"from\s+[\"'](?P<module>[^\"'\n]+)[\"']",
    re.MULTILINE,
)
_REQUIRED_NAMES = re.compile(
    r"^[ \t]*(?:const|let|var)\s+\{(?P<named>[^{}]*)\}\s*="
    r"\s*require\(\s*[\"'](?P<module>[^\"'\n]+)[\"']\s*\)",
    re.MULTILINE,
)
_EXPORT_LIST = re.compile(r"^export\s*\{([^{}]*)\}\s*(?:;|$)", re.MULTILINE)
_OTHER_NAME = re.compile(r"(?<!\s)\s++(?:as\s++|:\s*+)|:\s*+")
_EXPORT = re.compile(r"^[ \t]*(?:export\s+default\b|module\.exports\s*=|export\s*=)", re.MULTILINE)
_FUNCTION = re.compile(r"(?:async\s+)?(?:function\b|\([^()]*\)\s*(?::[^=]+)?=>)")
_DECLARED = re.compile(
    r"^[ \t]*(?:export\s+(?:default\s+)?)?(?P<start>(?:async\s+)?function)\s+(?P<name>[\w$]+)\s*\(",
    re.MULTILINE,
)
_HEAD = re.compile(r"(?:async\s+)?(?:function\b\s*[\w$]*\s*)?\(")
_ANNOTATION = re.compile(r"\??\s*:\s*(?:[^=,(){}]|\{[^{}]*\})+")
_MOST_CALLS = 2
"""So many functions that call each other are followed."""
_RETURN = re.compile(r"\breturn\s*(?=[\[{(])")
_TYPE = re.compile(
    r"\s+(?:as|satisfies)\s+(?:import\([^()]*\)\.)?[\w$.]+(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>)?(?:\[\])*"
)
_PATH_CALL = re.compile(
    r"(?:path\.|Path\.)?(?:resolve|join)\s*\(\s*(?:__dirname|import\.meta\.dirname)\s*,"
    r"|[Pp]ath\.(?:resolve|join)\s*\("
)
_HERE = "__dirname"
_VARIABLE = r"process\.env(?:\.\w+|\[[\"']\w+[\"']\])\s*"
_ENVIRONMENT = re.compile(_VARIABLE + r"(?:\|\||\?\?)\s*")
"""A variable of the environment with a default, which it has where nobody sets it."""
_IF_SET = re.compile(_VARIABLE + r"(?:===?\s*(?:\"[^\"]*\"|'[^']*')\s*)?\?(?![?.])")
_IF_NOT_SET = re.compile(rf"!\s*{_VARIABLE}(&&|\?(?![?.]))\s*")
"""Whatever depends on a variable of the environment is what it is where nobody sets it."""
_RESOLVE = re.compile(r"require\.resolve\s*\(")
_REQUIRE = re.compile(r"require\s*\(")
_METHOD = re.compile(r"(?:(?:async|get|static)\s+)*\*?\s*([A-Za-z_$][\w$]*)\s*\(")
_FILTER = re.compile(
    r"\s*\.\s*filter\(\s*(?:Boolean|\(?\s*(\w+)\s*\)?\s*=>\s*(?:!!\s*|Boolean\()?\1\)?)\s*\)"
)
_ENDS = ",}]);"
_BRACKETS = {"{": "}", "[": "]", "(": ")"}
_SKIPPED = re.compile(
    r"""//[^\n]*|/\*[\s\S]*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"""
)


class Code(Struct, frozen=True):
    """What only running it could tell."""

    text: str
    line: int
    reader: Any = None
    """Of a function, what reads it where it is called."""
    start: int = 0


def read_module(text: str, load: Load, member: str = DEFAULT) -> Any:
    """Return what a module exports under a name, as far as it is data."""
    names: dict[str, Any] = {}
    for match in (*_IMPORT.finditer(text), *_REQUIRED_NAMES.finditer(text)):
        if own := match.groupdict().get("own"):
            names[own] = load(match["module"], DEFAULT)
        for local, exported in list_renamed(match["named"] or ""):
            names[local] = load(match["module"], exported)
    reader = _Reader(text, names, load)
    for match in _DECLARED.finditer(text):
        names[match["name"]] = reader.note_function(match.start("start"))
    names |= {match[1]: _read_enumeration(match[2]) for match in _ENUMERATION.finditer(text)}
    for match in _DECLARATION.finditer(text):
        names[match[1]] = reader.read_at(match.end())
    return _read_default(reader) if member == DEFAULT else _read_member(reader, member)


def _read_enumeration(body: str) -> dict[str, Any]:
    """Return the values of an enumeration of TypeScript, which counts those that have none."""
    values: dict[str, Any] = {}
    following = 0
    for match in _MEMBER.finditer(_COMMENTS.sub("", body)):
        value = read_literal(match[2].strip(), 0)[0] if match[2] else following
        values[match[1]] = Code(match[0].strip(), 0) if value is NOT_LITERAL else value
        following = value + 1 if isinstance(value, int) else following
    return values


def list_renamed(names: str) -> list[tuple[str, str]]:
    """Return the pairs in a list of names such as `a, b as c`: the new name, and the one before."""
    pairs = [_OTHER_NAME.split(each.strip(), maxsplit=1) for each in names.split(",")]
    return [(pair[-1].strip(), pair[0].strip()) for pair in pairs if pair[0]]


def _read_default(reader: _Reader) -> Any:
    exports = _EXPORT.search(reader.text)
    if exports is None:
        return Code("", 1)
    value = reader.read_at(exports.end())
    returned = _read_function(reader, exports.end()) if isinstance(value, Code) else value
    return value if isinstance(returned, Code) and _can_call(value) else returned


def _read_member(reader: _Reader, member: str) -> Any:
    """Return what a module exports under a name other than the usual one."""
    assigned = rf"^[ \t]*(?:module\.)?exports\.{re.escape(member)}\s*=(?![=>])"
    if match := re.search(assigned, reader.text, re.MULTILINE):
        return reader.read_at(match.end())
    declared = r"^export\s+(?:const|let|var|(?:const\s+)?enum|(?:async\s+)?function)\s+"
    if re.search(rf"{declared}{re.escape(member)}\b", reader.text, re.MULTILINE):
        return reader.names.get(member, Code(member, 0))
    lists = (list_renamed(each[1]) for each in _EXPORT_LIST.finditer(reader.text))
    listed = {exported: local for each in lists for exported, local in each}
    if member in listed:
        return reader.names.get(listed[member], Code(member, 0))
    value = _read_default(reader)
    return value.get(member, Code(member, 0)) if isinstance(value, dict) else Code(member, 0)


def _read_function(reader: _Reader, start: int) -> Any:
    """Return what a function at the end of a module returns last."""
    text = reader.text
    at = reader.skip_space(start)
    if not _FUNCTION.match(text, at) and (word := _NAME.match(text, at)):
        declaration = re.search(rf"\bfunction\s+{re.escape(word[0])}\b", text)
        at = declaration.start() if declaration else len(text)
    values = [reader.read_at(match.end()) for match in reversed([*_RETURN.finditer(text, at)])]
    return next((each for each in values if isinstance(each, dict)), Code(text[at : at + 60], 1))


def _can_call(value: Any) -> bool:
    return isinstance(value, (dict, list)) or (isinstance(value, Code) and bool(value.reader))


def _call(function: Code, arguments: list[Any], calls: int) -> Any:
    """Return what a function returns last, as far as it is data."""
    text, lexer = function.reader.text, function.reader.lexer
    head = _HEAD.match(text, function.start)
    end = lexer.find_end(head.end(), ")") if head else -1
    if head is None or end < 0:
        return Code(function.text, function.line)
    reader = _Reader(text, dict(function.reader.names), function.reader.load, calls)
    _bind(reader, head.end(), arguments)
    body = re.compile(r"(?:\s*:[^={]*)?\s*(?:=>\s*)?(\{)?").match(text, end + 1)
    start = body.end() if body else end + 1
    if not (body and body[1]):
        return reader.read_at(start)
    stop = lexer.find_end(start, "}")
    for declared in _DECLARATION.finditer(text, start, stop):
        reader.names[declared[1]] = reader.read_at(declared.end())
    value: Any = Code(function.text, function.line)
    at = start
    while match := _RETURN.search(text, at, stop):
        returned = reader.read_at(match.end())
        at = max(match.end(), reader.place)  # what a function in it returns is not meant
        value = value if isinstance(returned, Code) else returned
    return value


def _bind(reader: _Reader, at: int, arguments: list[Any]) -> None:
    """Name the arguments of a call as the function does."""
    reader.place = at
    for argument in [*arguments, *[None] * len(_NAME.findall(reader.text, at, at + 200))]:
        name = _NAME.match(reader.text, reader.skip_space(reader.place))
        if name is None:
            return
        reader.place = name.end()
        if annotation := _ANNOTATION.match(reader.text, name.end()):
            reader.place = annotation.end()
        default = reader.read_at(reader.place) if reader.take("=") else None
        reader.names[name[0]] = default if argument is None else argument
        if not reader.take(","):
            return


class _Reader:
    def __init__(self, text: str, names: dict[str, Any], load: Load, calls: int = 0) -> None:
        self.text = text
        self.names = names
        self.load = load
        self.lexer = Lexer(text)
        self.place = 0
        self.depth = 0
        self.calls = calls
        names.setdefault(_HERE, ".")

    def note_function(self, start: int) -> Code:
        """Return a function, to be read where it is called."""
        return replace(self._note_code(start, start + 60), reader=self, start=start)

    def read_at(self, start: int) -> Any:
        self.place = self.skip_space(start)
        return self._read()

    def skip_space(self, at: int) -> int:
        return match.end() if (match := _SPACE.match(self.text, at)) else at

    def _read(self) -> Any:
        start = self.place
        self.depth += 1
        value = Code("", 0) if self.depth > _MAX_DEPTH else self._read_operand()
        self.depth -= 1
        while match := _TYPE.match(self.text, self.place):
            self.place = match.end()
        if isinstance(value, list) and (match := _FILTER.match(self.text, self.place)):
            self.place = match.end()
            value = [each for each in value if each]
        self._skip()
        while isinstance(value, str) and self._is_at("+"):
            self.place = self.skip_space(self.place + 1)
            more = self._read_operand()
            value = value + more if isinstance(more, str) else Code("", 0)
            self._skip()
        at = self.place
        ends = at >= len(self.text) or self.text[at] in _ENDS
        if not ends and self.depth == 0 and "\n" in self.text[:at][-80:]:
            ends = self.text[at] not in "?.&|+-*/(["
        if not isinstance(value, Code) and ends:
            return value
        self._skip_expression(start)
        note = self._note_code(start, self.place)
        if not isinstance(value, Code):
            return note
        if value.reader:
            return replace(note, reader=self, start=start)
        return replace(note, text=value.text) if "(" in value.text else note  # a name of a call

    def _note_code(self, start: int, end: int) -> Code:
        line = self.text.count("\n", 0, start) + 1
        return Code(" ".join(self.text[start:end].split())[:60], line)

    def _read_operand(self) -> Any:
        text, at = self.text, self.place
        first = text[at : at + 1]
        if first == "{":
            return self._read_object()
        if first == "[":
            return self._read_list()
        if first == "(" and not _FUNCTION.match(text, at):
            self.place = at + 1
            return self._read_argument()
        for pattern, read in (
            (_PATH_CALL, self._read_path),
            (_RESOLVE, self._read_argument),
            (_REQUIRE, self._read_required),
        ):
            if match := pattern.match(text, at):
                self.place = match.end()
                return read()
        if match := _ENVIRONMENT.match(text, at):
            self.place = match.end()
            return self._read_operand()
        if match := _IF_SET.match(text, at) or _IF_NOT_SET.match(text, at):
            return self._choose(match)
        if _FUNCTION.match(text, at):
            return self.note_function(at)
        if (word := _NAME.match(text, at)) and word[0] in _WORDS:
            self.place = word.end()
            return _WORDS[word[0]]
        function = self.names.get(word[0]) if word else None
        if word and text.startswith("(", word.end()) and _can_call(function):
            self.place = word.end()
            return self._read_call(function)
        value, end = read_literal(text, at, {**self.names, "": None})
        self.place = end
        return Code("", 0) if value is NOT_LITERAL else value

    def _choose(self, condition: re.Match[str]) -> Any:
        """Return what a value is where a variable of the environment is not set."""
        is_first = condition.re is _IF_NOT_SET
        self.place = self.skip_space(condition.end())
        first = self._read_operand()
        if is_first and condition[1] == "&&":
            return first
        if not self.take(":"):
            return Code("", 0)
        self._skip()
        second = self._read_operand()
        return first if is_first else second

    def _read_call(self, function: Any) -> Any:
        """Return what a call gives; what a module returns is read before it is called."""
        if not self.take("("):
            return function
        arguments: list[Any] = []
        while not self.take(")") and self.place < len(self.text):
            arguments.append(self.read_at(self.place))
            if not self.take(",") and not self._is_at(")"):
                return Code("", 0)
        if not isinstance(function, Code):
            return function
        if self.calls >= _MOST_CALLS:
            return Code("", 0)
        return _call(function, arguments, self.calls + 1)

    def _read_argument(self) -> Any:
        value = self.read_at(self.place)
        return value if self.take(")") else Code("", 0)

    def _read_path(self) -> Any:
        parts = [self.read_at(self.place)]
        while self.take(","):
            parts.append(self.read_at(self.place))
        is_known = self.take(")") and all(isinstance(part, str) for part in parts)
        return posixpath.join(*parts) if is_known else Code("", 0)

    def _read_required(self) -> Any:
        name = self._read_argument()
        value = self.load(name, DEFAULT) if isinstance(name, str) else Code("", 0)
        return self._read_call(value) if _can_call(value) else value

    def _read_list(self) -> list[Any]:
        values: list[Any] = []
        self.place += 1
        while not self.take("]") and self.place < len(self.text):
            spread = self.take("...")
            value = self.read_at(self.place)
            values += value if spread and isinstance(value, list) else [value]
            if not self.take(",") and not self._is_at("]"):
                break
        return values

    def _read_object(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        self.place += 1
        while not self.take("}") and self.place < len(self.text):
            if self.take("..."):
                value = self.read_at(self.place)
                values.update(value if isinstance(value, dict) else {"...": value})
            else:
                self._read_entry(values)
            if not self.take(",") and not self._is_at("}"):
                break
        return values

    def _read_entry(self, values: dict[str, Any]) -> None:
        start = self.place = self.skip_space(self.place)
        word = _NAME.match(self.text, start)
        key: Any
        key, self.place = (word[0], word.end()) if word else read_literal(self.text, start)
        if self.take(":"):
            value = self.read_at(self.place)
            if isinstance(key, (str, int)):
                values[str(key)] = value
        elif word and (self._is_at(",") or self._is_at("}")):
            values[word[0]] = self.names.get(word[0], Code(word[0], 0))
        else:  # a method, or a computed name
            self._skip_expression(start)
            method = _METHOD.match(self.text, start)
            name = method[1] if method else self.text[start : self.place].split("(")[0][:40]
            values[name] = self._note_code(start, self.place)

    def _skip(self) -> None:
        self.place = self.skip_space(self.place)

    def _is_at(self, token: str) -> bool:
        self._skip()
        return self.text.startswith(token, self.place)

    def take(self, token: str) -> bool:
        """Go beyond a token, if it stands here."""
        if not self._is_at(token):
            return False
        self.place += len(token)
        return True

    def _skip_expression(self, start: int) -> None:
        """Go to where an expression ends: a comma, a closing bracket or a semicolon."""
        at = start
        while at < len(self.text) and self.text[at] not in _ENDS:
            if match := _SKIPPED.match(self.text, at):
                at = match.end()
            elif close := _BRACKETS.get(self.text[at]):
                end = self.lexer.find_end(at + 1, close)
                at = end + 1 if end >= 0 else len(self.text)
            else:
                at += 1
        self.place = at


def load_with(read: Callable[[str], str | None], base: str, depth: int = 0) -> Load:
    """Return what loads the modules that a module in a folder names, below one root."""

    def load(name: str, member: str) -> Any:
        if not name.startswith(".") or depth > 5:
            return Code(name, 0)
        path = posixpath.normpath(posixpath.join(base, name))
        for ending in ("", ".json", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts"):
            text = read(path + ending)
            if text is not None:
                inner = load_with(read, os.path.dirname(path), depth + 1)
                return read_source(text, path + ending, inner, member)
        return Code(name, 0)

    return load


def read_source(text: str, name: str, load: Load, member: str = DEFAULT) -> Any:
    """Return the value of a file: JSON, or what a module exports."""
    if name.endswith(".json"):
        value, _end = read_literal(text, len(text) - len(text.lstrip()))
        return Code(name, 1) if value is NOT_LITERAL else value
    try:
        return read_module(text, load, member)
    except RecursionError:  # texts in texts in texts, each with a value
        return Code(name, 1)


def is_data(value: Any) -> bool:
    """Tell whether nothing in a value is code, or an element."""
    if isinstance(value, Mapping):
        return all(map(is_data, value.values()))
    if isinstance(value, list):
        return all(map(is_data, value))
    return value is None or isinstance(value, (str, int, float))


def get_known(values: Any, *keys: str) -> Any:
    """Return a value below keys; None where it is missing or code."""
    for key in keys:
        values = values.get(key) if isinstance(values, Mapping) else None
    return None if isinstance(values, Code) else values
