"""Folds what an API page has no room for, even in the smallest, into fragments.

Some documents have hundreds of parameters, samples or ways to sign in, or pages of text for each of
them. Of everything that holds many or long parts, the first ones stay on the page. The others are
a fragment, which a line opens in their place. Nothing is lost, and it does not matter what it is.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from itertools import accumulate

from octavo.render.api.fragments import Fragment
from octavo.render.api.markup import render_later
from octavo.render.api.page.room import fits
from octavo.render.assets.theme_files import FOLDER
from octavo.render.shell.names import shorten_name
from octavo.render.wording import ENGLISH, Wording
from octavo.site.urls import build_file_href
from octavo.values import dataclass, field

MOST_LETTERS = (20_000, 12_000, 7_000, 4_000, 2_000, 1_000, 500)
"""How many letters stay of anything that can be folded, from much to little."""

_TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^>]*)>")
_CLASS = re.compile(r'\sclass="([^"]*)"')
_TITLE = re.compile(r'\sdata-title="([^"]*)"')
_OPTION = re.compile(r"<option>[^<]*</option>")
_VOID = frozenset({"br", "hr", "img", "input", "wbr"})
_LISTS = frozenset(
    "api-section field-content expandable-content switch-panel accordion-content "
    "auth-alternative endpoint-servers".split()
)
"""What holds one thing after another."""
_CHOICES = frozenset({"switch", "code-group"})
"""What holds parts that take turns, and a list to choose from."""
_PANELS = frozenset({"switch-panel", "code-block"})
_STAYING = frozenset({"api-head", "switch", "switch-bar", "code-bar"})
"""The heads of things, and what has a head itself: without it nobody knows what is folded."""


@dataclass(slots=True)
class _Element:
    """An element as it is read; what is inside of it is folded already."""

    name: str
    start: str
    classes: frozenset[str]
    parts: list[_Element | str] = field(default_factory=list)
    html: str = ""


def _render_part(part: _Element | str) -> str:
    return part if isinstance(part, str) else part.html


def _join(parts: Iterable[_Element | str]) -> str:
    return "".join(map(_render_part, parts))


def _stays(part: _Element | str) -> bool:
    if isinstance(part, str):
        return False
    return part.name == "summary" or bool(part.classes & _STAYING)


def _begin(tag: re.Match[str]) -> _Element:
    match = _CLASS.search(tag[3])
    return _Element(tag[2], tag[0], frozenset(match[1].split()) if match else frozenset())


class Folder:
    """Folds HTML that Octavo wrote, so that nothing has more than so many letters."""

    def __init__(self, most: int, base_path: str, say: Wording = ENGLISH) -> None:
        self._most = most
        self._say = say
        self._base_path = base_path
        self.fragments: dict[str, str] = {}
        """What was folded, by output path."""

    def fold(self, html: str) -> str:
        """Return HTML with less; none that is not well-formed, which only authors write."""
        stack = [_Element("", "", frozenset())]
        at = 0
        for tag in _TAG.finditer(html):
            if tag.start() > at:
                stack[-1].parts.append(html[at : tag.start()])
            at = tag.end()
            if tag[1]:
                element = stack.pop()
                if element.name != tag[2]:
                    return html
                element.html = f"{element.start}{self._fold_inside(element)}{tag[0]}"
                stack[-1].parts.append(element)
            elif tag[2] in _VOID or tag[3].endswith("/"):
                stack[-1].parts.append(tag[0])
            else:
                stack.append(_begin(tag))
        return _join(stack[0].parts) + html[at:] if len(stack) == 1 else html

    def _fold_inside(self, element: _Element) -> str:
        parts = element.parts
        html = _join(parts)
        if len(html) <= self._most:
            return html
        if element.classes & _LISTS:
            return self._fold_list(parts)
        if element.classes & _CHOICES and "<option>" in html:
            return self._fold_choice(parts)
        return html

    def _fold_list(self, parts: list[_Element | str]) -> str:
        """Keep the heads, and the first of the others."""
        visible: list[_Element | str] = []
        rest: list[_Element | str] = []
        room = self._most
        for part in parts:
            if _stays(part):
                visible.append(part)
                continue
            room -= len(_render_part(part))
            (rest if room < 0 else visible).append(part)
        fields = sum(isinstance(part, _Element) and "field" in part.classes for part in rest)
        return _join(visible) + self._render_opener(_join(rest), fields)

    def _fold_choice(self, parts: list[_Element | str]) -> str:
        """Keep the first of parts that take turns; the others are below their titles."""
        panels = [each for each in parts if isinstance(each, _Element) and each.classes & _PANELS]
        others = [each for each in parts if isinstance(each, str) or not each.classes & _PANELS]
        count = max(1, _count_first(panels, self._most))
        head, rest = _join(others), panels[count:]
        if rest:
            options = [*_OPTION.finditer(head)][: len(panels)]
            head = head[: options[count].start()] + head[options[-1].end() :]
        visible = head + _join(panels[:count])
        return visible + self._render_opener("".join(map(_render_below_title, rest)), len(rest))

    def _render_opener(self, html: str, count: int) -> str:
        if not html.strip():
            return html
        say = self._say
        what = say("{count} more", count=count) if count else say("more")
        data = html.encode("utf-8", "replace")
        output = f"{FOLDER}/api/{hashlib.sha256(data).hexdigest()[:12]}.html"
        self.fragments[output] = html
        href = build_file_href(output, self._base_path)
        return render_later(href, what, say("Show {what}", what=what), " data-folded", say)


def _count_first(panels: Sequence[_Element], letters: int) -> int:
    """Return how many of the first panels have so many letters at the most."""
    ends = accumulate(len(panel.html) for panel in panels)
    return sum(end <= letters for end in ends)


def _render_below_title(panel: _Element) -> str:
    title = _TITLE.search(panel.start)
    html = panel.html.replace(' hidden="until-found"', "", 1)
    if title is None:
        return html
    return f'<h3 class="api-label">{title[1]}</h3>{html.replace(title[0], "", 1)}'


class Folds:
    """The fragments of what was folded on the pages of a site."""

    def __init__(self, base_path: str, say: Wording = ENGLISH) -> None:
        self._base_path = base_path
        self._say = say
        self.fragments: dict[str, Fragment] = {}
        """By output path."""

    def fold(self, parts: Sequence[str], prose: str, title: str) -> list[str]:
        """Return the parts of a page with as much of them as fits beside its prose."""
        for most in MOST_LETTERS:
            folder = Folder(most, self._base_path, self._say)
            folded_parts = [folder.fold(part) for part in parts]
            if fits([prose, *folded_parts]):
                break
        for output, html in folder.fragments.items():
            self.fragments[output] = Fragment(output, shorten_name(title), html)
        return folded_parts
