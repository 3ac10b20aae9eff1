"""Prints an API page as Markdown.

A list of fields is printed once, wherever it stands. What a page loads on demand is here as well,
unless it is too deep even for this: then its place says how much is not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from octavo.reference.view import (
    About,
    AboutValue,
    Allowed,
    Block,
    Callback,
    Card,
    Code,
    Endpoint,
    Expand,
    Facts,
    Field,
    Fields,
    Group,
    Head,
    Heading,
    HeadPart,
    Items,
    Later,
    Line,
    Listed,
    Mark,
    MediaNames,
    More,
    PageLink,
    PageLinks,
    Panel,
    Part,
    Prose,
    Server,
    Servers,
    Shared,
    Status,
    Switch,
    Variable,
    View,
    Words,
)
from octavo.render.api.view.sentences import write_marks, write_type, write_value, write_words
from octavo.render.twin.foreign import ForeignTexts, is_one_line
from octavo.render.twin.text import (
    escape_text,
    join_blocks,
    write_address,
    write_code,
    write_fence,
    write_item,
)
from octavo.site.links import LinkResolver
from octavo.values import ByIdentity


class MarkdownPrinter:
    """Prints the API pages of a site; `link_file` gives the address of code that is too long."""

    def __init__(
        self, texts: ForeignTexts, links: LinkResolver, link_file: Callable[[Block], str]
    ) -> None:
        self._write_text = texts.write
        self._links = links
        self._link_file = link_file
        self.forget()

    def forget(self) -> None:
        """Let go of what was printed."""
        self._rows: ByIdentity[Field, str] = ByIdentity()
        self._shared: ByIdentity[Shared, str] = ByIdentity()
        self._fields: ByIdentity[Fields, str] = ByIdentity()

    def write(self, view: View, above: Sequence[str], between: Sequence[str] = ()) -> str:
        """Return a page: its endpoint, what stands `above` the sections, these, and the code."""
        blocks = [*self._write_endpoint(view.endpoint), *above] if view.endpoint else [*above]
        for section in view.sections:
            blocks += self._write_parts(section.parts)
        blocks += between
        for card in view.cards:
            blocks += [f"## {write_words(card.title)}", *self._write_card(card)]
        return join_blocks(blocks)

    # the endpoint

    def _write_endpoint(self, endpoint: Endpoint) -> Iterator[str]:
        if endpoint.is_webhook:
            yield write_code(f"WEBHOOK {endpoint.path}")
            words = f"The API sends this {escape_text(endpoint.method)} request to your server."
            yield f"{words} You do not call it."
            return
        yield write_code(f"{endpoint.method} {endpoint.path}")
        if endpoint.servers:
            assumed = " (an address that stands for it: the API's host is not documented)"
            yield f"Servers{assumed if endpoint.is_assumed else ''}:"
            yield "\n".join(map(self._write_server, endpoint.servers))

    def _write_server(self, server: Server) -> str:
        name = f"**{escape_text(server.name)}** " if server.name else ""
        address = f"{name}{write_code(server.url.rstrip('/') or '/')}"
        variables = "\n".join(map(self._write_variable, server.variables))
        return write_item("-", [address, self._write_text(server.text), variables])

    def _write_variable(self, variable: Variable) -> str:
        values = ", ".join(map(write_value, variable.values))
        head = f"{write_code(f'{{{variable.name}}}')}: default {write_value(variable.default)}"
        text = self._write_text(variable.text)
        return write_item("-", [head, f"One of {values}" if values else "", text])

    # parts

    def _write_parts(self, parts: Iterable[Part]) -> list[str]:
        return [block for part in parts for block in self._write_part(part)]

    def _write_part(self, part: Part) -> Iterable[str]:  # noqa: C901, PLR0911, PLR0912 (one branch for each kind)
        match part:
            case Listed(fields):
                return [self._write_fields(fields)]
            case Shared():
                return [self._write_shared(part)]
            case Fields():
                return ["\n".join(map(self._write_row, part.rows))]
            case AboutValue(about, shows_type):
                type_ = [escape_text(write_type(about))] if shows_type else []
                return [*type_, self._write_text(about.text), *self._list_said(about)]
            case Prose(text):
                return [self._write_text(text)]
            case Line(words):
                return [write_words(words)]
            case Facts(facts):
                return [". ".join(map(write_words, facts))]
            case Head(parts):
                return map(_write_head_part, parts)
            case Switch():
                return self._write_switch(part)
            case Expand(what, parts):
                return [f"{_begin(what)}:", *self._write_parts(parts)]
            case Group(parts, title):
                titles = [f"#### {_begin(title)}"] if title else []
                return [*titles, *self._write_parts(parts)]
            case Callback():
                head = f"### {escape_text(f'{part.method} {part.name}')}"
                return [head, *self._write_parts(part.parts)]
            case More(parts):
                return self._write_parts(parts)
            case Items():
                return [self._write_items(part)]
            case PageLinks():
                return [self._write_pages(part)]
            case Later():
                return [_write_later(part)]
            case Servers(servers):
                return map(self._write_server, servers)
            case Block():
                return self._write_code(part, "")

    def _write_switch(self, switch: Switch) -> Iterator[str]:
        yield from map(_write_head_part, switch.head)
        yield from self._write_parts(switch.intro)
        for panel in switch.panels:
            if switch.kind == "media":
                yield ", ".join(map(write_code, panel.title.split(", ")))
            yield from self._write_parts(panel.parts)

    def _write_items(self, items: Items) -> str:
        write = self._write_text if items.is_prose else _write_line
        title = [f"{write_words(items.title)}:"] if items.title else []
        pairs = [(_write_name(name), write(meaning)) for name, meaning in items.items]
        return "\n".join([*title, *(_write_meaning(name, meaning) for name, meaning in pairs)])

    def _write_pages(self, pages: PageLinks) -> str:
        items = [self._write_page(page) for page in pages.pages]
        return "\n".join([*items, f"- and {pages.more} more"] if pages.more else items)

    def _write_page(self, page: PageLink) -> str:
        has_twin = page.url in self._links.site.twins
        href = self._links.link_twin(page.url) if has_twin else self._links.link_page(page.url)
        address = write_address(self._links.build_absolute(href))
        return f"- {page.method} [{escape_text(page.title)}]({address})"

    # fields

    def _write_fields(self, fields: Fields) -> str:
        text = self._fields.get(fields)
        if text is None:
            text = self._fields[fields] = self._write_rows(fields)
        return text

    def _write_shared(self, shared: Shared) -> str:
        text = self._shared.get(shared)
        if text is None:
            text = self._shared[shared] = join_blocks(self._write_parts(shared.parts))
        return text

    def _write_row(self, row: Field | Switch) -> str:
        """Return a parameter, which several pages have."""
        if isinstance(row, Switch):
            return self._write_choice(row)
        text = self._rows.get(row)
        if text is None:
            text = self._rows[row] = self._write_field(row)
        return text

    def _write_rows(self, fields: Fields) -> str:
        return "\n".join([
            self._write_field(row) if isinstance(row, Field) else self._write_choice(row)
            for row in fields.rows
        ])  # fmt: skip

    def _write_field(self, field: Field) -> str:
        blocks = self._list_own(field)
        if field.inside:
            blocks = [*blocks, *self._list_inside(field.inside)]
        return write_item("-", _join_item(blocks))

    def _list_own(self, field: Field) -> list[str]:
        """Return what is said of a field itself, its name first."""
        about = field.about
        head = f"{write_code(field.name)}{write_marks(about)}"
        if field.words.text:
            head = f"{head} {write_words(field.words)}"
        description = self._write_text(about.text)
        blocks = [each for each in self._list_said(about) if each]
        if description and is_one_line(description):
            head = f"{head}: {description}"
        elif description:
            blocks.insert(0, description)
        return [head, *blocks]

    def _list_inside(self, parts: Iterable[Part]) -> Iterator[str]:
        for part in parts:
            inside = part.parts if isinstance(part, Expand) else (part,)
            yield from filter(None, self._write_parts(inside))

    def _list_said(self, about: About) -> list[str]:
        facts = ". ".join(map(write_words, about.facts))
        return [facts, *map(self._write_allowed, about.allowed)]

    def _write_allowed(self, allowed: Allowed) -> str:
        if allowed.has_meanings:
            return self._write_items(Items(allowed.values, is_prose=True))
        words = "Each one of" if allowed.of_items else "One of"
        return f"{words} {', '.join([write_value(code) for code, _ in allowed.values])}"

    def _write_choice(self, choice: Switch) -> str:
        options = "\n".join([self._write_option(panel) for panel in choice.panels])
        return write_item("-", [f"{write_words(choice.label)}:\n{options}"])

    def _write_option(self, panel: Panel) -> str:
        blocks = filter(None, self._write_parts(panel.parts))
        return write_item("-", _join_item([f"**{escape_text(panel.title)}**", *blocks]))

    # code

    def _write_card(self, card: Card) -> Iterator[str]:
        for part in card.parts:
            if not isinstance(part, Switch):
                yield from self._write_part(part)
                continue
            for panel in part.panels:
                if part.kind == "status" and panel.title:
                    yield f"### {escape_text(panel.title)}"
                title = panel.title if part.kind == "sample" else ""
                yield from self._write_panel(panel, title)

    def _write_panel(self, panel: Panel, title: str) -> Iterator[str]:
        for part in panel.parts:
            if isinstance(part, Switch):
                for each in part.panels:
                    yield from self._write_panel(each, each.title)
            elif isinstance(part, Block):
                yield from self._write_code(part, title)
            else:
                yield from self._write_part(part)

    def _write_code(self, block: Block, title: str) -> Iterator[str]:
        """Return code, of which only the beginning is there if it is long."""
        yield write_fence(block.in_twin.replace("\0", "\ufffd"), block.language, title)
        if block.in_twin != block.text:
            href = self._links.build_absolute(self._link_file(block))
            lines = block.text.count("\n") + 1
            yield f"[The whole example]({href}) has {lines:,} lines."


def _write_head_part(part: HeadPart) -> str:
    match part:
        case Heading(_, title):
            return f"## {write_words(title)}"
        case Status(status, _, phrase):
            return f"### {escape_text(f'{status} {phrase.text}'.strip())}"
        case MediaNames(names):
            return ", ".join(map(write_code, names)) if names else "No body."
        case Mark(label):
            return f"{_begin(label)}."
    return f"{write_words(part)}:"


def _begin(label: Words | str) -> str:
    """Return words as they begin a sentence."""
    words = label if isinstance(label, str) else write_words(label)
    return words[:1].upper() + words[1:]


def _write_later(later: Later) -> str:
    """Say how many fields there are, in place of them."""
    name = f" of {write_code(later.schema)}" if later.schema else ""
    if later.count == 0:
        return f"The options{name} are not listed here."
    if later.count == 1:
        return f"The attribute{name} is not listed here."
    return f"The {later.count} attributes{name} are not listed here."


def _write_name(name: Code | Status) -> str:
    return write_code(name.status) if isinstance(name, Status) else write_value(name)


def _write_line(text: str) -> str:
    return escape_text(" ".join(text.split()))


def _write_meaning(head: str, meaning: str) -> str:
    if not meaning:
        return f"- {head}"
    return f"- {head}: {meaning}" if is_one_line(meaning) else write_item("-", [head, meaning])


def _join_item(blocks: list[str]) -> list[str]:
    """Return the blocks of an item; a list follows a line without a blank line between."""
    if len(blocks) == 2 and "\n" not in blocks[0]:
        if blocks[1].startswith("- "):
            return [f"{blocks[0]}\n{blocks[1]}"]
        if is_one_line(blocks[1]):
            ending = "" if blocks[0][-1] in ".:!?" else "."
            return [f"{blocks[0]}{ending} {blocks[1]}"]
    return blocks
