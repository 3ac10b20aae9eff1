"""Prints sentences, names and marks as HTML."""

from __future__ import annotations

from octavo.reference import view
from octavo.reference.endpoint import VARIABLE
from octavo.reference.view import Code, Words
from octavo.render.basis.html import escape_attribute, escape_text, render_heading_link
from octavo.render.basis.wording import Wording
from octavo.site.links import LinkResolver
from octavo.values import Results


class WordPrinter:
    """Prints words in one language, and caches frequent ones."""

    def __init__(self, links: LinkResolver, say: Wording) -> None:
        self.say = say
        self._links = links
        self._words: Results[Words, str] = Results(self._render)
        self._types: Results[tuple[view.TypeName, ...], str] = Results(self._render_type)

    def render(self, words: Words) -> str:
        """Return a sentence."""
        return self._words[words]

    def _render(self, words: Words) -> str:
        values = {name: self._render_value(value) for name, value in words.values}
        html = self.say(words.text, **values)
        return html if words.then is None else f"{html} {self.render_code(words.then)}"

    def _render_value(self, value: view.Value) -> str:
        if isinstance(value, str):
            return escape_text(value)
        if isinstance(value, Code):
            return self.render_code(value)
        if isinstance(value, view.Day):
            return f'<time datetime="{value.text}">{self.say.write_day(value.text)}</time>'
        if isinstance(value, Words):
            return self.render(value)
        if isinstance(value, view.Link):
            return _render_link(value.href, self._render_value(value.text))
        if isinstance(value, view.PageLink):
            return self.render_name(value)
        *others, last = map(self.render_code, value)
        if not others:
            return last
        return self.say("{values} or {last}", values=", ".join(others), last=last)

    def render_code(self, code: Code) -> str:
        """Return a name or value; for a long one its start, and how much is left."""
        html = f"<code>{escape_text(code.text)}{'&hellip;' * bool(code.rest)}</code>"
        if code.href:
            return _render_link(code.href, html)
        if code.rest:
            more = self.say("and 1 more letter")
            if code.rest > 1:
                more = self.say("and {count} more letters", count=f"{code.rest:,}")
            return f"{html} {more}"
        return html

    def render_mark(self, mark: view.Mark) -> str:
        """Return a label next to the name of a field."""
        label = mark.label
        html = escape_text(label) if isinstance(label, str) else self.render(label)
        return render_pill(html, mark.kind)

    def render_type(self, type_: tuple[view.TypeName, ...]) -> str:
        """Return the type of a value, with links for schemas that have a page."""
        return self._types[type_]

    def _render_type(self, type_: tuple[view.TypeName, ...]) -> str:
        names = [self._link_page(each.url, each.text) for each in type_]
        return render_pill("".join(names), "field-type")

    def _link_page(self, url: str, text: str) -> str:
        text = escape_text(text)
        if not url:
            return text
        return f'<a href="{escape_attribute(self._links.link_page(url))}">{text}</a>'

    def render_name(self, name: view.ItemName) -> str:
        """Return the name of an item in a short list."""
        match name:
            case Code():
                return self.render_code(name)
            case view.Status():
                return self.render_status(name)
            case view.PageLink(url, method, title, path):
                pill = f"{render_method_pill(method)} " if method else ""
                link = " ".join([self._link_page(url, title), *map(self.render_mark, name.marks)])
                if not path:
                    return f"{pill}{link}"
                code = f'<code class="endpoint-path">{render_path(path)}</code>'
                return f'{pill}<span class="operation-name">{link}</span> {code}'
            case Words():
                return f"<strong>{self.render(name)}</strong>"
            case view.Sentence(words):
                return self.render(words)
        if VARIABLE.fullmatch(name.text):
            return f'<code class="endpoint-variable">{escape_text(name.text)}</code>'
        label = f"<strong>{escape_text(name.name)}</strong> " if name.name else ""
        return f"{label}<code>{render_url(name.text)}</code>"

    def render_head(self, parts: tuple[view.HeadPart, ...]) -> str:
        """Return the content of a heading's line."""
        return "".join(map(self._render_head_part, parts))

    def _render_head_part(self, part: view.HeadPart) -> str:
        match part:
            case view.Heading(id_, title):
                text = self.render(title)
                link = render_heading_link(id_, text, self.say)
                return f'<h2 id="{id_}">{link}{text}</h2>'
            case view.Status():
                phrase = escape_text(self.render(part.phrase))
                return f'<p class="api-phrase">{self.render_status(part)} {phrase}</p>'
            case view.MediaNames(names):
                text = escape_text(", ".join(names)) or self.say("No body")
                return f'<code class="api-media">{text}</code>'
            case view.Mark():
                return self.render_mark(part)
        return f'<span class="switch-label">{self.render(part)}</span>'

    def render_status(self, status: view.Status) -> str:
        """Return the status of a response on its color."""
        return f'<span class="status" data-mark="{status.mark}">{escape_text(status.status)}</span>'


def _render_link(href: str, html: str) -> str:
    """Return a link to an address of the document, which is not trusted."""
    return f'<a href="{escape_attribute(href)}" rel="noopener noreferrer nofollow">{html}</a>'


def render_pill(html: str, kind: str = "") -> str:
    """Return a small label next to the name of a field."""
    names = f"field-pill {kind}" if kind else "field-pill"
    return f'<span class="{names}">{html}</span>'


def render_method_pill(method: str, label: str | None = None) -> str:
    """Return the method of a request as a word on its color."""
    kind = escape_attribute(method.lower())
    return f'<span class="method-pill" data-method="{kind}">{escape_text(label or method)}</span>'


def render_url(url: str) -> str:
    """Return the address of a server, with marked variables."""
    return VARIABLE.sub(
        r'<span class="endpoint-variable">{\1}</span>', escape_text(url.rstrip("/") or "/")
    )


def render_path(path: str) -> str:
    """Return a path with marked variables, which may wrap at its slashes."""
    html = escape_text(path)
    if len(path) > 40:
        html = html.replace("/", "/<wbr>")
    return VARIABLE.sub(r'<span class="endpoint-variable">{\1}</span>', html)
