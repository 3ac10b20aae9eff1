"""Reads what an API document says of an operation or a schema in sections, as pages show it.

It is read from the document and not from the page: large pages load some of their parts later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from octavo.openapi.model import (
    PARAMETER_SECTIONS,
    MediaType,
    Node,
    Operation,
    Parameter,
    Schema,
)
from octavo.openapi.plain_text import strip_marks
from octavo.openapi.schema.reader import SchemaReader
from octavo.search.page_text import Section
from octavo.values import dataclass

_LEVELS = 3
"""How deep the properties of a body are found."""
_DEEPEST = 1
"""The level, counted from below, whose names are words among others: there are too many of them."""
_MOST_NAMES = 150
_MOST_LINES = 600
_MOST_VALUES = 40
"""Of a body, and of a list of allowed values: what follows is data."""


@dataclass(frozen=True, slots=True)
class _Words:
    """What a schema says: lines of text, and the names and values in it."""

    text: str = ""
    names: str = ""


_NO_WORDS = _Words()


@dataclass(frozen=True, slots=True)
class _OwnWords:
    """What a schema says without those inside it, and the schemas that say more of the same."""

    lines: Mapping[str, None]
    names: Mapping[str, None]
    inside: tuple[Schema, ...]
    """Those of properties that say something themselves."""
    below: tuple[Node, ...]
    """The schemas whose properties a value shows at the same level."""


class ApiTexts:
    """Reads the texts of one API document; those of schemas once, since operations share them."""

    def __init__(self, reader: SchemaReader) -> None:
        self._reader = reader
        self._words: dict[Schema, _Words] = {}
        self._own_words: dict[tuple[Schema, int], _OwnWords] = {}

    def read_operation(self, operation: Operation) -> tuple[Section, ...]:
        """Return the sections of an operation or webhook."""
        return tuple(self._read_operation(operation))

    def read_schema(self, node: Node) -> tuple[Section, ...]:
        """Return the sections of a schema that has a page."""
        schema = self._reader.read(node)
        words = self._read_words(node)
        about = strip_marks(schema.description)
        return (
            Section("", "", about),
            Section("attributes", "Attributes", words.text, words.names),
        )

    def _read_operation(self, operation: Operation) -> Iterator[Section]:
        entry = operation.entry
        texts = [strip_marks(entry.description), strip_marks(operation.page_content)]
        samples = "\n".join([sample.source for sample in operation.samples])
        yield Section("", "", "\n".join(filter(None, texts)), code=samples)
        if any(operation.security):
            text, names = _read_security(operation)
            yield Section("authorizations", "Authorizations", text, names)
        for locations, id_, title in PARAMETER_SECTIONS:
            parameters = [each for each in operation.parameters if each.location in locations]
            if parameters:
                words = _join(map(self._read_parameter, parameters))
                yield Section(id_, title, words.text, words.names)
        if operation.body is not None:
            words = self._read_contents(operation.body.contents)
            about = strip_marks(operation.body.description)
            yield Section("body", "Body", f"{about}\n{words.text}".strip(), words.names)
        yield from self._read_responses(operation)
        for callback in operation.callbacks:
            description = strip_marks(callback.operation.entry.description)
            yield Section("callbacks", callback.name, description, callback.name)

    def _read_responses(self, operation: Operation) -> Iterator[Section]:
        """Return a section for each response; equal answers are said once, for they repeat."""
        texts: set[str] = set()
        for response in operation.responses:
            words = self._read_contents(response.contents)
            headers = _NO_WORDS
            if response.headers:
                headers = _join(map(self._read_parameter, response.headers))
            about = strip_marks(response.description or response.summary)
            lines = [f"{response.status} {about}", headers.text]
            if words.text not in texts:
                texts.add(words.text)
                lines.append(words.text)
            text = "\n".join(filter(None, lines))
            yield Section("response", f"Response {response.status}", text, headers.names)

    def _read_contents(self, contents: Iterable[MediaType]) -> _Words:
        if not contents:
            return _NO_WORDS
        nodes = dict.fromkeys(
            node for media in contents for node in (media.schema, media.item_schema) if node
        )
        return _join(map(self._read_words, nodes))

    def _read_parameter(self, parameter: Parameter) -> _Words:
        text = parameter.name
        schema = self._reader.read(parameter.schema) if parameter.schema else None
        description = parameter.description or (schema.description if schema else None)
        if description:
            text = f"{text}: {strip_marks(description)}"
        names = parameter.name
        if schema is not None:
            values = _list_values(schema, self._reader)
            if values:
                text, names = f"{text}\n{values}", f"{names} {values}"
        return _Words(text, names)

    def _read_words(self, node: Node) -> _Words:
        schema = self._reader.read(node)
        words = self._words.get(schema)
        if words is None:
            lines: dict[str, None] = {}
            names: dict[str, None] = {}
            self._add_properties(schema, _LEVELS, lines, names, set())
            words = self._words[schema] = _Words("\n".join(lines), " ".join(names))
        return words

    def _add_properties(
        self,
        schema: Schema,
        levels: int,
        lines: dict[str, None],
        names: dict[str, None],
        seen: set[Schema],
    ) -> None:
        """Add the properties of a schema, of what it lists, and of those that it may follow."""
        if schema in seen or len(names) > _MOST_NAMES or len(lines) > _MOST_LINES:
            return
        seen.add(schema)
        own = self._read_own(schema, levels)
        lines.update(own.lines)
        names.update(own.names)
        for inner in own.inside:
            self._add_properties(inner, levels - 1, lines, names, seen)
        for below in own.below:
            self._add_properties(self._reader.read(below), levels, lines, names, seen)

    def _read_own(self, schema: Schema, levels: int) -> _OwnWords:
        """Return what a schema itself says; many bodies hold the same ones."""
        key = schema, levels
        own = self._own_words.get(key)
        if own is None:
            is_named = levels > _DEEPEST
            own = self._read_named(schema, levels) if is_named else _read_deepest(schema)
            self._own_words[key] = own
        return own

    def _read_named(self, schema: Schema, levels: int) -> _OwnWords:
        lines: list[str] = []
        names = [name for name in (schema.name, schema.title) if name]
        inside: list[Schema] = []
        if schema.const is not None:
            names.append(str(schema.const.value))
        for each in schema.properties:
            inner = self._reader.read(each.node)
            names.append(each.name)
            about = strip_marks(inner.description) if levels == _LEVELS else ""
            lines.append(f"{each.name}: {about}" if about else each.name)
            values = _list_values(inner, self._reader)
            if values:
                names.append(values)
                lines.append(_describe_values(inner) or values)
            if _says_more(inner):
                inside.append(inner)
        return _OwnWords(
            dict.fromkeys(lines), dict.fromkeys(names), tuple(inside), _list_below(schema)
        )


def _read_security(operation: Operation) -> tuple[str, str]:
    """Return what callers need to prove who they are, and the names of it."""
    uses = [use for alternative in operation.security for use in alternative]
    schemes = {use.scheme.key: use.scheme for use in uses}.values()
    scopes = dict.fromkeys(scope for use in uses for scope in use.scopes)
    texts = [
        " ".join(filter(None, (each.name, each.scheme, strip_marks(each.description))))
        for each in schemes
    ]
    names = [each.name or each.key for each in schemes]
    return "\n".join([*texts, *scopes]), " ".join([*names, *scopes])


def _read_deepest(schema: Schema) -> _OwnWords:
    """Return the names of properties as lines of text."""
    names = dict.fromkeys(each.name for each in schema.properties)
    return _OwnWords(names, {}, (), _list_below(schema))


def _says_more(schema: Schema) -> bool:
    """Tell whether a schema, or one whose properties a value of it shows, says something."""
    return bool(
        schema.properties
        or schema.name
        or schema.title
        or schema.items
        or schema.choice
        or isinstance(schema.additional, Node)
    )


def _list_below(schema: Schema) -> tuple[Node, ...]:
    """Return the schemas whose properties a value of this one shows at the same level."""
    below = [each for each in (schema.items, schema.additional) if isinstance(each, Node)]
    if schema.choice is not None:
        below += [option.node for option in schema.choice.options]
    return tuple(below)


def _list_values(schema: Schema, reader: SchemaReader) -> str:
    """Return the values that are allowed, of what is listed as well."""
    if not schema.enum and schema.items is not None:
        schema = reader.read(schema.items)
    if schema.const is not None:
        return str(schema.const.value)
    if not schema.enum:
        return ""
    return " ".join([str(each.value) for each in schema.enum[:_MOST_VALUES]])


def _describe_values(schema: Schema) -> str:
    """Return the values with what the document says of each; nothing if it says nothing."""
    values = schema.enum[:_MOST_VALUES]
    if not any(each.description for each in values):
        return ""
    return "\n".join([f"{each.value}: {strip_marks(each.description)}" for each in values])


def _join(words: Iterable[_Words]) -> _Words:
    all_words = list(words)
    if len(all_words) == 1:
        return all_words[0]
    return _Words(
        "\n".join([each.text for each in all_words if each.text]),
        " ".join([each.names for each in all_words]),
    )
