"""Renders foreign texts: Markdown of API documents as safe HTML.

The author of the site may never have read such a text. It is parsed as CommonMark with HTML, and a
sanitizer with a short list of elements cleans the result. Only then do headings, alerts, tables and
code get their form. No other part of Octavo turns a foreign text into HTML, except by escaping it.
"""

from __future__ import annotations

import re
from functools import cache
from html import unescape

import nh3
import pyromark

from octavo.content.languages import resolve_language
from octavo.render.basis.elements import ELEMENTS, KEPT_ELEMENTS
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.basis.wording import ENGLISH, Wording
from octavo.render.content.highlight import highlight_text

_ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height"},
    "td": {"align", "colspan", "rowspan"},
    "th": {"align", "colspan", "rowspan"},
    "ol": {"start"},
    "code": {"class"},  # This is only its language, and only until the code is highlighted.
}

# The kinds of alerts, with the callout and the label of each.
_ALERTS = {
    "note": ("note", "Note"),
    "tip": ("tip", "Tip"),
    "important": ("purple", "Important"),
    "warning": ("warning", "Warning"),
    "caution": ("danger", "Caution"),
}

_PLAIN = re.compile(
    r"(?![\s\-+=#>|:]|\d{1,9}[.)](?:\s|\Z))(?>(?:[^`*_\[<&\\~\n]|(?<=[^\W_])_(?=[^\W_]))*)\Z"
)
_LINK_KINDS = "noopener noreferrer nofollow"
_OPENING = re.compile(r"<(?=/?([A-Za-z][\w:.-]*))")
_NESTING = re.compile(r"<(/?)([A-Za-z]+)")
_NOT_NESTING = frozenset(
    "area base br col dd dt hr img input li link meta option p td th tr tbody thead wbr".split()
)
"""Elements that have no end, or may omit it."""
_DEEPEST = 100
"""The deepest nesting, because the sanitizer takes quadratic time, and real texts are flatter."""
_HEADING = re.compile(r"<(/?)h([1-6])>")
_ALERT = re.compile(r'<blockquote class="markdown-alert-(\w+)">')
_CODE = re.compile(r'<pre><code(?: class="language-([^"]*)")?>([^<]*)</code></pre>')
_CODE_CLASS = re.compile(r'<code class="[^"]*">')
_LANGUAGE = re.compile(r"language-[A-Za-z0-9+#._-]{1,40}\Z")
_LEAD = re.compile(r"\s*<p>(.*?)</p>\s*", re.DOTALL)
_MOST_COLORED = 20_000


def render_untrusted(text: str, headings_from: int | None = None, say: Wording = ENGLISH) -> str:
    """Return the HTML of a foreign text; one that nests too deep is shown unchanged.

    Its headings start at a level of the page, or become paragraphs without one, because the
    description of a field is no section of the page.
    """
    text = text.strip().replace("\0", "\ufffd")
    if _PLAIN.match(text):
        return f"<p>{escape_text(text)}</p>" if text else ""
    html = pyromark.html(text, options=_build_options())
    if _nests_too_deep(html):
        return f"<p>{escape_text(text)}</p>"
    if "<" in text:
        html = _OPENING.sub(lambda m: "<" if m[1].lower() in ELEMENTS else "&lt;", html)
    return _give_form(_build_cleaner().clean(html).strip(), headings_from, say)


def _nests_too_deep(html: str) -> bool:
    if html.count("<") <= _DEEPEST:
        return False
    depth = 0
    for match in _NESTING.finditer(html):
        if match[2].lower() not in _NOT_NESTING:
            depth = max(depth - 1, 0) if match[1] else depth + 1
            if depth > _DEEPEST:
                return True
    return False


def split_lead(html: str) -> tuple[str, str]:
    """Split rendered text into the content of its first paragraph, and the rest."""
    match = _LEAD.match(html)
    return (match[1], html[match.end() :]) if match else ("", html)


@cache
def _build_options() -> pyromark.Options:
    options = pyromark.Options
    return options.ENABLE_TABLES | options.ENABLE_STRIKETHROUGH | options.ENABLE_GFM


@cache
def _build_cleaner() -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=set(KEPT_ELEMENTS),
        attributes=_ATTRIBUTES,
        attribute_filter=_filter_attribute,
        allowed_classes={"blockquote": {f"markdown-alert-{kind}" for kind in _ALERTS}},
        url_schemes={"http", "https", "mailto"},
        link_rel=_LINK_KINDS,
        strip_comments=True,
    )


def _filter_attribute(element: str, _name: str, value: str) -> str | None:
    return None if element == "code" and not _LANGUAGE.match(value) else value


# --- sanitized HTML ---


def _give_form(html: str, headings_from: int | None, say: Wording) -> str:
    """Give headings, alerts, code and tables the form of Octavo's pages."""
    if "<h" in html:
        html = _place_headings(html, headings_from)
    if "<blockquote class" in html:
        html = _ALERT.sub(_open_alert, html)
    if "<code" in html:
        html = _CODE_CLASS.sub("<code>", _CODE.sub(_highlight_code, html))
    if "<table>" in html:
        frame = f'<div class="table-wrap" tabindex="0" role="group" aria-label="{say("Table")}">'
        html = html.replace("<table>", f"{frame}<table>")
        html = html.replace("</table>", "</table></div>")
    return html


def _place_headings(html: str, headings_from: int | None) -> str:
    if headings_from is None:
        return _HEADING.sub(lambda m: "</p>" if m[1] else '<p class="text-heading">', html)
    own_levels = sorted({int(level) for _, level in _HEADING.findall(html)})
    levels = {level: min(headings_from + at, 6) for at, level in enumerate(own_levels)}
    return _HEADING.sub(lambda m: f"<{m[1]}h{levels[int(m[2])]}>", html)


def _open_alert(match: re.Match[str]) -> str:
    kind, word = _ALERTS[match[1]]
    return f'<blockquote class="alert callout-{kind}"><p class="alert-title">{word}</p>'


def _highlight_code(match: re.Match[str]) -> str:
    language, code = resolve_language(match[1] or ""), unescape(match[2]).rstrip("\n")
    is_short = len(code) <= _MOST_COLORED
    inner = highlight_text(code, language) if is_short else escape_text(code)
    attributes = f' data-language="{escape_attribute(language)}"' if language else ""
    return f'<div class="code-block"{attributes}><pre><code>{inner}</code></pre></div>'
