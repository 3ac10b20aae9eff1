"""The page of the preview that lists all problems of the project, like a check.

Pages of a preview show their own problems. This page checks all pages in a separate thread, when it
is opened, and again after changes while it is open.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from octavo.preview.for_authors.live_reload import DEV_FOLDER, cut_excerpt
from octavo.problems import LineLookup, Problem, Severity, count_by_severity, sort_problems
from octavo.project.cache_folder import find_cache_folder
from octavo.project.discover import build_line_lookup
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.preview.follow.state import PreviewState
    from octavo.project.web.fonts import FontSource

PROBLEMS = "/_octavo/problems"
_SHEET = f"/{DEV_FOLDER}/problems-page.css"
_MOST = 500
_QUOTED = re.compile("`([^`]+)`")
_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


class _Checked(Struct, frozen=True):
    version: int
    problems: Sequence[Problem]


class ProblemsPage:
    """The page, with the result of the last check."""

    def __init__(self, fonts: FontSource | None = None) -> None:
        self._fonts = fonts
        self._last: _Checked | None = None
        self._one_at_a_time = asyncio.Lock()

    async def render(self, state: PreviewState) -> str:
        """Return the page for a state that has a site."""
        async with self._one_at_a_time:
            last = self._last
            if last is None or last.version != state.version:
                problems = await asyncio.to_thread(self._check, state.project.folder)
                last = self._last = _Checked(state.version, problems)
        return await asyncio.to_thread(_render_page, state, last.problems)

    def _check(self, folder: str) -> list[Problem]:
        from octavo.builder.check.folder_check import check_folder  # noqa: PLC0415 (few open the page)
        from octavo.builder.folder_build import BuildOptions  # noqa: PLC0415 (the same)

        options = BuildOptions(
            cache_folder=find_cache_folder(), fonts=self._fonts, allow_local_links=True
        )
        return sort_problems(check_folder(folder, options).problems)


def _render_page(state: PreviewState, problems: Sequence[Problem]) -> str:
    assert state.site is not None  # noqa: S101  (the caller has checked it)
    counts = [
        f"{number} {_WORDS[severity]}{'s' if number != 1 else ''}"
        for severity, number in count_by_severity(problems).items()
        if number
    ]
    return state.site.renderer.shell.render_own_page(
        "Problems",
        ", ".join(counts) or "There are none.",
        "\n".join(_render_files(problems, build_line_lookup(state.project))),
        _SHEET,
    )


def _render_files(problems: Sequence[Problem], line_of: LineLookup) -> Iterator[str]:
    for source, of_file in groupby(problems[:_MOST], lambda each: each.location.source):
        several = list(of_file)
        items = "\n".join(_render_items(several, line_of))
        yield (
            f'<section class="problem-file"><h2>{escape_text(source)}'
            f" <small>{len(several)}</small></h2>\n<ol>\n{items}\n</ol></section>"
        )
    if len(problems) > _MOST:
        more = f"and {len(problems) - _MOST:,} more, which octavo check tells"
        yield f'<p class="problem-file">{more}</p>'


def _render_items(problems: Iterable[Problem], line_of: LineLookup) -> Iterator[str]:
    for problem in problems:
        severity, place = problem.severity.value, problem.location
        where = f" at {place.line}:{place.column}" if place.line else ""
        label = escape_text(f"{where} [{problem.code}]")
        hint = f'<p class="hint">{_render_words(problem.hint)}</p>' if problem.hint else ""
        yield (
            f'<li class="problem problem-{escape_attribute(severity)}">'
            f'<p class="place"><strong>{_WORDS[problem.severity]}</strong>{label}</p>'
            f'<p class="message">{_render_words(problem.message)}</p>'
            f"{_render_excerpt(problem, line_of)}{hint}</li>"
        )


def _render_words(text: str) -> str:
    """Return a sentence as HTML, with texts in backticks as code."""
    return _QUOTED.sub(r"<code>\1</code>", escape_text(text))


def _render_excerpt(problem: Problem, line_of: LineLookup) -> str:
    excerpt, caret = cut_excerpt(problem, line_of)
    if excerpt is None:
        return ""
    mark = "" if caret is None else f"\n{' ' * caret}^"
    return f'<pre tabindex="0">{escape_text(excerpt + mark)}</pre>'
