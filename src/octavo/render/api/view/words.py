"""Prints sentences, names and marks as HTML."""

from __future__ import annotations

from octavo.reference.endpoint import VARIABLE
from octavo.reference.view import (
    Code,
    Heading,
    HeadPart,
    Mark,
    MediaNames,
    Status,
    TypeName,
    Value,
    Words,
)
from octavo.render.html import escape_attribute, escape_text, render_heading_link
from octavo.render.wording import Wording
from octavo.site.links import LinkResolver


class WordPrinter:
    """Prints words in one language; the values of most are few, and are printed once."""

    def __init__(self, links: LinkResolver, say: Wording) -> None:
        self.say = say
        self._links = links
        self._words: dict[Words, str] = {}
        self._types: dict[tuple[TypeName, ...], str] = {}

    def render(self, words: Words) -> str:
        """Return a sentence."""
        html = self._words.get(words)
        if html is None:
            values = {name: self._render_value(value) for name, value in words.values}
            html = self.say(words.text, **values)
            if words.then is not None:
                html = f"{html} {self.render_code(words.then)}"
            self._words[words] = html
        return html

    def _render_value(self, value: Value) -> str:
        if isinstance(value, str):
            return escape_text(value)
        if isinstance(value, Code):
            return self.render_code(value)
        if isinstance(value, Words):
            return self.render(value)
        *others, last = map(self.render_code, value)
        if not others:
            return last
        return self.say("{values} or {last}", values=", ".join(others), last=last)

    def render_code(self, code: Code) -> str:
        """Return a name or value; of a long one the beginning, and how much is left."""
        html = f"<code>{escape_text(code.text)}{'&hellip;' * bool(code.rest)}</code>"
        if code.href:
            href = escape_attribute(code.href)
            return f'<a href="{href}" rel="noopener noreferrer nofollow">{html}</a>'
        if code.rest:
            more = self.say("and 1 more letter")
            if code.rest > 1:
                more = self.say("and {count} more letters", count=f"{code.rest:,}")
            return f"{html} {more}"
        return html

    def render_mark(self, mark: Mark) -> str:
        """Return a label beside the name of a field."""
        label = mark.label
        html = escape_text(label) if isinstance(label, str) else self.render(label)
        return render_pill(html, mark.kind)

    def render_type(self, type_: tuple[TypeName, ...]) -> str:
        """Return the type of a value; names of schemas that have a page are links."""
        html = self._types.get(type_)
        if html is None:
            names = "".join([self._render_name(name) for name in type_])
            html = self._types[type_] = render_pill(names, "field-type")
        return html

    def _render_name(self, name: TypeName) -> str:
        text = escape_text(name.text)
        if not name.url:
            return text
        return f'<a href="{escape_attribute(self._links.link_page(name.url))}">{text}</a>'

    def render_head(self, parts: tuple[HeadPart, ...]) -> str:
        """Return what stands in the line of a heading."""
        return "".join(map(self._render_head_part, parts))

    def _render_head_part(self, part: HeadPart) -> str:
        match part:
            case Heading(id_, title):
                text = self.render(title)
                link = render_heading_link(id_, text, self.say)
                return f'<h2 id="{id_}">{link}{text}</h2>'
            case Status():
                phrase = escape_text(self.render(part.phrase))
                return f'<p class="api-phrase">{self.render_status(part)} {phrase}</p>'
            case MediaNames(names):
                text = escape_text(", ".join(names)) or self.say("No body")
                return f'<code class="api-media">{text}</code>'
            case Mark():
                return self.render_mark(part)
        return f'<span class="switch-label">{self.render(part)}</span>'

    def render_status(self, status: Status) -> str:
        """Return the status of a response on its color."""
        return f'<span class="status" data-mark="{status.mark}">{escape_text(status.status)}</span>'


def render_pill(html: str, kind: str = "") -> str:
    """Return a small label beside the name of a field."""
    names = f"field-pill {kind}" if kind else "field-pill"
    return f'<span class="{names}">{html}</span>'


def render_method_pill(method: str, label: str | None = None) -> str:
    """Return the method of a request as a word on its color."""
    kind = escape_attribute(method.lower())
    return f'<span class="method-pill" data-method="{kind}">{escape_text(label or method)}</span>'


def render_url(url: str) -> str:
    """Return the address of a server, in which variables can be told apart."""
    return VARIABLE.sub(
        r'<span class="endpoint-variable">{\1}</span>', escape_text(url.rstrip("/") or "/")
    )
