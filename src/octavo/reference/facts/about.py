"""Chooses the statements about a value: its type, marks, facts, and allowed values.

A fact is a few words with a value, such as `Default {value}`. To add one, add a line to
`list_facts`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from octavo.openapi.model import (
    NO_LIMITS,
    EnumValue,
    Example,
    Given,
    Limits,
    Node,
    Parameter,
    Schema,
)
from octavo.openapi.operation.badges import Badge, has_ended, read_badges
from octavo.openapi.schema.reader import SchemaReader, describe_limits, describe_type
from octavo.reference.facts.rules import RuleWords
from octavo.reference.view import EXAMPLES, About, Code, Item, Items, Mark, TypeName, Words, say
from octavo.settings.urls import clean_url
from octavo.values import Results, replace

LONGEST_VALUE = 160
"""The longest value that is shown in full; of longer ones, only the start is shown."""
_NUMBER = re.compile(r"-?\d[\d.e+-]*")
_NAME = re.compile(r"([\w.-]*\w)")
_TYPES = frozenset("string number integer boolean object array null any of or map tuple".split())
REQUIRED = Mark(say("required"), "field-required")
DEPRECATED = Mark(say("deprecated"), "field-deprecated")
_READ_ONLY = Mark(say("read-only"))
_WRITE_ONLY = Mark(say("write-only"))


def _list_states(is_deprecated: bool, *nodes: Node) -> list[Mark]:
    """Return marks for how far a value can be relied on, and those that its author adds."""
    values = [node.value for node in nodes if isinstance(node.value, dict)]
    badges = dict.fromkeys(badge for value in values for badge in read_badges(value))
    is_over = is_deprecated or any(map(has_ended, values))
    return [DEPRECATED] * is_over + list_badge_marks(badges)


def list_badge_marks(badges: Iterable[Badge]) -> list[Mark]:
    """Return badges as marks next to a name."""
    return [
        Mark(say(each.label) if each.is_stage else each.label, f"badge-{each.color or 'gray'}")
        for each in badges
    ]


class Abouts:
    """Returns the statements about the values of one API document.

    `pages` are the addresses of its schemas with a page, by name.
    """

    def __init__(self, reader: SchemaReader, pages: Mapping[str, str]) -> None:
        self.reader = reader
        self._pages = pages
        self._rules = RuleWords(reader, show_value, list_limits)
        self._abouts: Results[tuple[Schema, bool], About] = Results(self._read)
        self._types: Results[str, tuple[TypeName, ...]] = Results(
            lambda words: tuple(self._link_names(words))
        )

    def read(self, schema: Schema, *, required: bool = False) -> About:
        """Return the statements about a value, which are the same at every place."""
        return self._abouts[schema, required]

    def _read(self, key: tuple[Schema, bool]) -> About:
        schema, required = key
        marks = [REQUIRED] * required + _list_states(schema.deprecated, schema.node)
        return self._build(schema, schema.description, marks, tuple(list_facts(schema)))

    def read_parameter(self, parameter: Parameter, *, of_request: bool) -> About:
        """Return the statements about a parameter, or about a header of a response."""
        schema = self.reader.read(parameter.schema) if parameter.schema else None
        marks = [Mark(parameter.location.value)] * of_request
        marks += [REQUIRED] * parameter.required
        is_deprecated = parameter.deprecated or (schema is not None and schema.deprecated)
        nodes = (parameter.node, *([schema.node] if schema else []))
        marks += _list_states(is_deprecated, *nodes)
        examples = _list_examples(parameter)
        example = None if examples else _find_first_example(parameter)
        facts = list(list_facts(schema, example, shows_examples=not examples)) if schema else []
        if parameter.content_type:
            facts.append(say("Written as {type}", type=Code(parameter.content_type)))
        text = parameter.description or (schema.description if schema else None)
        about = self._build(schema, text, marks, tuple(facts))
        if not examples:
            return about
        items = Items(examples, title=EXAMPLES)
        weight = about.weight + _weigh("", (), (items,))
        return replace(about, allowed=(*about.allowed, items), weight=weight)

    def has_page(self, schema: Schema) -> bool:
        """Tell whether a schema has a page."""
        return schema.name in self._pages

    def _build(
        self, schema: Schema | None, text: str | None, marks: list[Mark], facts: tuple[Words, ...]
    ) -> About:
        text = text or ""
        if schema is not None and (schema.rules or schema.content_schema):
            facts = (*facts, *self._rules.list_rules(schema))
        if schema is None:
            return About((), (), tuple(marks), text, facts, (), _weigh(text, facts, ()))
        marks += [_READ_ONLY] * schema.read_only + [_WRITE_ONLY] * schema.write_only
        marks += [Mark(label) for label in schema.pills_after]
        allowed = tuple(self._list_allowed(schema))
        weight = _weigh(text, facts, allowed)
        type_ = self._types[describe_type(schema, self.reader)]
        name = self._find_name(schema)
        return About(schema.pills_before, type_, tuple(marks), text, facts, allowed, weight, name)

    def _find_name(self, schema: Schema) -> str:
        if not (schema.name or schema.title) and schema.items is not None:
            schema = self.reader.read(schema.items)
        return schema.name or schema.title or ""

    def _link_names(self, words: str) -> Iterator[TypeName]:
        if not self._pages:
            yield TypeName(words)
            return
        for part in filter(None, _NAME.split(words)):
            yield TypeName(part, "" if part in _TYPES else self._pages.get(part, ""))

    def _list_allowed(self, schema: Schema) -> Iterator[Items]:
        """Return the allowed values, for a value and for its items."""
        if schema.enum:
            yield _read_enum(schema.enum, say("One of"))
        if schema.items is not None:
            items = self.reader.read(schema.items)
            if items.enum:
                yield _read_enum(items.enum, say("Each one of"))


def list_facts(
    schema: Schema, example: Given | None = None, *, shows_examples: bool = True
) -> Iterator[Words]:
    """Yield the facts about a value: its default, its limits, an example."""
    if schema.const is not None:
        yield say("Always {value}", value=show_value(schema.const.value))
    elif schema.default is not None:
        yield say("Default {value}", value=show_value(schema.default.value))
    if schema.content_media_type is not None:
        yield say("Written as {type}", type=Code(schema.content_media_type))
    if schema.limits is not NO_LIMITS:
        yield from list_limits(schema.limits)
    values = () if not shows_examples else schema.examples if example is None else (example.value,)
    for value in values:
        if _is_short(value):
            yield say("Example {value}", value=show_value(value))
            break


def show_value(value: Any) -> Code:
    """Return a value in the form for readers: text directly, other values as JSON."""
    return show_text(value if isinstance(value, str) and value else _write_value(value))


@lru_cache(maxsize=10_000)
def show_text(text: str) -> Code:
    """Return a text as code, or the start of a long one."""
    return Code(text[:LONGEST_VALUE], max(0, len(text) - LONGEST_VALUE))


@lru_cache(maxsize=1_000)
def list_limits(limits: Limits) -> tuple[Words, ...]:
    """Return the limits of a value."""
    return tuple(_read_limit(words, code) for words, code in describe_limits(limits))


def _read_limit(words: str, code: str | None) -> Words:
    # The key of a limit is its text, with letters instead of the numbers.
    numbers = tuple(zip("ab", _NUMBER.findall(words), strict=False))
    letters = iter("ab")
    text = _NUMBER.sub(lambda _: f"{{{next(letters)}}}", words[:1].upper() + words[1:])
    return Words(text, numbers, None if code is None else show_text(code))


def link_address(url: str) -> Code:
    """Return an address of the document, as a link if it is a web address."""
    safe = clean_url(url)
    is_safe = safe is not None and safe.startswith(("https://", "http://"))
    return Code(url, href=safe if safe and is_safe else "")


def _write_value(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return str(value)


def _is_short(value: Any) -> bool:
    """Tell whether an example fits into a line; others are part of the example of the body."""
    if isinstance(value, str):
        return 0 < len(value) <= 80 and "\n" not in value
    return not isinstance(value, (dict, list)) or 2 < len(_write_value(value)) <= 60


def _find_first_example(parameter: Parameter) -> Given | None:
    values = (example.value for example in parameter.examples)
    return next((value for value in values if value is not None), None)


def _list_examples(parameter: Parameter) -> tuple[Item, ...]:
    """Return the examples of a parameter, if they have descriptions or there are several."""
    examples = parameter.examples
    if len(examples) < 2 and not any(each.summary or each.description for each in examples):
        return ()
    return tuple(_view_example(each) for each in examples)


def _view_example(example: Example) -> Item:
    if example.value is not None:
        name = show_value(example.value.value)
    elif example.serialized is not None:
        name = show_text(example.serialized)
    else:
        name = link_address(example.external or "")
    texts = dict.fromkeys(filter(None, (example.summary or example.name, example.description)))
    return Item(name, "\n\n".join(texts))


def _read_enum(values: Sequence[EnumValue], title: Words) -> Items:
    items = tuple(Item(show_value(each.value), each.description or "") for each in values)
    return (
        Items(items) if any(each.text for each in items) else Items(items, "field-options", title)
    )


def _weigh(text: str, facts: Sequence[Words], allowed: Sequence[Items]) -> int:
    """Return the number of characters in the statements."""
    letters = len(text) + sum(map(_count_letters, facts))
    for each in allowed:
        names = [item.name.text for item in each.items if isinstance(item.name, Code)]
        letters += sum(map(len, names)) + sum(len(item.text) + 8 for item in each.items)
    return letters


def _count_letters(words: Words) -> int:
    return len(words.text) + sum(
        _count_letters(value) if isinstance(value, Words) else 20 for _, value in words.values
    )
