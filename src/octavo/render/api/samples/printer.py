"""Generates request samples with the theme's JavaScript, the same that browsers run.

The engine runs in this process, because the code is trusted and only the data is foreign. The data
goes in as one JSON text and comes out as another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import _quickjs  # type: ignore[import-not-found]  # `quickjs` around it would start a thread

from octavo.render.assets.joined_scripts import build_scope_name, join_in_scopes
from octavo.render.assets.theme_files import load_scripts
from octavo.theme import SAMPLE_LANGUAGES

MEMORY_LIMIT = 128 << 20
STACK_LIMIT = 1 << 20
TIME_LIMIT = 5.0

_HALF_CHARACTER = re.compile(r"(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}")

_SEPARATOR = "\f"
"""The separator of samples, because every language escapes control characters."""

_encode = json.JSONEncoder(check_circular=False, separators=(",", ":")).encode


class SamplePrinter:
    """Generates samples; it belongs to the thread that created it."""

    def __init__(self) -> None:
        context = _quickjs.Context()
        context.set_memory_limit(MEMORY_LIMIT)
        context.set_max_stack_size(STACK_LIMIT)
        context.set_time_limit(TIME_LIMIT)
        context.eval(_join_program())
        self._context = context
        self._print_samples = context.get("printSamples")
        self._build_request = context.get("buildRequest")

    def print_all(
        self, description: Mapping[str, Any], values: Mapping[str, Any], languages: Iterable[str]
    ) -> dict[str, str]:
        """Return the samples of a request by language, for supported languages only.

        A request that takes too much time or memory has no samples.
        """
        own_languages = [language for language in languages if language in SAMPLE_LANGUAGES]
        short_description = _drop_unused(description, values)
        text = self._call(self._print_samples, [short_description, values, own_languages])
        samples = [] if text is None else text.split(_SEPARATOR)
        # No sample is better than one in another language.
        is_whole = len(samples) == len(own_languages)
        return dict(zip(own_languages, samples, strict=True)) if is_whole else {}

    def build_request(
        self, description: Mapping[str, Any], values: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """Return the request in its sent form: method, URL, headers, body."""
        text = self._call(self._build_request, [description, values])
        if text is None:
            return None
        # Half a surrogate pair can't be written to a file.
        request: dict[str, Any] = json.loads(_HALF_CHARACTER.sub(r"\1\\ufffd", text))
        return request

    def _call(self, function: Any, arguments: list[Any]) -> str | None:
        try:
            text: str = function(_encode(arguments))
        except _quickjs.JSException:
            return None
        return text


def _drop_unused(description: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a description without the parameters and bodies, often many, that no sample shows."""
    keys = {*values["parameters"], *values.get("unfilled", ())}
    body_type = (values.get("body") or {}).get("contentType")
    return {
        **description,
        "parameters": [
            each for each in description["parameters"] if f"{each['in']}:{each['name']}" in keys
        ],
        "bodies": [each for each in description["bodies"] if each["contentType"] == body_type],
    }


@cache
def _join_program() -> str:
    """Return the modules as one program, with a function for each entry point."""
    scripts = {name: f"samples/printers/{name}.js" for name in SAMPLE_LANGUAGES}
    printers = [
        f"{name}: {build_scope_name(script)}.printSample" for name, script in scripts.items()
    ]
    return "\n".join(
        [
            '"use strict"; (() => {',
            join_modules("request/build.js", "samples/print.js", *scripts.values()),
            f"const {{ buildRequest }} = {build_scope_name('request/build.js')};",
            f"const {{ printSamples }} = {build_scope_name('samples/print.js')};",
            f"const PRINTERS = {{ {', '.join(printers)} }};",
            "const build = (description, values) => (",
            "  JSON.stringify(buildRequest(description, values)));",
            # The text must not contain half surrogate pairs, which can't be written to a file.
            "const print = (description, values, languages) => (",
            "  printSamples(",
            "    buildRequest(description, values), languages.map((name) => PRINTERS[name]))",
            f"    .join({json.dumps(_SEPARATOR)}).toWellFormed());",
            "globalThis.buildRequest = (text) => build(...JSON.parse(text));",
            "globalThis.printSamples = (text) => print(...JSON.parse(text));",
            "})();",
        ]
    )


def join_modules(*entries: str) -> str:
    """Return modules of the theme and their imports as one script."""
    return join_in_scopes(load_scripts("request/", "samples/"), entries)
