"""Takes the types out of TypeScript, so that what is left is JavaScript.

Types are replaced by blanks: every line and column stays where it is. Understood is what components
are written with: annotations of variables, parameters and results, `as` and `satisfies`, `!`, type
arguments, and the declarations `type` and `interface`. What would have to become code (`enum`,
`namespace`) is refused.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from octavo.content.javascript.jsx import (
    MAX_DEPTH,
    PATTERN,
    TEMPLATE_TEXT,
    TOKEN,
    WORDS_BEFORE_OPERAND,
    JsxMistake,
)
from octavo.content.mdx.javascript import Lexer
from octavo.content.mdx.tags import CLOSE, EMPTY, read_tag
from octavo.content.nodes import Expression

_ELEMENT_START = re.compile(r"<(?:[^\W\d]|[$>])")
_GENERIC_ARROW = re.compile(r"<\s*(?:const\s+)?[\w$]+\s*(?:,|extends\b)")
_NOT_LINE_END = re.compile(r"[^\n]")
_REFUSED = frozenset({"enum", "namespace", "declare", "abstract"})
_BEFORE_TYPE = frozenset("keyof typeof readonly unique infer asserts new abstract".split())
_CONTROL = frozenset({"if", "for", "while", "switch", "with", "return", "await", "typeof"})
_AFTER_CLASS = frozenset({"{", "extends", "implements"})
_IN_ANGLES = frozenset(",.|&?:=-") | {"=>"}
_LONGEST_HEAD = 100
"""How many tokens may stand between `interface` and its brace."""


class _Token(NamedTuple):
    """A piece of code: a `word`, `string`, `open` or `close` bracket, `value`, or `other`."""

    kind: str
    text: str
    start: int
    end: int


_NONE = _Token("", "", -1, -1)


def strip_types(text: str) -> str:
    """Return TypeScript without its types, as long as before; raises JsxMistake."""
    code = _Code(text)
    try:
        code.strip(0, len(text), 0)
    except RecursionError as error:
        raise JsxMistake("its types nest too deep", 0) from error
    parts: list[str] = []
    done = 0
    for start, end in sorted(code.types):
        if end > done:
            parts += (text[done:start], _NOT_LINE_END.sub(" ", text[max(start, done) : end]))
            done = end
    return "".join((*parts, text[done:]))


class _Code:
    """One text and where its types are."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.types: list[tuple[int, int]] = []
        self._lexer = Lexer(text)

    def strip(self, start: int, end: int, depth: int) -> None:
        """Find the types of the code from `start` to `end`."""
        if depth > MAX_DEPTH:
            raise JsxMistake(f"more than {MAX_DEPTH} levels are nested here", start)
        self.types += _Statements(self._tokens(start, end, depth)).find()

    def _tokens(self, place: int, end: int, depth: int) -> list[_Token]:
        """Return the tokens of some code; the types inside of values are found on the way."""
        tokens: list[_Token] = []
        before_operand = True
        while place < end and (match := TOKEN.match(self.text, place, end)):
            kind, written, following = match.lastgroup or "", match.group(), match.end()
            if kind == "other":
                after = self._skip_value(written, place, end, before_operand, depth)
                kind, following = ("value", after) if after else (kind, following)
            if kind != "space":
                tokens.append(_Token(kind, written, place, following))
                is_word = kind == "word" and written in WORDS_BEFORE_OPERAND
                before_operand = is_word or kind in ("open", "other") or written == "}"
            place = following
        return tokens

    def _skip_value(
        self, character: str, place: int, end: int, before_operand: bool, depth: int
    ) -> int:
        """Return the end of the template, pattern or element that begins here, 0 if none does."""
        if character == "`":
            return self._template(place, end, depth)
        if before_operand and character == "/":
            pattern = PATTERN.match(self.text, place, end)
            return pattern.end() if pattern else 0
        is_element = before_operand and character == "<" and _ELEMENT_START.match(self.text, place)
        if not is_element or _GENERIC_ARROW.match(self.text, place):
            return 0
        after = self._lexer.skip_element(place)
        if after > 0:
            self._element(place, depth + 1)
        return max(after, 0)

    def _template(self, place: int, end: int, depth: int) -> int:
        place += 1
        while True:
            match = TEMPLATE_TEXT.match(self.text, place, end)
            place = match.end() if match else place
            if self.text.startswith("`", place):
                return place + 1
            closing = self._lexer.find_end(place + 2) if place < end else -1
            if closing < 0:
                return end
            self.strip(place + 2, closing, depth + 1)
            place = closing + 1

    def _element(self, place: int, depth: int) -> int:
        """Find the types in the braces of an element; return its end."""
        tag = read_tag(self._lexer, place, lambda position: (position, 0))
        if tag is None or depth > MAX_DEPTH:
            return len(self.text)
        kind, _name, attributes, place = tag
        for attribute in attributes:
            if isinstance(attribute.value, Expression):
                self._braces(attribute.value.line, depth)
        while kind not in (EMPTY, CLOSE) and place < len(self.text):
            if self.text[place] == "{":
                place = self._braces(place, depth)
            elif self.text.startswith("</", place):
                return self.text.find(">", place) + 1
            elif self.text[place] == "<":
                place = self._element(place, depth + 1)
            else:
                place += 1
        return place

    def _braces(self, opening: int, depth: int) -> int:
        end = self._lexer.find_end(opening + 1)
        if end < 0:
            return len(self.text)
        self.strip(opening + 1, end, depth + 1)
        return end + 1


