"""Reports mistakes in MDX."""

from __future__ import annotations

from octavo.problems import Code, Location, Problem, Severity

MAX_DEPTH = 100
"""The deepest nesting of quotes, lists and tags; deeper content stays, but flat."""

PlaceInFile = tuple[int, int]


class Mistakes:
    """Collects the problems of one page."""

    __slots__ = ("_auto_closed", "_is_too_deep", "_source", "problems")

    def __init__(self, source: str) -> None:
        self._source = source
        self.problems: list[Problem] = []
        # The names of automatically closed tags; their later closing tags are no second mistake.
        self._auto_closed: dict[str | None, int] = {}
        self._is_too_deep = False

    def _add(
        self,
        code: Code,
        place: PlaceInFile,
        message: str,
        hint: str,
        severity: Severity = Severity.WARNING,
    ) -> None:
        location = Location(self._source, *place)
        self.problems.append(Problem(code, message, location, severity, hint))

    def expect_closing_tag(self, name: str | None) -> None:
        """Remember an automatically closed tag, because its own closing tag may follow."""
        self._auto_closed[name] = self._auto_closed.get(name, 0) + 1

    def report_unclosed_tag(self, name: str | None, place: PlaceInFile) -> None:
        """Report a tag without a closing tag in a valid place."""
        self.expect_closing_tag(name)
        self._add(
            Code.MDX_UNCLOSED_TAG,
            place,
            f"`<{name or ''}>` is not closed",
            f"Add `</{name or ''}>` at the same level: in the same paragraph, list item or quote,"
            " or on a separate line if the opening tag has one.",
        )

    def report_placeholder(self, name: str, place: PlaceInFile) -> None:
        """Report an unclosed word in angle brackets that isn't a known tag."""
        self._add(
            Code.MDX_UNCLOSED_TAG,
            place,
            f"`<{name}>` is read as a tag, and is not closed; it is shown as text",
            f"Write `\\<{name}>` or put it in backticks to show it. A tag needs `</{name}>`.",
        )

    def report_late_closing_tag(self, name: str | None, place: PlaceInFile) -> None:
        """Report a tag that was opened in text and closed on a later, separate line."""
        self.report_unclosed_tag(name, place)
        self._auto_closed[name] -= 1

    def report_unexpected_closing_tag(self, name: str | None, place: PlaceInFile) -> None:
        """Report a closing tag without an open tag, unless that was closed automatically."""
        if self._auto_closed.get(name):
            self._auto_closed[name] -= 1
            return
        self._add(
            Code.MDX_UNEXPECTED_CLOSING_TAG,
            place,
            f"`</{name or ''}>` closes nothing",
            f"Remove it, or add `<{name or ''}>` before it at the same level.",
        )

    def report_misplaced_closing_tag(self, name: str | None, place: PlaceInFile) -> None:
        """Report a closing tag inside a list item or quote whose opening tag is outside."""
        self._add(
            Code.MDX_UNEXPECTED_CLOSING_TAG,
            place,
            f"`</{name or ''}>` stands inside a list item, but its opening tag does not",
            "Put an empty line before it and indent it like its opening tag.",
        )

    def report_overlap(self, tag: str, place: PlaceInFile) -> None:
        """Report emphasis and a tag that cross each other."""
        self._add(
            Code.MDX_TAG_OVERLAP,
            place,
            f"a tag and {_EMPHASIS_NAMES.get(tag, tag)} cross each other",
            "Close what was opened last first, as in `**<b>text</b>**`.",
        )

    def report_tag_syntax(self, start: str, place: PlaceInFile) -> None:
        """Report text that begins like a tag but is none."""
        self._add(
            Code.MDX_TAG_SYNTAX,
            place,
            f"`{start}` begins like a tag but is not one; it is shown as text",
            "Complete the tag (values need quotes or braces), or write `\\<` to show it.",
        )

    def report_void_tag(self, name: str, place: PlaceInFile) -> None:
        """Report an HTML element without content that needs a slash."""
        self._add(
            Code.MDX_VOID_TAG,
            place,
            f"`<{name}>` has no closing tag and was read as `<{name} />`",
            f"Write `<{name} />`.",
            Severity.INFO,
        )

    def take_back_void_tag(self) -> None:
        """Remove the report on `<br>` if `</br>` follows."""
        if self.problems and self.problems[-1].code is Code.MDX_VOID_TAG:
            self.problems.pop()

    def report_html_comment(self, place: PlaceInFile) -> None:
        """Report an HTML comment that was left out."""
        self._add(
            Code.MDX_HTML_COMMENT,
            place,
            "HTML comments are not part of MDX; this one was left out",
            "Write `{/* comment */}`.",
        )

    def report_angle_link(self, target: str, place: PlaceInFile) -> None:
        """Report a link in angle brackets, which still works."""
        self._add(
            Code.MDX_ANGLE_LINK,
            place,
            f"`<{target}>` is not a link in MDX; it was read as one",
            f"Write `[{target}]({target})`, or the address alone.",
        )

    def report_stray_less_than(self, start: str, place: PlaceInFile) -> None:
        """Report a `<` without a tag."""
        self._add(
            Code.MDX_STRAY_LESS_THAN,
            place,
            f"`{start}` is not the beginning of a tag; it is shown as text",
            "Write `\\<` or `&lt;` to show the character.",
        )

    def report_unclosed_brace(self, place: PlaceInFile) -> None:
        """Report an unclosed brace."""
        self._add(
            Code.MDX_UNCLOSED_BRACE,
            place,
            "`{` begins an expression that is not closed; it is shown as text",
            "Add the closing `}`, or write `\\{` to show the character.",
        )

    def report_false_module(self, word: str, place: PlaceInFile) -> None:
        """Report a paragraph that begins like module code."""
        self._add(
            Code.MDX_NOT_A_MODULE,
            place,
            f"a paragraph that begins with `{word}` is read as JavaScript, and this is none;"
            " it is shown as text",
            f"Complete the statement, or begin the sentence with another word than `{word}`.",
        )

    def report_missing_blank_line(self, place: PlaceInFile) -> None:
        """Report text directly after module code, without an empty line between."""
        self._add(
            Code.MDX_MODULE_BLANK_LINE,
            place,
            "text follows `import` or `export` without an empty line between",
            "Put an empty line before this line.",
        )

    def report_depth(self, place: PlaceInFile) -> None:
        """Report nesting that is too deep, once a page."""
        if not self._is_too_deep:
            self._is_too_deep = True
            self._add(
                Code.MDX_NESTING_TOO_DEEP,
                place,
                f"more than {MAX_DEPTH} levels are nested here; what lies deeper is kept flat",
                "Split the page, or nest less.",
            )


_EMPHASIS_NAMES = {"em": "emphasis", "strong": "bold text", "del": "struck text"}
