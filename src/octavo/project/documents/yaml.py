"""Reads YAML (1.2, core schema) from the events of libyaml, without recursion.

The parser reports a sequence of events; this module builds dictionaries, lists and scalars from
them. It is about three times as fast as PyYAML's loader. It reports duplicate keys with their
places, and keeps keys as written (`200:` is "200", `on:` is "on"). Depth, expanded aliases and
merged keys have limits, so a text can't cause endless work. Values are those of JSON; aliases share
values.

An unusable document has the value None and a problem of severity error; all other problems are
warnings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

import yaml
from yaml.error import MarkedYAMLError
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from yaml.reader import ReaderError

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.documents.places import Path, Place, Wanted, find_nearest_places, plan_wanted
from octavo.project.documents.scalars import read_plain_scalar
from octavo.project.documents.yaml_mistakes import explain_mistake
from octavo.values import ByIdentity, Struct, field

MAX_DEPTH = 200
MAX_EVENTS = 800_000  # The largest public API documents have about 550,000.
MAX_EXPANDED_NODES = 5_000_000
MAX_MERGED_KEYS = 200_000
MAX_PROBLEMS = 100
MAX_PLACES = 1_000


class YamlDocument(Struct, frozen=True):
    """The value of a YAML text, and its problems."""

    value: Any
    places: Mapping[str, Place]
    """The places of the values in the top mapping."""
    problems: tuple[Problem, ...] = ()


def parse_yaml(text: str, source: str, *, first_line: int = 1) -> YamlDocument:
    """Return the value of the first document of a YAML text."""
    text = _replace_foreign_line_ends(text)
    try:
        return _parse_readable(text, source, first_line)
    except (ReaderError, UnicodeEncodeError):
        warning = _explain_control_character(text, source, first_line)
        document = _parse_readable(_FORBIDDEN.sub("\ufffd", text), source, first_line)
        return YamlDocument(document.value, document.places, (warning, *document.problems))


_FOREIGN_LINE_ENDS = "\x85\u2028\u2029"


def _replace_foreign_line_ends(text: str) -> str:
    """Remove a byte order mark and line ends that only libyaml knows (a habit of YAML 1.1)."""
    if text.isascii():
        return text
    text = text.removeprefix("\ufeff")
    for character in _FOREIGN_LINE_ENDS:  # They are rare, and the check is almost free.
        text = text.replace(character, " ")
    return text


def _parse_readable(text: str, source: str, first_line: int) -> YamlDocument:
    build = _Build(source, first_line)
    try:
        value = _build_value(_open_parser(text), build)
        return YamlDocument(value, build.places, tuple(build.problems))
    except _Unusable as stop:
        problem = stop.problem
    except MarkedYAMLError as error:
        problem = _explain_error(error, text, source, first_line)
    return YamlDocument(None, {}, (*build.problems, problem))


class _Unusable(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _Anchor(Struct):
    value: Any
    text: str | None
    """The source text of a scalar, for its use as a key."""
    size: int
    """The number of its nodes with aliases expanded; 0 until it is complete."""


class _Build(Struct):
    source: str
    first_line: int
    problems: list[Problem] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    anchors: dict[str, _Anchor] = field(default_factory=dict)
    merged: ByIdentity[dict[str, Any], set[str]] = field(default_factory=ByIdentity)
    """Merged keys, by their mapping; writing them out is no repetition."""
    merged_count: int = 0

    def locate(self, event: Any) -> Place:
        mark = event.start_mark
        return mark.line + self.first_line, mark.column + 1

    def refuse(self, code: Code, message: str, event: Event, hint: str) -> _Unusable:
        location = Location(self.source, *self.locate(event))
        return _Unusable(Problem(code, message, location, hint=hint))

    def warn(self, code: Code, message: str, event: Event, hint: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            location = Location(self.source, *self.locate(event))
            self.problems.append(Problem(code, message, location, Severity.WARNING, hint))


if TYPE_CHECKING:  # Without libyaml, CSafeLoader doesn't exist.
    _Parser = yaml.CSafeLoader | yaml.SafeLoader

# This is a separate object, so identity tells it from the quoted key "<<".
_MERGE = "".join(("<", "<"))


def _open_parser(text: str) -> _Parser:
    return yaml.CSafeLoader(text) if yaml.__with_libyaml__ else yaml.SafeLoader(text)


# A single loop is faster for documents with half a million nodes.
def _build_value(parser: _Parser, build: _Build) -> Any:  # noqa: C901, PLR0912
    """Build the first document; `key` is None if a mapping expects its next key."""
    stack: list[tuple[Any, str | None, bool, _Anchor | None, int]] = []
    result: Any = None
    container: Any = None
    key: str | None = None
    is_mapping, ended, count = False, False, 0
    for event in islice(iter(parser.get_event, None), MAX_EVENTS):
        kind = type(event)
        is_key = is_mapping and key is None
        if kind is ScalarEvent:
            count += 1
            value = event.value
            if is_key:
                value = _MERGE if value == "<<" and not event.style else value
            elif event.tag is not None:
                value = _read_tagged_scalar(event, build)
            elif not event.style:
                value = read_plain_scalar(value)
            if event.anchor:
                build.anchors[event.anchor] = _Anchor(value, event.value, 1)
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            count += 1
            inner, anchor = _open_collection(event, build, len(stack), is_key=is_key)
            stack.append((container, key, is_mapping, anchor, count))
            container, key, is_mapping = inner, None, kind is MappingStartEvent
            continue
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            value = container
            container, key, is_mapping, anchor, start = stack.pop()
            if anchor:
                anchor.size = count - start + 1
        elif kind is AliasEvent:
            anchor = _resolve_alias(event, build, count, is_key=is_key)
            count += anchor.size
            value = anchor.text if is_key else anchor.value
        elif kind is StreamEndEvent or (ended and kind is DocumentStartEvent):
            _check_end(event, build)
            return result
        else:
            ended = kind is DocumentEndEvent
            continue

        if container is None:
            result = value
        elif not is_mapping:
            container.append(value)
        elif key is None:
            key = value
            if key in container:
                _report_duplicate(container, key, event, build)
            if len(stack) == 1 and len(container) < MAX_PLACES:
                build.places[key] = build.locate(parser.peek_event())
        else:
            if key is _MERGE:
                _merge(container, value, event, build)
            else:
                container[key] = value
            key = None
    raise _refuse_size(event, build)


def _refuse_size(event: Event, build: _Build) -> _Unusable:
    message = f"this document has more than {MAX_EVENTS:,} keys and values"
    return build.refuse(Code.YAML_TOO_LARGE, message, event, "Split it into several files.")


def _check_end(event: Event, build: _Build) -> None:
    if isinstance(event, DocumentStartEvent):
        message = "a second document starts here; only the first is used"
        hint = "Put it into a separate file."
        build.warn(Code.YAML_SEVERAL_DOCUMENTS, message, event, hint)


_TAG_PREFIX = "tag:yaml.org,2002:"
_TEXT_TAGS = frozenset({"!", _TAG_PREFIX + "str", _TAG_PREFIX + "timestamp"})
_PLAIN_TAGS = frozenset(_TAG_PREFIX + name for name in ("int", "float", "bool", "null"))
_COLLECTION_TAGS = frozenset({"!", _TAG_PREFIX + "map", _TAG_PREFIX + "seq"})


def _read_tagged_scalar(event: Any, build: _Build) -> Any:
    if event.tag in _TEXT_TAGS:
        return event.value
    if event.tag not in _PLAIN_TAGS:
        _warn_of_tag(event, build)
        if event.style:
            return event.value
    return read_plain_scalar(event.value)


def _open_collection(
    event: Any, build: _Build, depth: int, *, is_key: bool
) -> tuple[Any, _Anchor | None]:
    """Return a new mapping or list, and its anchor, if it has one."""
    if is_key or depth >= MAX_DEPTH:
        raise _refuse_collection(event, build, depth)
    if event.tag is not None and event.tag not in _COLLECTION_TAGS:
        _warn_of_tag(event, build)
    container: Any = {} if type(event) is MappingStartEvent else []
    if not event.anchor:
        return container, None
    anchor = build.anchors[event.anchor] = _Anchor(container, None, 0)
    return container, anchor


def _warn_of_tag(event: Any, build: _Build) -> None:
    tag = _shorten(event.tag.replace(_TAG_PREFIX, "!!", 1))
    hint = "Put a value that starts with ! in quotes."
    build.warn(Code.YAML_TAG_IGNORED, f"the tag {tag} has no meaning here", event, hint)


def _refuse_collection(event: Event, build: _Build, depth: int) -> _Unusable:
    if depth >= MAX_DEPTH:
        message = f"this is nested more than {MAX_DEPTH} levels deep"
        return build.refuse(Code.YAML_TOO_DEEP, message, event, "Nest it less deeply.")
    message = "a key must be text, but this is a list or a mapping"
    hint = "Put text that starts with { or [ in quotes."
    return build.refuse(Code.YAML_KEY_NOT_TEXT, message, event, hint)


def _resolve_alias(event: Any, build: _Build, count: int, *, is_key: bool) -> _Anchor:
    name = event.anchor
    anchor = build.anchors.get(name)
    if anchor is None:
        name = _shorten(name)
        message = f"*{name} refers to &{name}, which is nowhere above"
        hint = "Put a value that starts with * in quotes."
        raise build.refuse(Code.YAML_ALIAS_UNKNOWN, message, event, hint)
    if anchor.size == 0:
        message = f"*{_shorten(name)} stands inside of what it refers to"
        raise build.refuse(Code.YAML_ALIAS_LOOP, message, event, "Remove it.")
    if count + anchor.size > MAX_EXPANDED_NODES:
        message = f"with its aliases written out this has more than {MAX_EXPANDED_NODES:,} values"
        raise build.refuse(Code.YAML_TOO_LARGE, message, event, "Use fewer aliases.")
    if is_key and anchor.text is None:
        raise _refuse_collection(event, build, 0)
    return anchor


def _shorten(name: str) -> str:
    return name if len(name) <= 60 else name[:59] + "…"


def _report_duplicate(container: dict[str, Any], key: str, event: Event, build: _Build) -> None:
    merged = build.merged.get(container)
    if merged and key in merged:
        merged.discard(key)
        return
    message = f"the key `{_shorten(key)}` is here twice; the last one counts"
    build.warn(Code.YAML_DUPLICATE_KEY, message, event, "Remove one of them.")


def _merge(container: dict[str, Any], value: Any, event: Event, build: _Build) -> None:
    """Add the missing keys from a mapping, or from a list of mappings."""
    mappings = value if isinstance(value, list) else [value]
    if not all(isinstance(mapping, dict) for mapping in mappings):
        message = "<< takes only mappings"
        build.warn(Code.YAML_MERGE_INVALID, message, event, "Remove it, or name such a value.")
        return
    merged = build.merged.get(container)
    if merged is None:
        merged = build.merged[container] = set()
    for mapping in mappings:
        build.merged_count += len(mapping)
        if build.merged_count > MAX_MERGED_KEYS:
            message = f"more than {MAX_MERGED_KEYS:,} keys come from <<"
            raise build.refuse(Code.YAML_TOO_LARGE, message, event, "Use << less often.")
        new = {key: item for key, item in mapping.items() if key not in container}
        container.update(new)
        merged.update(new)


# --- text that the parser refuses ---------------------------------------------------------------

# The positive class compiles much faster than a negated one.
_FORBIDDEN = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def _explain_control_character(text: str, source: str, first_line: int) -> Problem:
    match = _FORBIDDEN.search(text)
    start = match.start() if match else 0
    line = text.count("\n", 0, start)
    column = start - (text.rfind("\n", 0, start) + 1)
    return Problem(
        Code.YAML_CONTROL_CHARACTER,
        "this character is not allowed in YAML; a mark takes its place",
        Location(source, line + first_line, column + 1),
        Severity.WARNING,
        "Remove it, or write it as an escape in double quotes.",
    )


def _explain_error(error: MarkedYAMLError, text: str, source: str, first_line: int) -> Problem:
    at, context_at = error.problem_mark, error.context_mark
    return explain_mistake(
        error.problem or "",
        error.context or "",
        (at.line, at.column) if at else (0, 0),
        (context_at.line, context_at.column) if context_at else None,
        text,
        source,
        first_line,
    )


# --- places -------------------------------------------------------------------------------------


def find_yaml_places(
    text: str, paths: Collection[Path], *, first_line: int = 1
) -> dict[Path, tuple[Place, Place]]:
    """Return the place of the key and value at each path, or of the nearest parent.

    This parses the text again, so that only texts with a problem take more time. An item of a list
    has its own place instead of a key's.
    """
    top = plan_wanted(paths, (first_line, 1))
    text = _FORBIDDEN.sub("\ufffd", _replace_foreign_line_ends(text))
    with suppress(yaml.YAMLError):  # The places found before a mistake are still valid.
        _note_places(_open_parser(text), top, first_line)
    return {path: find_nearest_places(top, path) for path in paths}


_STARTS = frozenset({MappingStartEvent, SequenceStartEvent})
_ENDS = frozenset({MappingEndEvent, SequenceEndEvent})


def _note_places(parser: _Parser, top: Wanted, first_line: int) -> None:
    """Fill in the places, and skip all other values without a closer look."""
    next_event: Any = parser.get_event
    stack: list[tuple[Wanted, bool, int]] = []
    node, is_mapping, index, key = Wanted({"0": top}), False, 0, None
    place = key_place = (first_line, 1)
    depth = 0
    while (kind := type(event := next_event())) is not StreamEndEvent:
        starts, ends = kind in _STARTS, kind in _ENDS
        if depth:
            depth += starts - ends
            continue
        if ends:
            node, is_mapping, index = stack.pop()
        if not (starts or kind is ScalarEvent or kind is AliasEvent):
            continue
        place = (event.start_mark.line + first_line, event.start_mark.column + 1)
        if is_mapping and key is None:
            key, key_place = getattr(event, "value", ""), place
            depth = int(starts)
            continue
        child = node.children.get(key if key is not None else str(index))
        if child:
            child.places = (key_place if is_mapping else place, place)
        index, key = index + 1, None
        if starts and child and child.children:
            stack.append((node, is_mapping, index))
            node, is_mapping, index = child, kind is MappingStartEvent, 0
        elif starts:
            depth = 1


class OddValue(Struct, frozen=True):
    """A value with a custom tag, or a key that isn't text."""

    tag: str
    """The tag; empty for a key without one."""
    place: Place
    text: str
    """The source text, with the tag."""
    items: tuple[str, ...]
    """Its content, for a list or a mapping."""
    is_key: bool


