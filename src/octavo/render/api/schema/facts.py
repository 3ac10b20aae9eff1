"""What is said about a value beyond its name and type: limits, defaults, examples, its options."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from octavo.openapi.model import NO_LIMITS, EnumValue, Given, Limits, Schema
from octavo.openapi.schema.reader import describe_limits
from octavo.render.api.markup import render_expandable
from octavo.render.api.texts import Texts
from octavo.render.html import escape_text

FEW_VALUES = 12
"""So many allowed values are shown at once."""
_LONGEST_VALUE = 160
"""Of longer ones the beginning is shown, and how much is left."""


def render_value(value: Any) -> str:
    """Return a value as a reader would write it: text as it is, all else as JSON."""
    return _render_text(value if isinstance(value, str) and value else _render_json(value))


@lru_cache(maxsize=10_000)
def _render_text(text: str) -> str:
    left = len(text) - _LONGEST_VALUE
    if left > 0:
        beginning = escape_text(text[:_LONGEST_VALUE])
        return (
            f"<code>{beginning}&hellip;</code> and {left:,} more letter{'' if left == 1 else 's'}"
        )
    return f"<code>{escape_text(text)}</code>"


def _render_json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return str(value)


def render_facts(schema: Schema, example: Given | None = None) -> str:
    """Return default, limits and example of a value as one quiet line."""
    facts = []
    if schema.const is not None:
        facts.append(f"Always {render_value(schema.const.value)}")
    elif schema.default is not None:
        facts.append(f"Default {render_value(schema.default.value)}")
    if schema.limits is not NO_LIMITS:
        facts.extend(_limit_facts(schema.limits))
    if example is not None or schema.examples:
        facts.extend(_render_example(schema, example))
    if not facts:
        return ""
    return f'<p class="field-facts">{" ".join(f"<span>{fact}</span>" for fact in facts)}</p>'


def _render_example(schema: Schema, example: Given | None) -> Iterator[str]:
    """Return the example of a value, or the first one of its schema, that fits into the line."""
    values = schema.examples if example is None else (example.value,)
    for value in values:
        if _is_short(value):
            yield f"Example {render_value(value)}"
            return


@lru_cache(maxsize=1_000)
def _limit_facts(limits: Limits) -> tuple[str, ...]:
    return tuple(_render_limit(words, code) for words, code in describe_limits(limits))


def _render_limit(words: str, code: str | None) -> str:
    words_html = escape_text(words[:1].upper() + words[1:])
    return words_html if code is None else f"{words_html} {render_value(code)}"


def _is_short(value: Any) -> bool:
    """Tell whether an example fits into a line; others are seen in the example of the whole."""
    if isinstance(value, str):
        return 0 < len(value) <= 80 and "\n" not in value
    return not isinstance(value, (dict, list)) or 2 < len(_render_json(value)) <= 60


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
        list_html = f'<p class="field-options">{_render_in_a_line(values, of_items=of_items)}</p>'
    if len(values) <= FEW_VALUES:
        return list_html
    return render_expandable(list_html, what=f"{len(values)} allowed values")


def _render_in_a_line(values: Iterable[EnumValue], *, of_items: bool) -> str:
    word = "Each one of" if of_items else "One of"
    return f"{word} {' '.join(render_value(value.value) for value in values)}"


def _render_described(value: EnumValue, texts: Texts) -> str:
    meaning = texts.render(value.description) if value.description else ""
    return f"<li>{render_value(value.value)}{meaning}</li>"