class _Statements:
    """A row of tokens, in which brackets that belong together are known."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._types: list[tuple[int, int]] = []
        self._pairs: dict[int, int] = {}
        self._angles: dict[int, int] = {}
        self._named_by: dict[int, int] = {}
        """The names of calls and functions that have type arguments, by their parentheses."""
        opened = []
        for i, token in enumerate(tokens):
            if token.kind == "open":
                opened.append(i)
            elif token.kind == "close" and opened:
                self._pairs[opened.pop()] = i

    def find(self) -> list[tuple[int, int]]:
        """Return where the types are."""
        i = 0
        while i < len(self._tokens):
            token = self._tokens[i]
            following = 0
            if token.kind == "word":
                following = self._type_arguments(i) if self._text(i - 1) == "." else self._word(i)
            elif token.text == "(" and i in self._pairs:
                self._parentheses(i, self._pairs[i])
            elif token.text == "!":
                self._exclamation(i)
            elif token.text == "<" and self._is_generic_arrow(i):
                self._blank(i, self._angles_end(i))
            i = max(following, i + 1)
        return self._types

    def _at(self, i: int) -> _Token:
        return self._tokens[i] if 0 <= i < len(self._tokens) else _NONE

    def _text(self, i: int) -> str:
        return self._at(i).text

    def _blank(self, first: int, after: int) -> None:
        if after > first:
            self._types.append((self._at(first).start, self._at(after - 1).end))

    # words

    def _word(self, i: int) -> int:
        """Find the types of what begins with a word; return where to go on, 0 for the next."""
        word, following = self._text(i), self._at(i + 1)
        if word in ("import", "export"):
            return self._module(i)
        if word == "interface" and following.kind == "word":
            return self._interface(i, i)
        if word == "type" and following.kind == "word" and self._text(i + 2) in ("=", "<"):
            return self._alias(i, i)
        if word in _REFUSED and following.kind == "word" and self._text(i - 1) in ("", ";", "}"):
            raise JsxMistake(f"`{word}` of TypeScript is not supported", self._at(i).start)
        if word in ("const", "let", "var"):
            self._annotation(self._after_binding(i + 1))
        elif word in ("as", "satisfies") and self._ends_operand(i - 1):
            after = self._type_end(i + 1)
            self._blank(i, after)
            return after
        elif word == "implements":
            after = self._find_brace(i)
            self._blank(i, after)
            return after
        return self._type_arguments(i)

    def _module(self, i: int) -> int:
        """Go over an `import` or `export`, in which `as` and `type` mean something else."""
        word, second = self._text(i), self._text(i + 1)
        if word == "export" and second == "interface":
            return self._interface(i, i + 1)
        if word == "export" and second == "type" and self._text(i + 2) != "{":
            return self._alias(i, i + 1)
        if word == "export" and second in _REFUSED:
            raise JsxMistake(f"`{second}` of TypeScript is not supported", self._at(i + 1).start)
        if word == "export" and second not in ("{", "*", "type"):
            return 0
        if second in ("(", "."):
            return 0
        end = i + 1
        while end < len(self._tokens) and self._at(end).kind != "string":
            if word == "export" and self._text(end) == "}" and self._text(end + 1) != "from":
                break
            if self._text(end) == "type" and self._text(end - 1) in ("{", ","):
                self._blank(end, end + 2)
            end += 1
        if word == "export" and second == "type":
            self._blank(i, end + 1)
        return end + 1

    def _interface(self, first: int, i: int) -> int:
        end = self._pairs.get(self._find_brace(i), -1)
        self._blank(first, end + 1)
        return end + 1

    def _find_brace(self, i: int) -> int:
        """Return the next brace, 0 where none is near."""
        near = range(i, min(i + _LONGEST_HEAD, len(self._tokens)))
        return next((k for k in near if self._text(k) == "{"), 0)

    def _alias(self, first: int, i: int) -> int:
        start = i + 2
        if self._text(start) == "<":
            start = self._angles_end(start)
        after = self._type_end(start + 1)
        if start < 0 or after < 0:
            return 0
        after += self._text(after) == ";"
        self._blank(first, after)
        return after

    def _type_arguments(self, i: int) -> int:
        """Take out `<…>` after a name, where a call, a template or a class follows."""
        if self._text(i + 1) != "<" or self._at(i + 1).start != self._at(i).end:
            return 0
        after = self._angles_end(i + 1)
        following = self._at(after)
        is_class = self._text(i - 1) in ("extends", "class") and following.text in _AFTER_CLASS
        if after > 0 and (following.text in ("(", "`") or is_class):
            self._blank(i + 1, after)
            self._named_by[after] = i
        return 0

    def _exclamation(self, i: int) -> None:
        token, following = self._at(i), self._at(i + 1)
        is_after = self._ends_operand(i - 1) and self._at(i - 1).end == token.start
        if is_after and (following.text != "=" or following.start > token.end):
            self._blank(i, i + 1)

    def _ends_operand(self, i: int) -> bool:
        token = self._at(i)
        if token.kind == "word":
            return token.text not in WORDS_BEFORE_OPERAND
        return token.kind in ("string", "value", "close")

    # annotations

    def _after_binding(self, i: int) -> int:
        """Return what follows the name or pattern that begins at a token."""
        return self._pairs.get(i, i) + 1

    def _annotation(self, i: int) -> int:
        """Take out `: type` or `?: type`; return the token after it."""
        start = i + 1 if self._text(i) in ("?", "!") else i
        if self._text(start) != ":":
            return i
        after = self._type_end(start + 1)
        self._blank(i, after)
        return max(after, start + 1)

    def _parentheses(self, opening: int, closing: int) -> None:
        """Take the types out of parameters, and out of the result that follows them."""
        after = closing + 1
        result = self._type_end(after + 1) if self._text(after) == ":" else after
        name = self._named_by.get(opening, opening - 1)
        before = self._text(name)
        may_have_result = before == "async" or not (before == "?" or self._ends_operand(name))
        is_arrow = self._text(result) == "=>" and (result == after or may_have_result)
        if is_arrow or (self._text(result) == "{" and self._names_function(name)):
            self._parameters(opening + 1, closing)
            self._blank(after, result)

    def _names_function(self, i: int) -> bool:
        return self._at(i).kind == "word" and self._text(i) not in _CONTROL

    def _parameters(self, i: int, end: int) -> None:
        while i < end:
            while self._text(i) == ".":
                i += 1
            first = i
            i = self._annotation(self._after_binding(i))
            if self._text(first) == "this":  # only types have such a parameter
                self._blank(first, i + (self._text(i) == ","))
            while i < end and self._text(i) != ",":
                i = self._after_binding(i)
            i += 1

    # types

    def _type_end(self, i: int) -> int:
        """Return the token after the type that begins at a token, -1 if none does."""
        i = self._type_operand(i)
        while 0 <= i < len(self._tokens):
            text = self._text(i)
            if text in ("|", "&"):
                i = self._type_operand(i + 1)
            elif text == "[" and i in self._pairs:
                i = self._pairs[i] + 1
            elif text == "is":
                i = self._type_operand(i + 1)
            elif text == "extends":
                i = self._condition_end(i)
            else:
                break
        return i

    def _condition_end(self, i: int) -> int:
        """Return the token after `extends A ? B : C`."""
        for mark in ("extends", "?", ":"):
            if i < 0 or self._text(i) != mark:
                return -1
            i = self._type_end(i + 1)
        return i

    def _type_operand(self, i: int) -> int:
        while self._text(i) in ("|", "&", "-") or self._text(i) in _BEFORE_TYPE:
            i += 1
        token = self._at(i)
        if token.kind == "open":
            after = self._pairs.get(i, -2) + 1
            return self._type_end(after + 1) if self._text(after) == "=>" else after
        if token.text == "<":
            after = self._angles_end(i)
            return self._type_operand(after) if after > 0 else -1
        if token.kind not in ("word", "string", "value"):
            return -1
        i += 1
        while self._text(i) == ".":
            i += 2
        return max(self._angles_end(i), i) if self._text(i) == "<" else i

    def _is_generic_arrow(self, i: int) -> bool:
        after = self._angles_end(i)
        return not self._ends_operand(i - 1) and after > 0 and self._text(after) == "("

    def _angles_end(self, i: int) -> int:
        """Return the token after `<…>`, -1 where the `<` compares.

        What is found out about other `<` on the way is kept, so that all of them cost one look.
        """
        opened: list[int] = []
        while i < len(self._tokens) and i not in self._angles:
            token = self._tokens[i]
            if token.text == "<":
                opened.append(i)
            elif token.text == ">":
                self._angles[opened.pop()] = i + 1
                if not opened:
                    return i + 1
            elif token.kind == "open":
                i = self._pairs.get(i, len(self._tokens))
            elif not self._may_be_in_angles(token, self._at(i + 1)):
                break
            i += 1
            if opened and i in self._angles and self._angles[i] > 0:
                i = self._angles[i]
        if not opened:
            return self._angles.get(i, -1)
        self._angles.update(dict.fromkeys(opened, -1))
        return -1

    @staticmethod
    def _may_be_in_angles(token: _Token, following: _Token) -> bool:
        if token.text in ("&", "|"):  # twice they are no types
            return following.text != token.text or following.start > token.end
        is_sign = token.kind in ("other", "close", "step")
        return not is_sign or token.text in _IN_ANGLES
