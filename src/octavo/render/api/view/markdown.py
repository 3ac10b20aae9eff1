"""Prints an API page as Markdown.

A list of fields is printed once, for all places. Content that a page loads on demand is included,
unless it is too deep. Then a sentence tells how much is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from octavo.reference import view
from octavo.reference.view import Code, Words
from octavo.render.basis.wording import ENGLISH
from octavo.render.twin.foreign import ForeignTexts, is_one_line
from octavo.render.twin.text import (
    escape_text,
    join_blocks,
    join_lines,
    write_address,
    write_code,
    write_fence,
    write_item,
)
from octavo.site.links import LinkResolver
from octavo.values import Results, replace


class MarkdownPrinter:
    """Prints the API pages of a site; `link_file` returns the address of long code."""

    def __init__(
        self, texts: ForeignTexts, links: LinkResolver, link_file: Callable[[view.Block], str]
    ) -> None:
        self._write_text = texts.write
        self._links = links
        self._link_file = link_file
        self.forget()

    def forget(self) -> None:
        """Drop the cached output."""
        self._fields: Results[view.Fields, str] = Results(self._write_rows)
        self._shared: Results[view.Shared, str] = Results(
            lambda shared: join_blocks(self.write_parts(shared.parts))
        )

    def write(self, page: view.View, above: Sequence[str], between: Sequence[str] = ()) -> str:
        """Return a page: its endpoint, the text `above` the sections, these, and the code."""
        blocks = [*above]
        if page.endpoint:
            group = [escape_text(page.endpoint.group)] if page.endpoint.group else []
            blocks = [*group, *self._write_endpoint(page.endpoint), *above]
        for section in page.sections:
            blocks += self.write_parts(section.parts)
        blocks += between
        for card in page.cards:
            blocks += [f"## {write_words(card.title)}", *self._write_examples(card.parts)]
        return join_blocks(blocks)

    # the endpoint

    def _write_endpoint(self, endpoint: view.Endpoint) -> Iterator[str]:
        if endpoint.sent.text:
            yield write_code(f"WEBHOOK {endpoint.path}")
            yield write_words(endpoint.sent)
            return
        yield write_code(f"{endpoint.method} {endpoint.path}")
        if endpoint.servers:
            assumed = " (an address that stands for it: the API's host is not documented)"
            yield f"Servers{assumed if endpoint.is_assumed else ''}:"
            yield from self.write_parts(endpoint.servers)

    # parts

    def write_parts(self, parts: Iterable[view.Part]) -> list[str]:
        """Return parts as blocks."""
        return [block for part in parts for block in self._write_part(part)]

    def _write_part(self, part: view.Part) -> Iterable[str]:  # noqa: C901, PLR0911 (one branch for each kind)
        match part:
            case view.Listed(fields):
                return [self._fields[fields]]
            case view.Shared():
                return [self._shared[part]]
            case view.AboutValue(about, shows_type):
                type_ = [escape_text(write_type(about))] if shows_type else []
                return [*type_, *self._list_said(about)]
            case view.Prose(text, kind):
                return [] if kind == "found" else [self._write_text(text)]
            case view.Line(words):
                return [write_words(self._link_pages(words))]
            case view.Head(parts):
                return map(_write_head_part, parts)
            case view.Switch():
                return self._write_switch(part)
            case view.Expand(what, parts):
                return [f"{_begin(what)}:", *self.write_parts(parts)]
            case view.Group(parts, title):
                titles = [f"#### {_begin(title)}"] if title.text else []
                return [*titles, *self.write_parts(parts)]
            case view.Panel(_, name, parts):
                return [f"#### {escape_text(name)}", *self.write_parts(parts)]
            case view.Callback():
                head = f"### {escape_text(f'{part.method} {part.name}')}"
                return [head, *self.write_parts(part.parts)]
            case view.More(parts):
                return self.write_parts(parts)
            case view.Items():
                return [self._write_items(part)]
            case view.Later():
                return [write_words(part.missing)]
            case view.Block():
                return self._write_code(part, "")

    def _write_switch(self, switch: view.Switch) -> Iterator[str]:
        yield from map(_write_head_part, switch.head)
        yield from self.write_parts(switch.intro)
        for panel in switch.panels:
            if switch.kind == "media":
                yield ", ".join(map(write_code, panel.title.split(", ")))
            yield from self.write_parts(panel.parts)

    def _write_items(self, items: view.Items) -> str:
        title = write_words(items.title) if items.title else ""
        if items.kind == "field-options":
            return f"{title} {', '.join([self._write_name(item.name) for item in items.items])}"
        lines = [f"{title}:"] if title else []
        lines += [self._write_item(item, items.is_prose) for item in items.items]
        return "\n".join([*lines, f"- and {items.more} more"] if items.more else lines)

    def _write_item(self, item: view.Item, is_prose: bool) -> str:
        head = self._write_name(item.name)
        if item.facts:
            head = f"{head}: {'; '.join(map(write_words, item.facts))}"
        text = self._write_text(item.text) if is_prose else escape_text(join_lines(item.text))
        if is_one_line(text):
            head, text = f"{head}{'.' if item.facts else ':'} {text}", ""
        inside = "\n".join([self._write_item(each, is_prose) for each in item.inside])
        return _join_item(head, text, inside)

    def _write_name(self, name: view.ItemName) -> str:
        match name:
            case Code():
                return write_value(name)
            case view.Status(status):
                return write_code(status)
            case Words():
                return write_words(name)
            case view.Sentence(words):
                return write_words(self._link_pages(words))
            case view.PageLink():
                return write_words(self._link_page(name))
        label = f"**{escape_text(name.name)}** " if name.name else ""
        return f"{label}{write_code(name.text)}"

    def _link_pages(self, words: Words) -> Words:
        if not any(isinstance(value, view.PageLink | Words) for _, value in words.values):
            return words
        values = ((name, self._link_value(value)) for name, value in words.values)
        return replace(words, values=tuple(values))

    def _link_value(self, value: view.Value) -> view.Value:
        if isinstance(value, Words):
            return self._link_pages(value)
        return self._link_page(value) if isinstance(value, view.PageLink) else value

    def _link_page(self, page: view.PageLink) -> Words:
        url, links = page.url, self._links
        href = links.link_twin(url) if url in links.site.twins else links.link_page(url)
        values: dict[str, view.Value] = {"method": page.method} if page.method else {}
        values["link"] = view.Link(page.title, links.build_absolute(href))
        values |= {"path": Code(page.path)} if page.path else {}
        values |= {f"mark{at}": mark.label for at, mark in enumerate(page.marks)}
        text = " ".join(f"({{{n}}})" if n.startswith("mark") else f"{{{n}}}" for n in values)
        return Words(text, tuple(values.items()))

    # fields

    def _write_rows(self, fields: view.Fields) -> str:
        return "\n".join([
            self._write_field(row) if isinstance(row, view.Field) else self._write_choice(row)
            for row in fields.rows
        ])  # fmt: skip

    def _write_field(self, field: view.Field) -> str:
        head = f"{write_code(field.name)}{_write_marks(field.about)}"
        if field.words.text:
            head = f"{head} {write_words(field.words)}"
        text, *blocks = self._list_said(field.about)
        if is_one_line(text):
            head, text = f"{head}: {text}", ""
        for part in field.inside:
            blocks += self.write_parts(part.parts if isinstance(part, view.Expand) else (part,))
        return _join_item(head, text, *blocks)

    def _list_said(self, about: view.About) -> list[str]:
        facts = ". ".join(map(write_words, about.facts))
        return [self._write_text(about.text), facts, *map(self._write_items, about.allowed)]

    def _write_choice(self, choice: view.Switch) -> str:
        options = "\n".join([self._write_option(panel) for panel in choice.panels])
        return write_item("-", [f"{write_words(choice.label)}:\n{options}"])

    def _write_option(self, panel: view.Panel) -> str:
        return _join_item(f"**{escape_text(panel.title)}**", *self.write_parts(panel.parts))

    # code

    def _write_examples(self, parts: Iterable[view.Part], title: str = "") -> Iterator[str]:
        for part in parts:
            match part:
                case view.Switch(panels, _, kind):
                    for panel in panels:
                        if kind == "status" and panel.title:
                            yield f"### {escape_text(panel.title)}"
                        of_code = "" if kind == "status" else panel.title
                        yield from self._write_examples(panel.parts, of_code)
                case view.Block():
                    yield from self._write_code(part, title)
                case _:
                    yield from self._write_part(part)

    def _write_code(self, block: view.Block, title: str) -> Iterator[str]:
        """Yield code, or the start of long code with a link."""
        yield write_fence(block.in_twin.replace("\0", "\ufffd"), block.language, title)
        if block.in_twin != block.text:
            href = self._links.build_absolute(self._link_file(block))
            lines = block.text.count("\n") + 1
            yield f"[The whole example]({href}) has {lines:,} lines."


def _write_head_part(part: view.HeadPart) -> str:
    match part:
        case view.Heading(_, title):
            return f"## {write_words(title)}"
        case view.Status(status, _, phrase):
            return f"### {escape_text(f'{status} {phrase.text}'.strip())}"
        case view.MediaNames(names):
            return ", ".join(map(write_code, names)) if names else "No body."
        case view.Mark(label):
            return f"{_begin(label)}."
    return f"{write_words(part)}:"


def _begin(label: Words | str) -> str:
    """Return words with a capital at their start."""
    words = label if isinstance(label, str) else write_words(label)
    return words[:1].upper() + words[1:]


def _join_item(*blocks: str) -> str:
    """Return an item; a list follows a line without a blank line between."""
    said = [block for block in blocks if block]
    if len(said) == 2 and "\n" not in said[0]:
        if said[1].startswith("- "):
            said = [f"{said[0]}\n{said[1]}"]
        elif is_one_line(said[1]):
            ending = "" if said[0][-1] in ".:!?" else "."
            said = [f"{said[0]}{ending} {said[1]}"]
    return write_item("-", said)


# sentences, names and marks


def write_words(words: Words) -> str:
    """Return a sentence."""
    text = words.text
    if words.values:
        text = text.format(**{name: _write_value(value) for name, value in words.values})
    return f"{text} {write_value(words.then)}" if words.then else text


def _write_value(value: view.Value) -> str:
    if isinstance(value, str):
        return escape_text(value)
    if isinstance(value, Code):
        return write_value(value)
    if isinstance(value, view.Day):
        return ENGLISH.write_day(value.text)
    if isinstance(value, Words):
        return write_words(value)
    if isinstance(value, view.PageLink):
        return escape_text(value.title)
    if isinstance(value, view.Link):
        return f"[{_write_value(value.text)}]({write_address(value.href)})"
    *others, last = map(write_value, value)
    return f"{', '.join(others)} or {last}" if others else last


def write_value(code: Code) -> str:
    """Return a name or value; for a long one its start, and how much is left."""
    if not code.rest:
        return write_code(code.text)
    word = "letter" if code.rest == 1 else "letters"
    return f"{write_code(code.text + '…')} and {code.rest:,} more {word}"


def _write_marks(about: view.About) -> str:
    """Return the part after a name: labels, the type, and more labels."""
    labels = [*about.before, write_type(about), *(mark.label for mark in about.marks)]
    said = filter(None, map(_write_value, labels))
    return f" ({', '.join(said)})" if any(labels) else ""


def write_type(about: view.About) -> str:
    """Return the type of a value, unescaped."""
    return "".join([name.text for name in about.type])
