"""Turns a TypeScript module into JavaScript by removing types; line numbers stay.

It supports the parts of the language that settings use. Modules run at once, so it also removes
`async` and `await`.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*[\s\S]*?\*/)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'
      |`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*`)
    |(?P<word>[A-Za-z_$\#][\w$]*)|(?P<number>\d[\w.]*)|=>|\.\.\.|\?\.|\?\?|&&|\|\||[=!]==?|[<>]=|\S""",
    re.VERBOSE,
)
_PATTERN = re.compile(r"/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_NO_CALLS = frozenset("if for while switch with return typeof".split())
_BEFORE_OPERAND = frozenset(
    "return typeof case in of do else void delete new throw default".split()
)
_TYPE_WORDS = frozenset("keyof typeof readonly unique infer asserts new abstract | &".split())
_MODIFIERS = frozenset("public private protected readonly override ...".split())
_WAITING = re.compile(r"(\$\{\s*)await\b")
_MEMBER = re.compile(r"\s*[\"']?([\w$]+)[\"']?\s*(?:=([\s\S]*))?\Z")
_COMMENT = re.compile(r"//[^\n]*|/\*[\s\S]*?\*/")


def strip_types(text: str, *, has_types: bool) -> str:
    """Return a module as JavaScript without types and without `await`."""
    stripper = _Stripper(text)
    stripper.read(has_types=has_types)
    pieces, at = [], 0
    for start, end, new in sorted(stripper.edits):
        if start >= at:
            pieces += [text[at:start], new, "\n" * text.count("\n", start, end)]
            at = end
    return "".join([*pieces, text[at:]])


class _Stripper:
    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: list[tuple[int, int]] = []
        self.tokens: list[str] = []
        self.matches: dict[int, int] = {}
        self.edits: list[tuple[int, int, str]] = []
        self._divide()

    def _divide(self) -> None:
        """Split the text into tokens, and match the brackets."""
        at, open_brackets = 0, list[int]()
        while at < len(self.text):
            match = None
            if self.text[at] == "/" and not self._ends_operand(len(self.tokens) - 1):
                match = _PATTERN.match(self.text, at)
            match = match or _TOKEN.match(self.text, at)
            if match is None:
                break
            at = match.end()
            if match.re is _TOKEN and match["space"]:
                continue
            piece = match[0]
            if piece in "([{":
                open_brackets.append(len(self.tokens))
            elif piece in _PAIRS and open_brackets:
                self.matches[open_brackets.pop()] = len(self.tokens)
            self.spans.append(match.span())
            self.tokens.append(piece)
        self.tokens += [""] * 3
        self.spans += [(len(self.text), len(self.text))] * 3

    def read(self, *, has_types: bool) -> None:
        """Find everything to remove."""
        at = 0
        while at < len(self.tokens) - 3:
            piece, following = self.tokens[at], self.tokens[at + 1]
            is_member = at > 0 and self.tokens[at - 1] in (".", "?.")
            is_key = following in (":", ",") or is_member
            is_unnamed = not is_key and following not in ("=", ")", "}")
            if piece[0] == "`" and "await" in piece:
                self._replace(at, at + 1, _WAITING.sub(r"\1", piece))
            elif piece in ("await", "async") and is_unnamed:
                self._leave_out(at, at + 1)
            elif piece == "import" and following == "(":
                self._replace(at, at + 1, "$wait")
            elif piece == "import" and following == ".":
                self._replace(at, at + 3, "$meta")
            elif has_types:
                at = self._read_types(at, piece, is_key=is_key)
                continue
            at += 1

    def _read_types(self, at: int, piece: str, *, is_key: bool) -> int:
        """Find the types to remove at a token, and return the next token to read."""
        following = self.tokens[at + 1]
        if piece in ("import", "export") and not is_key:
            return self._read_module_word(at)
        if piece in ("type", "interface", "declare", "enum") and self._starts(at):
            return self._read_declaration(at, at)
        if piece in ("as", "satisfies") and self._ends_operand(at - 1) and not is_key:
            return self._leave_out(at, self.skip_type(at + 1))
        if (
            piece == "!"
            and self._ends_operand(at - 1)
            and self.spans[at - 1][1] == self.spans[at][0]
        ):
            return self._leave_out(at, at + 1)
        if piece in ("const", "let", "var"):
            end = self.matches.get(at + 1, at + 1) + 1
            return self._leave_out_type(end) if self.tokens[end] == ":" else end
        if (
            piece == "<"
            and self._may_be_type(at)
            and (end := self._skip_angle(at)) > 0
            and self.tokens[end] in ("(", "`")
        ):
            return self._leave_out(at, end)
        if piece == "(" and at in self.matches and self._has_parameters(at):
            self._read_parameters(at)
        elif piece == "class" and (end := self._skip_angle(at + 2)) > 0:
            self._leave_out(at + 2, end)
        elif piece == "abstract" and following == "class":
            self._leave_out(at, at + 1)
        return at + 1

    def _may_be_type(self, at: int) -> bool:
        """Tell whether `<` can open types: after a name, or at the start of a value."""
        return not re.match(r"[\d\])]", self.tokens[at - 1]) if at else True

    def _starts(self, at: int) -> bool:
        """Tell whether a word starts a declaration."""
        is_named = re.match(r"[\w$]", self.tokens[at + 1] or " ") is not None
        end, start = self.spans[at - 1][1] if at else 0, self.spans[at][0]
        is_first = not at or self.tokens[at - 1] in ("export", ";", "}", "const")
        return is_named and (is_first or "\n" in self.text[end:start])

    def _read_module_word(self, at: int) -> int:
        """Read `import` or `export`; in imports, only names can have types."""
        following = self.tokens[at + 1]
        if following in ("type", "interface", "declare", "enum") or (
            following == "const" and self.tokens[at + 2] == "enum"
        ):
            if self.tokens[at] == "import" and self.tokens[at + 2] not in ("from", ","):
                return self._leave_out(at, self._find_source(at))
            if self.tokens[at] == "export" and self.tokens[at + 2] in ("{", "*"):
                return self._leave_out(at, self._find_source(at))
            if self.tokens[at] == "export":
                return self._read_declaration(at, at + 1 + (following == "const"))
        if self.tokens[at] == "import" or following in ("{", "*"):
            return max(self._find_source(at), self.matches.get(at + 1, at) + 1)
        return at + 1

    def _find_source(self, at: int) -> int:
        """Return the token after the name of a module; the same token if there is no name."""
        for end in range(at, min(at + 400, len(self.tokens))):
            if self.tokens[end][:1] in ("'", '"'):
                return end + 1
            if self.tokens[end] in (";", "=", ""):
                break
        return at + 1

    def _read_declaration(self, start: int, at: int) -> int:
        word = self.tokens[at]
        if word == "enum":
            return self._write_enumeration(start, at)
        end, stops = at + 2, (";", "{") if word == "declare" else ("=", "{")
        while end < len(self.tokens) - 3 and self.tokens[end] not in stops:
            end += 1
        end = self.skip_type(end + 1) if word == "type" else self.matches.get(end, end) + 1
        return self._leave_out(start, end)

    def _write_enumeration(self, start: int, at: int) -> int:
        name, close = self.tokens[at + 1], self.matches.get(at + 2, at + 2)
        body = _COMMENT.sub("", self.text[self.spans[at + 2][1] : self.spans[close][0]])
        members = filter(None, map(_MEMBER.match, body.split(",")))
        written = "".join(
            f"o.{each[1]}=n=({each[2].strip()});" if each[2] else f"o.{each[1]}=++n;"
            for each in members
        )
        begin = "export " if self.tokens[start] == "export" else ""
        self._replace(
            start, close + 1, f"{begin}const {name}=(()=>{{let n=-1,o={{}};{written}return o}})();"
        )
        return close + 1

    def _has_parameters(self, at: int) -> bool:
        """Tell whether brackets contain the parameters of a function; remove its return type."""
        before, after = self.tokens[at - 1] if at else "", self.matches[at] + 1
        is_named = bool(re.match(r"[\w$\]>]", before)) and before not in _NO_CALLS
        end = self.skip_type(after + 1) if self.tokens[after] == ":" else after
        is_arrow = self.tokens[end] == "=>" and before != "?"
        is_body = self.tokens[end] == "{" and (is_named or before in ("*", "function"))
        if end > after and (is_arrow or is_body):
            self._leave_out(after, end)
        return is_arrow or is_body

    def _read_parameters(self, at: int) -> None:
        close, place = self.matches[at], at + 1
        while place < close:
            while self.tokens[place] in _MODIFIERS and self.tokens[place + 1] not in (
                ",",
                ")",
                ":",
            ):
                place += 1
            place = self.matches.get(place, place) + 1
            if self.tokens[place - 1] == "this" and self.tokens[place] == ":":
                end = self.skip_type(place + 1)
                self._leave_out(place - 1, end + (self.tokens[end] == ","))
            if self.tokens[place] == "?" and self.tokens[place + 1] in (":", ",", ")"):
                place = self._leave_out(place, place + 1)
            if self.tokens[place] == ":":
                place = self._leave_out_type(place)
            while place < close and self.tokens[place] != ",":
                place = self.matches.get(place, place) + 1
            place += 1

    def _leave_out_type(self, at: int) -> int:
        return self._leave_out(at, self.skip_type(at + 1))

    def _leave_out(self, at: int, end: int) -> int:
        return self._replace(at, end, "")

    def _replace(self, at: int, end: int, new: str) -> int:
        end = max(end, at + 1)
        self.edits.append((self.spans[at][0], self.spans[end - 1][1], new))
        return end

    def _ends_operand(self, at: int) -> bool:
        piece = self.tokens[at] if at >= 0 else ""
        is_word = bool(re.match(r"[\w$\"'`]", piece)) and piece not in _BEFORE_OPERAND
        return is_word or piece in (")", "]", "}")

    def skip_type(self, at: int) -> int:
        """Return the token after a type."""
        while at < len(self.tokens) - 3:
            while self.tokens[at] in _TYPE_WORDS:
                at += 1
            first = self.tokens[at]
            if first == "<" and (end := self._skip_angle(at)) > 0:
                at = end
                continue
            is_call = first == "("
            at = self.matches.get(at, at) + 1
            if is_call and self.tokens[at] == "=>":
                at += 1
                continue
            at = self._skip_suffixes(at)
            if self.tokens[at] in ("|", "&", "is"):
                at += 1
            elif self.tokens[at] == "extends":  # Then the types of both cases follow.
                at = self.skip_type(at + 1)
                at = self.skip_type(at + 1) if self.tokens[at] == "?" else at
                at += self.tokens[at] == ":"
            else:
                return at
        return at

    def _skip_suffixes(self, at: int) -> int:
        while True:
            piece = self.tokens[at]
            is_near = "\n" not in self.text[self.spans[at - 1][1] : self.spans[at][0]]
            if piece == ".":
                at += 2
            elif at in self.matches and (
                (piece == "[" and is_near) or (piece == "(" and self.tokens[at - 1] == "import")
            ):
                at = self.matches[at] + 1
            elif piece == "<" and (end := self._skip_angle(at)) > 0:
                at = end
            else:
                return at

    def _skip_angle(self, at: int) -> int:
        """Return the token after the types between `<` and `>`; 0 for a comparison."""
        if self.tokens[at] != "<":
            return 0
        depth = 0
        while at < len(self.tokens) - 3:
            piece = self.tokens[at]
            if piece == "<":
                depth += 1
            elif piece == ">":
                depth -= 1
                if not depth:
                    return at + 1
            elif piece in (";", "&&", "||", ")", "}", "]") or piece.endswith("=="):
                return 0
            at = self.matches.get(at, at) + 1
        return 0
