"""Prints the parts of an API page as HTML.

A list of fields that many pages show is printed once, with marks in place of the beginnings of ids.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from octavo.reference.view import (
    PREFIX,
    About,
    AboutValue,
    Allowed,
    Block,
    Callback,
    Card,
    Code,
    Expand,
    Facts,
    Field,
    Fields,
    Group,
    Head,
    Items,
    Later,
    Line,
    Listed,
    More,
    PageLinks,
    Part,
    Prose,
    Section,
    Server,
    Servers,
    Shared,
    Status,
    Switch,
    Variable,
    Words,
    say,
)
from octavo.render.api.texts import Texts
from octavo.render.api.view.code import CodePrinter
from octavo.render.api.view.switch import SWITCH, has_tabs, render_choice, render_panel, render_tabs
from octavo.render.api.view.words import WordPrinter, render_method_pill, render_pill, render_url
from octavo.render.assets.theme_files import FOLDER
from octavo.render.html import escape_attribute, escape_text
from octavo.site.links import LinkResolver
from octavo.site.urls import build_file_href
from octavo.values import ByIdentity

FEW_VALUES = 12
"""So many allowed values are shown at once."""
_TAB_LETTERS = 44
"""Titles of more letters do not stand beside each other in the column."""
_PANEL = '<div class="switch-panel"'
_ALONE = frozenset({"media", "security"})
"""Kinds of parts that take turns each for itself."""


class PartPrinter:
    """Prints the parts of the API pages of a site in one language."""

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
        """What stands in place of the marks in ids, from the outermost list inwards."""

    def forget(self) -> None:
        """Let go of what was printed, but not of the files that pages link to."""
        self._fields: ByIdentity[Fields, str] = ByIdentity()
        self._rows: ByIdentity[Field, str] = ByIdentity()
        self._shared: ByIdentity[Shared, str] = ByIdentity()
        self._abouts: ByIdentity[About, tuple[str, str, str]] = ByIdentity()
        self._allowed: ByIdentity[Allowed, str] = ByIdentity()
        self._blocks: ByIdentity[Block, str] = ByIdentity()

    def take_more(self) -> list[tuple[str, str]]:
        """Return what had no room since this was asked last, by output path."""
        more, self._more = [*self._more.items()], {}
        return more

    def render_fragment(self, fields: Fields) -> str:
        """Return a list of fields as a file of its own has it."""
        return self._render_marked(fields, "").replace(PREFIX, "")

    def render_section(self, section: Section) -> str:
        """Return a section with its heading; fields that its side does not see are not shown."""
        attributes = f' data-side="{section.side}"' if section.side else ""
        return f'<section class="api-section"{attributes}>{self.render(section.parts)}</section>'

    def render_card(self, card: Card) -> str:
        """Return a part of the right column."""
        first, *rest = card.parts
        html = self.render(rest)
        if not isinstance(first, Switch):
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

    def render(self, parts: Iterable[Part]) -> str:
        """Return parts below each other."""
        return "".join(map(self._render, parts))

    def _render(self, part: Part) -> str:  # noqa: PLR0911, PLR0912, C901 (one branch for each kind)
        match part:
            case Listed(fields, below):
                return self._render_marked(fields, below).replace(PREFIX, f"{below}.")
            case Shared():
                return self._render_shared(part)
            case Fields():
                return "".join(map(self._render_row, part.rows))
            case AboutValue():
                return self._render_about(part)
            case Prose(text):
                return self._texts.render(text)
            case Line(words, kind):
                css = f' class="{kind}"' if kind else ""
                return f"<p{css}>{self.words.render(words)}</p>"
            case Facts(facts):
                return self._render_facts(facts)
            case Head(parts):
                return f'<div class="api-head">{self.words.render_head(parts)}</div>'
            case Switch():
                return self._render_switch(part)
            case Expand(what, parts, is_open):
                return self._render_expandable(self.words.render(what), self.render(parts), is_open)
            case Later():
                return self._render_later(part)
            case More():
                return self._render_more(part)
            case Group():
                return self._render_group(part)
            case Items():
                return self._render_items(part)
            case Callback():
                return self._render_callback(part)
            case PageLinks():
                return self._render_pages(part)
            case Servers(servers):
                return f"<ul>{''.join(map(self._render_server, servers))}</ul>"
            case Block():
                html = self._blocks.get(part)
                if html is None:
                    html = self._blocks[part] = self.code.render_block(part)
                return html

    # fields

    def _render_marked(self, fields: Fields, below: str) -> str:
        """Return a list of fields with marks in place of the beginnings of ids."""
        html = self._fields.get(fields)
        if html is None:
            self._below.append(below)
            html = self._render_rows(fields)
            self._below.pop()
            self._fields[fields] = html
        return html

    def _render_shared(self, shared: Shared) -> str:
        html = self._shared.get(shared)
        if html is None:
            html = self._shared[shared] = self.render(shared.parts)
        return html

    def _render_row(self, row: Field | Switch) -> str:
        """Return a parameter, which several pages have."""
        if isinstance(row, Switch):
            return self._render_switch(row)
        html = self._rows.get(row)
        if html is None:
            html = self._rows[row] = self._render_field(row)
        return html

    def _render_rows(self, fields: Fields) -> str:
        return "".join([
            self._render_field(row)
            if isinstance(row, Field)
            else f'<div class="choice">{self._render_switch(row)}</div>'
            for row in fields.rows
        ])  # fmt: skip

    def _render_field(self, field: Field) -> str:
        before, marks, content = self._print_about(field.about)
        if field.inside:
            content += self.render(field.inside)
        name = escape_text(field.name)
        if field.words.text:
            marks += f" <span>{self.words.render(field.words)}</span>"
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

    def _print_about(self, about: About) -> tuple[str, str, str]:
        """Return what stands before a name, behind it, and below it."""
        html = self._abouts.get(about)
        if html is None:
            # Blanks, because pills are read out, copied and found as words.
            before = "".join([f"{render_pill(escape_text(label))} " for label in about.before])
            marks = f" {self.words.render_type(about.type)}" if about.type else ""
            marks += "".join([f" {self.words.render_mark(mark)}" for mark in about.marks])
            html = self._abouts[about] = before, marks, self._render_said(about)
        return html

    def _render_about(self, part: AboutValue) -> str:
        about = part.about
        shape = self.words.render_type(about.type) if part.shows_type else ""
        css = ' class="api-shape"' if part.is_whole else ""
        return (f"<p{css}>{shape}</p>" if shape else "") + self._print_about(about)[2]

    def _render_said(self, about: About) -> str:
        html = self._texts.render(about.text) if about.text else ""
        html += self._render_facts(about.facts)
        return html + "".join(map(self._render_allowed, about.allowed))

    def _render_facts(self, facts: tuple[Words, ...]) -> str:
        if not facts:
            return ""
        spans = " ".join([f"<span>{self.words.render(fact)}</span>" for fact in facts])
        return f'<p class="field-facts">{spans}</p>'

    def _render_allowed(self, allowed: Allowed) -> str:
        """Return the values that are allowed: in a line, as a list with meanings, or folded."""
        html = self._allowed.get(allowed)
        if html is not None:
            return html
        if allowed.has_meanings:
            html = self._render_items(Items(allowed.values, is_prose=True))
        else:
            word = self._say("Each one of") if allowed.of_items else self._say("One of")
            codes = " ".join([self.words.render_code(code) for code, _ in allowed.values])
            html = f'<p class="field-options">{word} {codes}</p>'
        if len(allowed.values) > FEW_VALUES:
            what = self._say("{count} allowed values", count=len(allowed.values))
            html = self._render_expandable(what, html)
        self._allowed[allowed] = html
        return html

    # what is opened

    def _render_expandable(self, what: str, html: str, is_open: bool = False) -> str:
        state = " open" if is_open else ""
        return (
            f'<details class="expandable"{state}>{self._render_summary(what)}'
            f'<div class="expandable-content">{html}</div></details>'
        )

    def _render_summary(self, what: str) -> str:
        say_ = self._say
        return (
            f'<summary><span class="when-closed">{say_("Show {what}", what=what)}</span>'
            f'<span class="when-open">{say_("Hide {what}", what=what)}</span></summary>'
        )

    def _render_later(self, later: Later) -> str:
        """Return the line that opens a file with fields; without script it is a link."""
        what = say("child attributes")
        name = Words("{name}", (("name", later.name),)) if later.name else say("this body")
        link = say("Child attributes of {name}", name=name)
        if later.is_rest:
            count = f"{later.count}"
            what = say("1 more attribute")
            if later.count > 1:
                what = say("{count} more attributes", count=count)
            link = say("{count} more", count=count)
        below = f' data-below="{later.below}"' if later.below else ""
        return self._render_opener(later.file.output, what, self.words.render(link), below)

    def _render_more(self, more: More) -> str:
        """Return the line that opens what a page has no room for, and keep this as a file."""
        html = self.render(more.parts)
        for below in reversed(self._below):
            html = html.replace(PREFIX, f"{below}.")
        digest = hashlib.sha256(html.encode("utf-8", "replace")).hexdigest()[:12]
        output = f"{FOLDER}/api/{digest}.html"
        self._more[output] = html
        what = say("{count} more", count=f"{more.count}") if more.count else say("more")
        link = self.words.render(say("Show {what}", what=what))
        return self._render_opener(output, what, link, " data-folded")

    def _render_opener(self, output: str, what: Words, link: str, attributes: str) -> str:
        href = build_file_href(output, self._base_path)
        return (
            f'<details class="expandable later"{attributes}>'
            f"{self._render_summary(self.words.render(what))}"
            f'<div class="expandable-content"><a href="{href}">{link}</a></div></details>'
        )

    # what takes turns

    def _render_switch(self, switch: Switch) -> str:
        """Return parts of which one is shown; one alone needs nothing to choose it."""
        panels = switch.panels
        if len(panels) == 1 and not switch.head:
            return self.render(switch.intro) + self.render(panels[0].parts)
        label = self.words.render(switch.label)
        tabs = not switch.as_list and has_tabs(panels, _TAB_LETTERS, between=3)
        control = (render_tabs if tabs else render_choice)(SWITCH, panels, label)
        step = "" if switch.kind in _ALONE else f' data-step="{switch.kind}"'
        head = self.words.render_head(switch.head)
        bar = f'<div class="switch-bar">{head}{control}</div>{self.render(switch.intro)}'
        html = "".join(
            render_panel(_PANEL, panel, self.render(panel.parts), at, is_tab=tabs)
            for at, panel in enumerate(panels)
        )
        return f'<div class="switch"{step}>{bar}{html}</div>'

    def _render_group(self, group: Group) -> str:
        """Return parts in a box, or below a title."""
        html = self.render(group.parts)
        if not group.title:
            return f'<div class="auth-alternative">{html}</div>'
        title = group.title
        text = escape_text(title) if isinstance(title, str) else self.words.render(title)
        html = f'<h3 class="api-label">{text}</h3>{html}'
        return f'<div class="switch-panel" id="{group.id}">{html}</div>' if group.id else html

    # lists

    def _render_items(self, items: Items) -> str:
        title = self._render_facts((items.title,)) if items.title else ""
        rows = "".join([
            f"<li>{self._render_name(name)}{self._render_meaning(meaning, items.is_prose)}</li>"
            for name, meaning in items.items
        ])  # fmt: skip
        return f'{title}<ul class="field-values">{rows}</ul>'

    def _render_name(self, name: Code | Status) -> str:
        if isinstance(name, Status):
            return f"{self.words.render_status(name)} "
        return self.words.render_code(name)

    def _render_meaning(self, meaning: str, is_prose: bool) -> str:
        if not meaning:
            return ""
        return self._texts.render(meaning) if is_prose else f" {escape_text(meaning)}"

    def _render_callback(self, callback: Callback) -> str:
        return (
            f'<details class="accordion callback" id="{callback.id}"><summary>'
            f"{render_method_pill(callback.method)} "
            f'<span class="accordion-title">{escape_text(callback.name)}</span></summary>'
            f'<div class="accordion-content">{self.render(callback.parts)}</div></details>'
        )

    def _render_pages(self, pages: PageLinks) -> str:
        items = "".join(
            f'<li>{render_method_pill(page.method)} <a href="'
            f'{escape_attribute(self._links.link_page(page.url))}">{escape_text(page.title)}</a></li>'
            for page in pages.pages
        )
        if pages.more:
            items += f"<li>{self._say('and {count} more', count=pages.more)}</li>"
        return f'<ul class="users">{items}</ul>'

    def _render_server(self, server: Server) -> str:
        name = f"<strong>{escape_text(server.name)}</strong> " if server.name else ""
        text = self._texts.render(server.text) if server.text else ""
        variables = "".join(map(self._render_variable, server.variables))
        variables = f"<ul>{variables}</ul>" if variables else ""
        return f"<li>{name}<code>{render_url(server.url)}</code>{text}{variables}</li>"

    def _render_variable(self, variable: Variable) -> str:
        facts = self._say("default {value}", value=self.words.render_code(variable.default))
        if variable.values:
            values = ", ".join(map(self.words.render_code, variable.values))
            facts = f"{self._say('one of {values}', values=values)}; {facts}"
        text = self._texts.render(variable.text) if variable.text else ""
        name = escape_text(variable.name)
        return f'<li><code class="endpoint-variable">{{{name}}}</code> {facts}{text}</li>'
