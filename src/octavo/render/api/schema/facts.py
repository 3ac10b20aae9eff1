"""What is said about a value beyond its name and type: limits, defaults, examples, its options."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from octavo.openapi.model import NO_LIMITS, EnumValue, Given, Limits, Schema
from octavo.openapi.schema.reader import describe_limits
from octavo.render.api.markup import render_expandable
from octavo.render.api.texts import Texts
from octavo.render.html import escape_text
from octavo.render.wording import Wording

FEW_VALUES = 12
"""So many allowed values are shown at once."""
_NUMBER = re.compile(r"-?\d[\d.e+-]*")
LONGEST_VALUE = 160
"""Of longer ones the beginning is shown, and how much is left."""


def render_value(value: Any, say: Wording) -> str:
    """Return a value as a reader would write it: text as it is, all else as JSON."""
    return _render_text(value if isinstance(value, str) and value else write_value(value), say)


@lru_cache(maxsize=10_000)
def _render_text(text: str, say: Wording) -> str:
    rest = len(text) - LONGEST_VALUE
    if rest > 0:
        beginning = escape_text(text[:LONGEST_VALUE])
        more = say("and 1 more letter")
        if rest > 1:
            more = say("and {count} more letters", count=f"{rest:,}")
        return f"<code>{beginning}&hellip;</code> {more}"
    return f"<code>{escape_text(text)}</code>"


def write_value(value: Any) -> str:
    """Return a value as JSON."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return str(value)


def render_facts(schema: Schema, say: Wording, example: Given | None = None) -> str:
    """Return default, limits and example of a value as one quiet line."""
    facts = []
    if schema.const is not None:
        facts.append(say("Always {value}", value=render_value(schema.const.value, say)))
    elif schema.default is not None:
        facts.append(say("Default {value}", value=render_value(schema.default.value, say)))
    if schema.limits is not NO_LIMITS:
        facts.extend(_limit_facts(schema.limits, say))
    if example is not None or schema.examples:
        facts.extend(_render_example(schema, example, say))
    if not facts:
        return ""
    return f'<p class="field-facts">{" ".join(f"<span>{fact}</span>" for fact in facts)}</p>'


def _render_example(schema: Schema, example: Given | None, say: Wording) -> Iterator[str]:
    """Return the example of a value, or the first one of its schema, that fits into the line."""
    values = schema.examples if example is None else (example.value,)
    for value in values:
        if is_short(value):
            yield say("Example {value}", value=render_value(value, say))
            return


@lru_cache(maxsize=1_000)
def _limit_facts(limits: Limits, say: Wording) -> tuple[str, ...]:
    return tuple(_render_limit(words, code, say) for words, code in describe_limits(limits))


def _render_limit(words: str, code: str | None, say: Wording) -> str:
    # A limit is named by its words, in which letters stand for the numbers.
    numbers = dict(zip("ab", _NUMBER.findall(words), strict=False))
    letters = iter(numbers)
    text = _NUMBER.sub(lambda _: f"{{{next(letters)}}}", words[:1].upper() + words[1:])
    words_html = escape_text(say(text, **numbers))
    return words_html if code is None else f"{words_html} {render_value(code, say)}"


def is_short(value: Any) -> bool:
    """Tell whether an example fits into a line; others are seen in the example of the whole."""
    if isinstance(value, str):
        return 0 < len(value) <= 80 and "\n" not in value
    return not isinstance(value, (dict, list)) or 2 < len(write_value(value)) <= 60


def render_allowed_values(
    values: Sequence[EnumValue], texts: Texts, *, of_items: bool = False
) -> str:
    """Return the values that are allowed: in a line, as a list with what they mean, or folded."""
    if not values:
        return ""
    if any(value.description for value in values):
        items = "".join(_render_described(value, texts) for value in values)
        list_html = f'<ul class="field-values">{items}</ul>'
    else:
        list_html = f'<p class="field-options">{_render_in_a_line(values, of_items, texts.say)}</p>'
    if len(values) <= FEW_VALUES:
        return list_html
    what = texts.say("{count} allowed values", count=len(values))
    return render_expandable(list_html, what, texts.say)


def _render_in_a_line(values: Iterable[EnumValue], of_items: bool, say: Wording) -> str:
    word = say("Each one of") if of_items else say("One of")
    return f"{word} {' '.join(render_value(value.value, say) for value in values)}"


def _render_described(value: EnumValue, texts: Texts) -> str:
    meaning = texts.render(value.description) if value.description else ""
    return f"<li>{render_value(value.value, texts.say)}{meaning}</li>"
