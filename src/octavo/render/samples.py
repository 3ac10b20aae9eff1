"""Request samples: prints them with the theme's own JavaScript, the same that browsers run.

The engine runs here, in the process itself: the code is ours and only the data is foreign. It goes
in as one JSON text and comes out as another.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import _quickjs  # type: ignore[import-not-found]  # `quickjs` around it would start a thread

from octavo.render.assets import theme_text

LANGUAGES: Final = ("bash", "python", "javascript", "php", "go", "java")
"""The languages that samples are printed in, in the order that readers see."""

MEMORY_LIMIT = 128 << 20
STACK_LIMIT = 1 << 20
TIME_LIMIT = 5.0

_IMPORT = re.compile(r'^import (\{[\w, ]+\}) from "([./\w-]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|const) (\w+))", re.MULTILINE)
_HALF_CHARACTER = re.compile(r"(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}")


class SamplePrinter:
    """Prints samples; it belongs to the thread that made it."""

    def __init__(self) -> None:
        context = _quickjs.Context()
        context.set_memory_limit(MEMORY_LIMIT)
        context.set_max_stack_size(STACK_LIMIT)
        context.set_time_limit(TIME_LIMIT)
        context.eval(_program())
        self._context = context
        self._print_samples = context.get("printSamples")
        self._build_request = context.get("buildRequest")

    def print_all(
        self, description: Mapping[str, Any], values: Mapping[str, Any], languages: Iterable[str]
    ) -> dict[str, str]:
        """Return the samples of a request by language; languages that are not printed are absent.

        A request that takes too much time or memory has no samples.
        """
        printed = [language for language in languages if language in LANGUAGES]
        needed = _without_unused(description, values)
        result = self._call(self._print_samples, [needed, values, printed])
        samples: dict[str, str] = {} if result is None else result
        return samples

    def build_request(
        self, description: Mapping[str, Any], values: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """Return the request as it is sent: method, url, headers, body."""
        request: dict[str, Any] | None = self._call(self._build_request, [description, values])
        return request

    def _call(self, function: Any, arguments: list[Any]) -> Any:
        try:
            text = function(json.dumps(arguments))
        except _quickjs.JSException:
            return None
        # Half a character cannot be written to a file.
        return json.loads(_HALF_CHARACTER.sub(r"\1\\ufffd", text) if r"\ud" in text else text)


def _without_unused(description: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a description without the many parameters that a sample does not show."""
    shown = {*values["parameters"], *values.get("unfilled", ())}
    parameters = [
        each for each in description["parameters"] if f"{each['in']}:{each['name']}" in shown
    ]
    return {**description, "parameters": parameters}


@cache
def _program() -> str:
    """Return the modules joined, with a function for each thing that is asked for from here."""
    return "\n".join(
        [
            '"use strict"; (() => {',
            join_modules("request/build.js", "samples/index.js"),
            f"const {{ buildRequest }} = {_variable('request/build.js')};",
            f"const {{ printSamples }} = {_variable('samples/index.js')};",
            "const call = (f) => (text) => JSON.stringify(f(...JSON.parse(text)));",
            "globalThis.buildRequest = call(buildRequest);",
            "globalThis.printSamples = call((description, values, languages) => (",
            "  printSamples(buildRequest(description, values), languages)));",
            "})();",
        ]
    )


def join_modules(*names: str) -> str:
    """Return modules of the theme and those they import as one script, each in its own scope.

    The engine loads no modules. Ours have a simple form: imports of names on lines of their own at
    the top, exports in front of what they name, no circles.
    """
    joined: dict[str, str] = {}
    for name in names:
        _join(name, joined)
    return "\n".join(joined.values())


def _join(name: str, joined: dict[str, str]) -> None:
    if name in joined:
        return
    source = theme_text("js", *name.split("/"))
    lines = []
    for names, target in _IMPORT.findall(source):
        module = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
        _join(module, joined)
        lines.append(f"const {names} = {_variable(module)};")
    body = _EXPORT.sub(r"\1", _IMPORT.sub("", source))
    names = ", ".join(exported for _, exported in _EXPORT.findall(source))
    joined[name] = "\n".join(
        [f"const {_variable(name)} = (() => {{", *lines, body, f"return {{ {names} }};", "})();"]
    )


def _variable(module: str) -> str:
    return "_" + re.sub(r"\W", "_", module)