class _Open(Struct):
    event: Any
    is_key: bool
    spans: list[tuple[int, int]] = field(default_factory=list)

    @property
    def is_odd(self) -> bool:
        tag = self.event.tag or ""
        is_collection = type(self.event) in _STARTS
        return (tag != "!" and tag.startswith(_OWN_TAGS)) or (self.is_key and is_collection)


_OWN_TAGS = ("!", f"{_TAG_PREFIX}python/")


def rewrite_odd_values(text: str, rewrite: Callable[[OddValue], str | None]) -> str:
    """Return a text with replacements for such values; None keeps a value."""
    text = _FORBIDDEN.sub("\ufffd", _replace_foreign_line_ends(text))
    values: list[tuple[int, int, OddValue]] = []
    with suppress(yaml.YAMLError):  # The places found before a mistake are still valid.
        values += _find_odd_values(text, _open_parser(text))
    for start, end, value in reversed(values):
        if (new := rewrite(value)) is not None:
            lines = "\n" * text.count("\n", start, end)  # This keeps the places of all others.
            text = text[:start] + new + lines + text[end:]
    return text


def _find_odd_values(text: str, parser: Any) -> Iterator[tuple[int, int, OddValue]]:
    """Yield odd values outside of others, with their start and end."""
    stack: list[_Open] = []
    while type(event := parser.get_event()) is not StreamEndEvent:
        above = stack[-1] if stack else None
        takes_key = above is not None and type(above.event) is MappingStartEvent
        is_key = above is not None and takes_key and len(above.spans) % 2 == 0
        if type(event) in _STARTS:
            stack.append(_Open(event, is_key))
            continue
        if type(event) in _ENDS:
            done = stack.pop()
        elif type(event) is ScalarEvent:
            done = _Open(event, is_key)
        else:
            if type(event) is AliasEvent and above:
                above.spans.append((0, 0))
            continue
        mark = done.event.start_mark
        end = mark.index + len(text[mark.index : event.end_mark.index].rstrip())
        if stack:
            stack[-1].spans.append((mark.index, end))
        if done.is_odd and not any(each.is_odd for each in stack):
            items = tuple(text[slice(*span)] for span in done.spans)
            tag = (done.event.tag or "").replace(_TAG_PREFIX, "!!", 1)
            place = (mark.line + 1, mark.column + 1)
            whole = text[mark.index : end]
            yield mark.index, end, OddValue(tag, place, whole, items, done.is_key)


def render_yaml(value: Any) -> str:
    """Return a value as YAML, its keys in their order; what is shared is written out."""
    base: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    dumper = type("Dumper", (base,), {"ignore_aliases": lambda _self, _value: True})
    return str(yaml.dump(value, Dumper=dumper, sort_keys=False, allow_unicode=True, width=100))
