"""Prints the parts of an API page as HTML.

A list of fields that many pages show is printed once, with placeholders for the starts of ids.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from octavo.reference import view
from octavo.reference.view import Words, say
from octavo.render.api.texts import Texts
from octavo.render.api.view.code import CodePrinter
from octavo.render.api.view.switch import SWITCH, render_control, render_panel
from octavo.render.api.view.words import (
    WordPrinter,
    render_method_pill,
    render_path,
    render_pill,
    render_url,
)
from octavo.render.assets.theme_files import FOLDER
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.site.links import LinkResolver
from octavo.site.urls import build_file_href
from octavo.values import Results

FEW_VALUES = 12
"""The most allowed values that are shown at once."""
_PANEL = '<div class="switch-panel"'
_ALONE = frozenset({"media", "security"})
"""Kinds of switches that don't change together with others."""
_Notes = Sequence[tuple[str, str]]
"""Short facts about a value as HTML, each with its class."""
_About = tuple[str, str, _Notes, str]


class PartPrinter:
    """Prints the parts of a site's API pages in one language."""

    def __init__(self, texts: Texts, links: LinkResolver) -> None:
        self._texts = texts
        self._links = links
        self._base_path = links.base_path
        self._say = texts.say
        self.words = WordPrinter(links, texts.say)
        self.code = CodePrinter(links.base_path, texts.say)
        self._more: dict[str, str] = {}
        self.forget()
        self._below: list[str] = []
        """The replacements of placeholders in ids, from the outermost list inwards."""

    def forget(self) -> None:
        """Drop the cached output, but keep the files that pages link to."""
        self._fields: Results[view.Fields, str] = Results(self._render_rows)
        self._shared: Results[view.Shared, str] = Results(lambda each: self.render(each.parts))
        self._abouts: Results[view.About, _About] = Results(self._render_about)
        self._blocks: Results[view.Block, str] = Results(self.code.render_block)

    def take_more(self) -> list[tuple[str, str]]:
        """Return the parts without room since the last call, by output path."""
        more, self._more = [*self._more.items()], {}
        return more

    def render_fragment(self, fields: view.Fields) -> str:
        """Return a list of fields in the form of a separate file."""
        return self._fields[fields].replace(view.PREFIX, "")

    def render_section(self, section: view.Section) -> str:
        """Return a section with its heading, without fields that its side does not see."""
        attributes = f' data-side="{section.side}"' if section.side else ""
        return f'<section class="api-section"{attributes}>{self.render(section.parts)}</section>'

    def render_card(self, card: view.Card) -> str:
        """Return a part of the right column."""
        first, *rest = card.parts
        html = self.render(rest)
        if not isinstance(first, view.Switch):
            return self.render(card.parts)
        if first.kind == "sample":
            html = self.code.render_samples(first) + html
        elif len(first.panels) == 1:
            (panel,) = first.panels
            title = escape_text(panel.title) or self.words.render(first.label)
            bar = f'<div class="switch-bar"><span class="switch-label">{title}</span></div>'
            html = f'<div class="example-card">{bar}{self.render(panel.parts)}{html}</div>'
        else:
            html = f'<div class="example-card">{self._render_switch(first)}{html}</div>'
        return f'<div class="example {card.kind}-example">{html}</div>'

    def render(self, parts: Iterable[view.Part]) -> str:
        """Return parts one below the other."""
        return "".join(map(self._render, parts))

    def _render(self, part: view.Part) -> str:  # noqa: C901, PLR0911 (one branch for each kind)
        match part:
            case view.Listed(fields, below):
                self._below.append(below)
                html = self._fields[fields].replace(view.PREFIX, f"{below}.")
                self._below.pop()
                return html
            case view.Shared():
                return self._shared[part]
            case view.AboutValue(about, shows_type):
                css = ' class="api-shape"' if part.is_whole else ""
                type_ = f"<p{css}>{self.words.render_type(about.type)}</p>"
                _, _, notes, said = self._abouts[about]
                return type_ * (shows_type and bool(about.type)) + _join_notes(notes, "p") + said
            case view.Prose():
                return self._render_prose(part)
            case view.Line(words, kind):
                css = f' class="{kind}"' if kind else ""
                return f"<p{css}>{self.words.render(words)}</p>"
            case view.Head(parts):
                return f'<div class="api-head">{self.words.render_head(parts)}</div>'
            case view.Switch():
                return self._render_switch(part)
            case view.Expand(what, parts, is_open):
                return self._render_expandable(what, self.render(parts), is_open)
            case view.Later():
                below = f' data-below="{part.below}"' if part.below else ""
                return self._render_opener(part.place.output, part.what, part.link, below)
            case view.More():
                return self._render_more(part)
            case view.Group(parts, title, kind):
                html = self.render(parts)
                if not title.text:
                    return f'<div class="{kind}">{html}</div>'
                return f'<h3 class="api-label">{self.words.render(title)}</h3>{html}'
            case view.Panel(id_, title_, parts):
                label = f'<h3 class="api-label">{escape_text(title_)}</h3>'
                return f'<div class="switch-panel" id="{id_}">{label}{self.render(parts)}</div>'
            case view.Items():
                return self._render_items(part)
            case view.Callback():
                return self._render_callback(part)
            case view.Block():
                return self._blocks[part]

    def _render_prose(self, prose: view.Prose) -> str:
        if prose.kind == "note":
            return f'<div class="example-note">{self._texts.render(prose.text)}</div>'
        is_found = prose.kind == "found"
        return "" if is_found else self._texts.render(prose.text, 2 if prose.kind else None)

    # the bar

    def render_endpoint(
        self, endpoint: view.Endpoint, data: str | None = None, *, prefills: bool = False
    ) -> str:
        """Return the bar of an endpoint, or of a webhook, which has a name and no address.

        For a request form, `data` is the address of its file.
        """
        if endpoint.sent.text:
            return (
                f'<div class="endpoint"><div class="endpoint-bar">'
                f"{render_method_pill('webhook', 'WEBHOOK')} "
                f'<code class="endpoint-path">{escape_text(endpoint.path)}</code></div>'
                f'<p class="endpoint-foot">{self.words.render(endpoint.sent)}</p></div>'
            )
        operation = f' data-operation="{escape_attribute(data)}"' if data else ""
        if data and prefills:
            operation += " data-prefill"
        if endpoint.is_assumed:
            operation += " data-assumed"
        opener = (
            '<button class="endpoint-try needs-script" type="button" aria-expanded="false">'
            f"{self._say('Try it')}</button>"
        )
        return (
            f'<div class="endpoint" data-playground="{"show" if data else "simple"}"{operation}>'
            f'<div class="endpoint-bar">'
            f'{render_method_pill(endpoint.method)} <code class="endpoint-path">'
            f"{render_path(endpoint.path)}</code>"
            f'<button class="endpoint-copy needs-script" type="button" '
            f'data-copy="{escape_attribute(endpoint.address)}" '
            f'aria-label="{self._say("Copy the address")}"></button>{opener if data else ""}'
            f"</div>{self._render_foot(endpoint)}</div>"
        )

    def _render_foot(self, endpoint: view.Endpoint) -> str:
        html = self._render_servers(endpoint) if endpoint.servers else ""
        if endpoint.access.text:
            access = self.words.render(endpoint.access)
            html += f'<a class="endpoint-access" href="#authorizations">{access}</a>'
        return f'<div class="endpoint-foot">{html}</div>' if html else ""

    def _render_servers(self, endpoint: view.Endpoint) -> str:
        first = f'<code class="endpoint-address">{render_url(endpoint.server)}</code>'
        if endpoint.is_assumed:
            first = self._say(
                "The API's host is not documented: {address} stands for it.", address=first
            )
        if endpoint.is_plain:
            return f'<span class="endpoint-server">{first}</span>'
        count = self._say("{count} servers", count=endpoint.server_count)
        more = f' <span class="endpoint-more">{count}</span>' if endpoint.server_count > 1 else ""
        return (
            f'<details class="endpoint-servers"><summary>{first}{more}</summary>'
            f"{self.render(endpoint.servers)}</details>"
        )

    # fields

    def _render_rows(self, fields: view.Fields) -> str:
        """Return a list of fields with placeholders for the starts of ids."""
        return "".join([
            self._render_field(row)
            if isinstance(row, view.Field)
            else f'<div class="choice">{self._render_switch(row)}</div>'
            for row in fields.rows
        ])  # fmt: skip

    def _render_field(self, field: view.Field) -> str:
        before, marks, notes, content = self._abouts[field.about]
        if field.inside:
            content += self.render(field.inside)
        name = escape_text(field.name)
        if field.words.text:
            marks += f" <span>{self.words.render(field.words)}</span>"
        marks += _join_notes(notes, "span")
        link = id_ = ""
        if field.id:
            label = self._say("Link to {name}", name=name.replace('"', "&quot;"))
            link = f'<a class="field-link" href="#{field.id}" aria-label="{label}"></a>'
            id_ = f' id="{field.id}"'
        only = f' data-only="{field.only}"' if field.only else ""
        body = f'<div class="field-content">{content}</div>' if content else ""
        return (
            f'<div class="field"{id_}{only}><div class="field-head">{link}{before}'
            f'<code class="field-name">{name}</code>{marks}</div>{body}</div>'
        )

    def _render_about(self, about: view.About) -> _About:
        """Return the parts before a name, after it, in its line, and below it."""
        # The spaces matter for screen readers, copies and searches.
        before = "".join([f"{render_pill(escape_text(label))} " for label in about.before])
        marks = f" {self.words.render_type(about.type)}" if about.type else ""
        marks += "".join([f" {self.words.render_mark(mark)}" for mark in about.marks])
        facts = self._render_facts(about.facts)
        notes = [("field-facts", facts)] if facts else []
        few = [each for each in about.allowed if _is_short(each)]
        notes += [("field-options", self._render_options(each)) for each in few]
        said = "".join([self._render_allowed(each) for each in about.allowed if each not in few])
        if not about.text:
            return before, marks, tuple(notes), said
        text = self._texts.render(about.text)
        return before, marks, (), f"{text}{_join_notes(notes, 'p')}{said}"

    def _render_facts(self, facts: tuple[Words, ...]) -> str:
        return " ".join([f"<span>{self.words.render(fact)}</span>" for fact in facts])

    def _render_allowed(self, allowed: view.Items) -> str:
        """Return the allowed values; many are folded."""
        html, count = self._render_items(allowed), len(allowed.items)
        if count <= FEW_VALUES:
            return html
        is_example = allowed.title == view.EXAMPLES
        what = say("{count} examples" if is_example else "{count} allowed values", count=f"{count}")
        return self._render_expandable(what, html)

    # what is opened

    def _render_expandable(self, what: Words, html: str, is_open: bool = False) -> str:
        state = " open" if is_open else ""
        return (
            f'<details class="expandable"{state}>{self._render_summary(what)}'
            f'<div class="expandable-content">{html}</div></details>'
        )

    def _render_summary(self, what: Words) -> str:
        html = self.words.render(what)
        return (
            f'<summary><span class="when-closed">{self._say("Show {what}", what=html)}</span>'
            f'<span class="when-open">{self._say("Hide {what}", what=html)}</span></summary>'
        )

    def _render_more(self, more: view.More) -> str:
        """Return the line that opens parts without room, and store them as a file."""
        html = self.render(more.parts)
        for below in reversed(self._below):
            html = html.replace(view.PREFIX, f"{below}.")
        digest = hashlib.sha256(html.encode("utf-8", "replace")).hexdigest()[:12]
        output = f"{FOLDER}/api/{digest}.html"
        self._more[output] = html
        what = say("{count} more", count=f"{more.count}") if more.count else say("more")
        return self._render_opener(output, what, say("Show {what}", what=what), " data-folded")

    def _render_opener(self, output: str, what: Words, link: Words, attributes: str) -> str:
        """Return the line that opens a file; without scripts, it is a link."""
        href = build_file_href(output, self._base_path)
        return (
            f'<details class="expandable later"{attributes}>'
            f"{self._render_summary(what)}"
            f'<div class="expandable-content"><a href="{href}">{self.words.render(link)}</a>'
            "</div></details>"
        )

    # what takes turns

    def _render_switch(self, switch: view.Switch) -> str:
        """Return a switch between parts; a single part needs no control."""
        panels = switch.panels
        if len(panels) == 1 and not switch.head:
            return self.render(switch.intro) + self.render(panels[0].parts)
        control = render_control(switch, SWITCH, self.words.render(switch.label))
        step = "" if switch.kind in _ALONE else f' data-step="{switch.kind}"'
        head = self.words.render_head(switch.head)
        bar = f'<div class="switch-bar">{head}{control}</div>{self.render(switch.intro)}'
        html = "".join(
            render_panel(_PANEL, switch, at, self.render(panel.parts))
            for at, panel in enumerate(panels)
        )
        return f'<div class="switch"{step}>{bar}{html}</div>'

    # lists

    def _render_items(self, items: view.Items) -> str:
        title = items.title
        if items.kind == "field-options":
            return _join_notes([("field-options", self._render_options(items))], "p")
        rows = "".join([self._render_item(item, items.is_prose) for item in items.items])
        if items.more:
            rows += f"<li>{self._say('and {count} more', count=items.more)}</li>"
        css = f' class="{items.kind}"' if items.kind else ""
        head = f'<p class="field-facts">{self._render_facts((title,))}</p>' if title else ""
        return f"{head}<ul{css}>{rows}</ul>"

    def _render_options(self, items: view.Items) -> str:
        names = " ".join([self.words.render_name(item.name) for item in items.items])
        return f"{items.title and self.words.render(items.title)} {names}"

    def _render_item(self, item: view.Item, is_prose: bool) -> str:
        html = self.words.render_name(item.name)
        if item.facts:
            html += f" {'; '.join(map(self.words.render, item.facts))}"
        if item.text:
            html += self._texts.render(item.text) if is_prose else f" {escape_text(item.text)}"
        if item.inside:
            html += self._render_items(view.Items(item.inside, "", is_prose=is_prose))
        return f"<li>{html}</li>"

    def _render_callback(self, callback: view.Callback) -> str:
        return (
            f'<details class="accordion callback" id="{callback.id}"><summary>'
            f"{render_method_pill(callback.method)} "
            f'<span class="accordion-title">{escape_text(callback.name)}</span></summary>'
            f'<div class="accordion-content">{self.render(callback.parts)}</div></details>'
        )


def _join_notes(notes: _Notes, element: str) -> str:
    """Return facts as parts of a line or as paragraphs, separated from the text before them."""
    return "".join([f' <{element} class="{css}">{html}</{element}>' for css, html in notes])


def _is_short(allowed: view.Items) -> bool:
    return allowed.kind == "field-options" and len(allowed.items) <= FEW_VALUES
