"""The files of a new project: the starter, or pages for an API document."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from octavo.openapi.bundle.bundler import TooLargeError, bundle_document
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.info import read_info
from octavo.problems import LineLookup, Problem, Severity, count_by_severity
from octavo.project.documents.api_files import is_link
from octavo.project.files import relate_path
from octavo.render.basis.html import escape_attribute
from octavo.scaffold.page_files import NamedDocument, read_named_document
from octavo.settings.schema import build_settings_schema
from octavo.values import Struct

_FILES = Path(__file__).with_name("files")
_LOGOS = ("logo/light.svg", "logo/dark.svg")
_SCHEMA = ".octavo/site.schema.json"
"""The schema for editors; names that begin with a dot are not published."""
_FOLDER = "api-reference"
_LONGEST_NAME = 60
_MARK = 38
_FONT = 16
_WIDEST_LOGO = 192
"""The width in pixels up to which the theme doesn't shrink the logo."""
_WIDTHS = (
    (re.compile(r"[ijltfrI1 .,:;'!|()\[\]/-]"), 0.5),
    (re.compile(r"[mwMW@%&]"), 1.11),
    (re.compile(r"[a-z0-9]"), 0.72),
    (re.compile(r"[A-Z]"), 0.84),
    (re.compile(r""), 1.03),
)
"""The width of letters in a wide font, relative to the font size; the first match counts."""


class StarterFiles(Struct, frozen=True):
    """The files of a new project by path; None if its API document is unusable."""

    files: Mapping[str, bytes] | None
    problems: tuple[Problem, ...] = ()
    line_of: LineLookup = lambda _source, _line: None


def build_starter(name: str) -> dict[str, bytes]:
    """Return the files of the starter, for a site of this name."""
    sources = sorted(path for path in _FILES.rglob("*") if path.is_file())
    files = {path.relative_to(_FILES).as_posix(): path.read_bytes() for path in sources}
    files["site.json"] = files["site.json"].replace(b'"Documentation"', _write_json(name))
    files.update(logos := _build_logos(name))
    if not logos:  # The site shows its name instead.
        files["site.json"] = re.sub(rb' *"logo": .*\n', b"", files["site.json"])
        files = {path: content for path, content in files.items() if path not in _LOGOS}
    return {**files, **_build_schema()}


def load_document_starter(document: str, folder: str) -> StarterFiles:
    """Return files for an API document, which is a file or an address."""
    result, problems = read_named_document(document)
    if result is None:
        return StarterFiles(None, problems)
    problems = result.collect_problems()
    line_of = result.build_line_lookup()
    if result.document is None or count_by_severity(problems)[Severity.ERROR]:
        return StarterFiles(None, problems, line_of)
    place, copies = _place_document(document, result.document, result, folder)
    title = read_info(result.document).title
    name = title[:_LONGEST_NAME]
    settings = json.loads((_FILES / "site.json").read_bytes())
    settings["name"] = name
    logos = _build_logos(name)
    if not logos:
        del settings["logo"]  # The site shows its name instead.
    settings["tabs"] = [{"name": "API reference", "url": _FOLDER, "openapi": place}]
    settings["navigation"] = [{"group": "Get started", "pages": ["index"]}]
    page = "\n\n".join(_render_introduction(title)) + "\n"
    files = {
        "site.json": _write_json(settings, indent=2) + b"\n",
        "index.mdx": page.encode("utf-8", "replace"),
        "favicon.svg": (_FILES / "favicon.svg").read_bytes(),
        **logos,
        **_build_schema(),
        **copies,
    }
    return StarterFiles(files)


def _build_schema() -> dict[str, bytes]:
    """Return the schema that the settings name, by path."""
    return {_SCHEMA: _write_json(build_settings_schema(), indent=2) + b"\n"}


def _build_logos(name: str) -> dict[str, bytes]:
    """Return the logos with the name of the site; empty if the name is too long."""
    letters = sum(next(width for kind, width in _WIDTHS if kind.match(each)) for each in name)
    width, label = math.ceil(_MARK + _FONT * letters), escape_attribute(name)
    if width > _WIDEST_LOGO:
        return {}
    texts = {source: (_FILES / source).read_text("utf-8") for source in _LOGOS}
    return {
        source: text.replace("WIDTH", str(width)).replace("NAME", label).encode("utf-8", "replace")
        for source, text in texts.items()
    }


def _write_json(value: Any, indent: int | None = None) -> bytes:
    return json.dumps(value, indent=indent, ensure_ascii=False).encode("utf-8", "replace")


def _place_document(
    name: str, document: ApiDocument, named_document: NamedDocument, folder: str
) -> tuple[str, dict[str, bytes]]:
    """Return a document's name for the settings, and copies of its files if it is elsewhere."""
    if is_link(name):
        return name, {}
    inside = relate_path(os.path.realpath(name), os.path.realpath(folder))
    if not inside.startswith(os.pardir) and not os.path.isabs(inside):
        return inside.replace(os.sep, "/"), {}
    with suppress(TooLargeError):
        bundle_document(document)  # This reads all files that the document refers to.
    sources = (document.source, *document.loaded_files, *document.loaded_texts)
    files = {source: named_document.api.files.find_data(source) for source in sources}
    return document.source, {source: data for source, data in files.items() if data is not None}


def _render_introduction(title: str) -> Iterator[str]:
    """Return the blocks of a first page; what the document says itself is in its pages."""
    description = f"How to begin with the {title}."
    front = {"title": title, "sidebarTitle": "Introduction", "description": description}
    lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in front.items())
    yield "---\n" + "\n".join(lines) + "\n---"
    yield "Write here what your readers need first, such as how to get a key and send a request."
    yield _CARD.format(folder=_FOLDER)


_CARD = """<Card title="API reference" icon="code" href="/{folder}">
  Servers, authentication and every operation, with a form to try it.
</Card>"""
