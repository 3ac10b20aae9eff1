"""Reads the request samples in an API document, in all their forms."""

from __future__ import annotations

from collections.abc import Iterator

from octavo.openapi.document.document import ApiDocument, is_reference
from octavo.openapi.document.shapes import read_as_text, read_text, report
from octavo.openapi.model import Node, WrittenSample
from octavo.problems import Code

SAMPLE_KEYS = (
    *("x-codeSamples", "x-code-samples", "x-codeSample", "x-code-sample", "x-custom-examples"),
    *("x-scalar-examples", "x-stainless-snippets", "x-stainless-examples"),
)
_INNER_KEYS = (
    ("x-readme", "code-samples"),
    ("x-fern-examples", "code-samples"),
    ("x-oaiMeta", "examples", "request"),
)
"""Where samples are inside of other extensions; there may be lists on the way."""
_ENTRY_KEYS = {"lang", "language", "sdk", "source", "code", "label"}
_HINT = "Write a list of entries with `lang`, `source` and, if you like, `label`."


def read_samples(document: ApiDocument, operation: Node) -> tuple[WrittenSample, ...]:
    """Return the usable samples of an operation."""
    samples: list[WrittenSample] = []
    for path in (*((key,) for key in SAMPLE_KEYS), *_INNER_KEYS):
        for place in _walk(document, operation, path):
            node = document.resolve_any(place) if is_reference(place) else place
            if node is not None and node.value is not None:
                samples.extend(_read_form(document, node))
    return tuple(dict.fromkeys(samples))


def _walk(document: ApiDocument, node: Node, path: tuple[str, ...]) -> Iterator[Node]:
    """Return what is at the end of a path of keys, for each element of a list on the way."""
    key, *rest = path
    child = node.get(key)
    if child is None or not rest:
        yield from () if child is None else (child,)
        return
    for each in child.list_elements() if isinstance(child.value, list) else (child,):
        yield from _walk(document, each, tuple(rest))


def _read_form(document: ApiDocument, node: Node) -> Iterator[WrittenSample]:
    if isinstance(node.value, list):
        for entry in node.list_elements():
            yield from _read_entry(document, entry)
    elif not isinstance(node.value, dict):
        _report(document, node, "the samples are not a list")
    elif _ENTRY_KEYS.isdisjoint(node.value):
        for language, source in node.items():
            yield from _read_by_language(document, language, source)
    else:
        yield from _read_entry(document, node)


def _read_by_language(document: ApiDocument, language: str, node: Node) -> Iterator[WrittenSample]:
    if isinstance(node.value, str) and node.value.strip():
        yield WrittenSample(language, node.value)
    elif isinstance(node.value, dict):
        source = _read_source(document, node)
        if source is None and is_reference(node):
            source = document.resolve_text(node)
        if source is not None:
            yield WrittenSample(language, source, read_as_text(node, "label"))
        elif not _is_lost(node):
            _report(document, node, f"the sample in {language} has no source")
    else:
        _report(document, node, f"the sample in {language} is not a text")


def _read_entry(document: ApiDocument, node: Node) -> Iterator[WrittenSample]:
    target = document.resolve_any(node)
    if target is None:
        return
    node = target
    if not isinstance(node.value, dict):
        _report(document, node, "a sample is not a mapping")
        return
    label = read_as_text(node, "label") or read_as_text(node, "name")
    languages = (node.get_text(key) for key in ("lang", "language", "sdk"))
    language = next(filter(None, languages), label)
    source = _read_source(document, node)
    if language is None:
        _report(document, node, "a sample does not say its language")
    elif source is None and _is_lost(node):
        return  # This is already reported.
    elif source is None:
        _report(document, node, f"the sample in {language} has no source")
    else:
        yield WrittenSample(language, source, label)


def _read_source(document: ApiDocument, node: Node) -> str | None:
    return read_text(document, node, "source") or read_text(document, node, "code")


def _is_lost(node: Node) -> bool:
    """Tell whether a sample without a source has a broken reference to one."""
    places = (node, node.get("source"), node.get("code"))
    return any(each is not None and is_reference(each) for each in places)


def _report(document: ApiDocument, node: Node, message: str) -> None:
    report(document, Code.API_SAMPLE_UNUSABLE, message, node, _HINT)
