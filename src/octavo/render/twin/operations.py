"""Writes what API documents say of operations, webhooks and schemas, as pages show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from octavo.openapi.examples.examples import ShownExample
from octavo.openapi.model import (
    PARAMETER_SECTIONS,
    Callback,
    MediaType,
    Operation,
    Response,
    ResponseLink,
    Schema,
    Side,
)
from octavo.render.api.examples import (
    MOST_EXAMPLES,
    ExampleRenderer,
    ShownSample,
    explain_no_example,
)
from octavo.render.api.operation.bodies import BodyRenderer
from octavo.render.api.operation.endpoint import Endpoint
from octavo.render.api.operation.operation import describe_status, says_status
from octavo.render.api.page.room import FULL, Room
from octavo.render.api.schema.schema import Place
from octavo.render.api.schema.users import MOST_SHOWN, THROUGH
from octavo.render.twin.endpoints import write_endpoint, write_external_docs, write_webhook
from octavo.render.twin.fields import FLAT, FieldWriter
from octavo.render.twin.security import write_security
from octavo.render.twin.text import (
    escape_text,
    join_blocks,
    write_address,
    write_code,
    write_fence,
    write_item,
)
from octavo.site.links import LinkResolver
from octavo.site.model import Page

_LEVELS = ((0, 60_000), (2, 120_000), (4, 120_000))
"""Levels of lists, and how many letters a twin with such lists may have; else the next is tried."""
_MANY_FIELDS = 250
"""A twin with so many fields has nothing inside of further ones."""
_MOST_FIELDS = 500
"""A twin with more has no further lists, but for those that its page shows."""

Places = Mapping[tuple[Schema, Side | None], Place]
"""Where a page shows the fields of bodies, by the schema that has them."""


class ApiTwins:
    """Writes the twins of the pages of one API document."""

    def __init__(
        self,
        bodies: BodyRenderer,
        fields: FieldWriter,
        examples: ExampleRenderer,
        links: LinkResolver,
    ) -> None:
        self._bodies = bodies
        self._fields = fields
        self._texts = fields.texts
        self._reader = fields.schemas.reader
        self._examples = examples
        self._links = links

    def write_operation(
        self,
        operation: Operation,
        endpoint: Endpoint | None,
        description: str | None,
        own: str,
        samples: Sequence[ShownSample],
        places: Places,
    ) -> str:
        """Return the twin of an operation or webhook; `own` is what its page says itself."""
        key = operation.entry.key
        above = [
            *(write_endpoint(endpoint, self._texts.write) if endpoint else write_webhook(key)),
            self._texts.write(description),
            self._texts.write(operation.page_content),
            write_external_docs(operation),
            own,
        ]
        examples = self._list_examples(operation, samples)

        def write(level: int) -> list[str]:
            parts = self._list_parts(operation, _Budget(level, places))
            return [*above, *parts, *examples]

        return self._fit(write)

    def write_schema(
        self, schema: Schema, room: Room, description: str | None, own: str, users: str
    ) -> str:
        """Return the twin of a schema that has a page."""
        media = MediaType("application/json", schema.node, schema=schema.node)
        examples = self._write_bodies_examples([media], Side.RESPONSE)

        def write(level: int) -> list[str]:
            shape = "" if schema.properties else escape_text(self._fields.write_type(schema))
            about = [shape, self._fields.write_facts(schema), *self._fields.write_values(schema)]
            rows = self._fields.write_rows(schema, None, level, Place(room.level)).text
            head = [self._texts.write(description), own, "## Attributes", *about, rows]
            return [
                *head,
                *([users] if users else []),
                *(["## Example"] * bool(examples)),
                *examples,
            ]

        return self._fit(write)

    def _fit(self, write: Callable[[int], list[str]]) -> str:
        """Return the text of blocks, with fields inside of others as far as there is room."""
        for level, most_letters in _LEVELS:
            text = join_blocks(write(level))
            if len(text) <= most_letters:
                return text
        return join_blocks(write(FLAT))

    def _list_parts(self, operation: Operation, budget: _Budget) -> list[str]:
        blocks = write_security(operation.security, self._texts.write)
        for locations, _, title in PARAMETER_SECTIONS:
            parameters = [each for each in operation.parameters if each.location in locations]
            if parameters:
                rows = self._fields.write_parameters(parameters, level=budget.level)
                blocks += [f"## {title}", rows]
        if operation.body is not None:
            body = operation.body
            blocks.append("## Body")
            blocks += ["Required."] if body.required else []
            blocks.append(self._texts.write(body.description))
            blocks += self._write_bodies(body.contents, Side.REQUEST, budget)
        if operation.responses:
            blocks.append("## Response")
            for response in operation.responses:
                blocks += self._write_response(response, budget)
        if operation.callbacks:
            blocks += ["## Callbacks", "Requests that the API sends to your server after this one."]
            for callback in operation.callbacks:
                blocks += self._write_callback(callback, budget)
        return blocks

    # bodies

    def _write_bodies(
        self, contents: Sequence[MediaType], side: Side, budget: _Budget
    ) -> list[str]:
        """Return bodies by media type; those with the same fields are written once."""
        blocks: list[str] = []
        for group in self._bodies.group_contents(contents):
            blocks.append(", ".join([write_code(media.name) for media in group]))
            blocks += self._write_body(group[0], side, budget)
        return blocks

    def _write_body(self, media: MediaType, side: Side, budget: _Budget) -> list[str]:
        node = media.schema or media.item_schema
        if node is None:
            return ["Any content of this media type."]
        schema = self._reader.read(node)
        inner = self._fields.schemas.find_inner(schema)
        blocks = []
        if media.schema is None:
            blocks.append("A sequence of items, each as follows.")
        has_page = self._fields.schemas.fields.has_page(schema)
        if inner is None or inner.node != schema.node or has_page:
            blocks.append(escape_text(self._fields.write_type(schema)))
        blocks += [
            self._texts.write(schema.description),
            self._fields.write_facts(schema),
            *self._fields.write_values(schema),
        ]
        if inner is not None:
            blocks.append(self._write_fields(inner, side, budget))
        return blocks

    def _write_fields(self, inner: Schema, side: Side, budget: _Budget) -> str:
        level = max(budget.level, FLAT - 2 if budget.fields > _MANY_FIELDS else 0)
        place = budget.places.get((inner, side))
        rows = self._fields.write_rows(inner, side, level, place)
        if budget.fields and budget.fields + rows.fields > _MOST_FIELDS:
            if place is None:
                return self._fields.write_count(inner)
            rows = self._fields.write_rows(inner, side, FLAT, place)
        budget.fields += rows.fields
        return rows.text

    # responses

    def _write_response(self, response: Response, budget: _Budget) -> list[str]:
        status = response.status
        phrase = describe_status(status)
        text = response.description or response.summary
        about = self._texts.write(text) if text and not says_status(text, status) else ""
        blocks = [f"### {escape_text(f'{status} {phrase}'.strip())}", about]
        blocks += self._write_bodies(response.contents, Side.RESPONSE, budget)
        if not response.contents:
            blocks.append("This response has no body.")
        if response.headers:
            rows = self._fields.write_parameters(response.headers, Side.RESPONSE)
            blocks += ["Response headers:", rows]
        if response.links:
            blocks += ["Links:", "\n".join(map(self._write_link, response.links))]
        return blocks

    def _write_link(self, link: ResponseLink) -> str:
        head = f"{write_code(link.name)} leads to {write_code(link.operation)}"
        values = [f"{write_code(name)} from {write_code(value)}" for name, value in link.parameters]
        return write_item("-", [head, self._texts.write(link.description), ", ".join(values)])

    def _write_callback(self, callback: Callback, budget: _Budget) -> list[str]:
        operation = callback.operation
        entry = operation.entry
        blocks = [
            f"### {escape_text(f'{entry.key.method} {callback.name}')}",
            f"Sent to {write_code(callback.expression)}",
            self._texts.write(entry.description or entry.summary),
        ]
        if operation.parameters:
            blocks += ["#### Parameters", self._fields.write_parameters(operation.parameters)]
        if operation.body is not None:
            contents = operation.body.contents
            blocks += ["#### Body", *self._write_bodies(contents, Side.REQUEST, budget)]
        answers = [
            write_item("-", [write_code(response.status), self._texts.write(response.description)])
            for response in operation.responses
        ]
        return [*blocks, *(["#### Your server answers", "\n".join(answers)] if answers else [])]

    # examples

    def _list_examples(self, operation: Operation, samples: Sequence[ShownSample]) -> list[str]:
        blocks: list[str] = []
        if samples:
            blocks.append("## Request examples")
            blocks += [self._write_code(each.text, each.language, each.label) for each in samples]
        if operation.entry.key.is_webhook:
            contents = operation.body.contents if operation.body else ()
            examples = self._write_bodies_examples(contents, Side.REQUEST)
            return [*blocks, *(["## Payload"] * bool(examples)), *examples]
        answers: list[str] = []
        for response in operation.responses:
            examples = self._write_bodies_examples(response.contents, Side.RESPONSE)
            if response.contents:
                answer_blocks = examples or [explain_no_example(response)]
                answers += [f"### {escape_text(response.status)}", *answer_blocks]
        return [*blocks, *(["## Response examples"] * bool(answers)), *answers]

    def _write_bodies_examples(self, contents: Iterable[MediaType], side: Side) -> list[str]:
        media_types = list(contents)
        blocks = [
            self._write_example(media, example, len(media_types) > 1)
            for media in media_types
            for example in self._examples.list_shown(media, self._reader, side)
        ]
        rest = len(blocks) - MOST_EXAMPLES
        if rest <= 0:
            return blocks
        words = "1 more example is" if rest == 1 else f"{rest:,} more examples are"
        return [*blocks[:MOST_EXAMPLES], f"{words} in the API document."]

    def _write_example(self, media: MediaType, example: ShownExample, names_type: bool) -> str:
        name = example.summary or example.name
        if example.link is not None:
            return f"See {write_code(example.link)}"
        title = ": ".join(filter(None, [media.name if names_type else "", name]))
        return self._write_code(example.text, example.language, title)

    def _write_code(self, text: str, language: str, title: str) -> str:
        """Return code, of which only the beginning is there if it is long."""
        beginning = FULL.code.begin(text)
        block = write_fence(beginning.replace("\0", "\ufffd"), language, title)
        if beginning == text:
            return block
        href = self._links.build_absolute(self._examples.link_file(text, language))
        return f"{block}\n\n[The whole example]({href}) has {text.count(chr(10)) + 1:,} lines."


def write_users(direct: Sequence[Page], through: Sequence[Page], links: LinkResolver) -> str:
    """Return the section about the operations that use a schema."""
    if not direct and not through:
        return ""
    blocks = ["## Used by", _write_pages(direct, links)]
    if through:
        blocks += [THROUGH, _write_pages(through, links)]
    return join_blocks(blocks)


def _write_pages(pages: Sequence[Page], links: LinkResolver) -> str:
    items = [_write_page(page, links) for page in pages[:MOST_SHOWN]]
    more = len(pages) - MOST_SHOWN
    return "\n".join([*items, f"- and {more} more"] if more > 0 else items)


def _write_page(page: Page, links: LinkResolver) -> str:
    has_twin = page.url in links.site.twins
    href = links.link_twin(page.url) if has_twin else links.link_page(page.url)
    address = write_address(links.build_absolute(href))
    return f"- {page.method or ''} [{escape_text(page.title)}]({address})"


class _Budget:
    """How many fields a twin has so far, the level of its lists, and what its page shows."""

    def __init__(self, level: int, places: Places) -> None:
        self.level = level
        self.places = places
        self.fields = 0
