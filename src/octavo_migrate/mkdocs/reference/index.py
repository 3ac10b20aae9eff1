"""The locations of Python objects and headings, in the new site and in other sites.

Other sites publish them in `objects.inv`, which Sphinx and mkdocstrings write.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from octavo.project.surface import is_inside, relate_path
from octavo.site.urls import build_page_url
from octavo.values import Struct, field
from octavo_migrate.data import read_dict
from octavo_migrate.mkdocs.context import Line, Tree
from octavo_migrate.mkdocs.markdown.pieces import find_code, find_heading_id, match_attributes
from octavo_migrate.mkdocs.reference.block import (
    Block,
    Options,
    PythonObject,
    read_block,
    resolve_options,
)
from octavo_migrate.mkdocs.settings_file import SettingsFile

if TYPE_CHECKING:
    from octavo_migrate.mkdocs.reference.python import Library
import zlib
from collections.abc import Callable, Iterable

from octavo.project.surface import DownloadError, DownloadRules, load_file
from octavo_migrate.mkdocs.reference.block import KNOWN
from octavo_migrate.mkdocs.settings_file import list_named
from octavo_migrate.moved_site import Note, Outcome

_HEADING = re.compile(r" {0,3}#{1,6}\s*(?![#\s:])(.*?)[ \t]*#*[ \t]*\Z")
_ANCHOR = re.compile(r"\[\]\([^)\s]*\)(?=\{)")
_SKIPPED = frozenset({"node_modules", "tests", "test", "docs", "site", "build", "dist", "venv"})
_DEEPEST = 4


class Reference(Struct, frozen=True):
    """The objects that a site documents, with their locations."""

    library: Library | None = None
    """None if griffe is not installed."""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    """Links to objects by their paths, and to headings by their ids."""
    objects: dict[tuple[str, Options], PythonObject | None] = field(default_factory=dict)
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    """Links to objects of other sites, by their paths."""

    def find(self, block: Block) -> PythonObject | None:
        """Return the object of a block, with its shown members."""
        options = resolve_options(block, self.defaults)
        key = block.name, options
        if key not in self.objects and self.library is not None:
            self.objects[key] = self.library.find(block.name, options)
        return self.objects.get(key)


def load_reference(
    file: SettingsFile, tree: Tree, texts: Mapping[str, str], elsewhere: Mapping[str, str]
) -> Reference:
    """Find all blocks of a site, their objects, and the locations of headings."""
    handler = get_handler(file)
    defaults: dict[str, Any] = {}
    for key in ("selection", "rendering", "options"):
        defaults |= read_dict(handler, key)
    pages = {source: scan_page(text) for source, text in texts.items()}
    names = {block.name.split(".")[0] for blocks, _ in pages.values() for block in blocks}
    folders = list(_list_folders(file, tree, handler.get("paths"), names)) if names else []
    library = _load_library(folders, tree) if names else None
    reference = Reference(library, defaults, elsewhere=elsewhere)
    for source, (blocks, anchors) in pages.items():
        url = build_page_url(tree.pages[source])
        title = tree.titles.get(source)
        for anchor in anchors:
            reference.places.setdefault(anchor, url if anchor == title else f"{url}#{anchor}")
        for block in blocks:
            root = reference.find(block)
            for each in root.walk() if root else ():
                # A page can show an object twice; the place with its own name has priority.
                for path in (each.path, each.canonical):
                    reference.places.setdefault(path, f"{url}#{each.path}")
    return reference


def get_handler(file: SettingsFile) -> dict[str, Any]:
    """Return the Python settings of mkdocstrings."""
    return read_dict(file.plugins, "mkdocstrings", "handlers", "python")


def _load_library(folders: Sequence[str], tree: Tree) -> Library | None:
    try:
        from octavo_migrate.mkdocs.reference.python import (  # noqa: PLC0415 (an extra)
            Library,
        )
    except ImportError:
        return None
    return Library(folders, tree.reach.top)


def _list_folders(file: SettingsFile, tree: Tree, paths: Any, names: set[str]) -> Iterator[str]:
    """Yield the folders of packages: from the settings, the usual ones, and their locations."""
    named = [str(each) for each in paths] if isinstance(paths, list) else []
    usual = [os.path.join(tree.reach.top, each) for each in ("", "src", "lib")]
    for folder in [*named, ".", "src", *usual]:
        path = os.path.realpath(os.path.join(file.folder, folder))
        if is_inside(tree.reach.top, path) and os.path.isdir(path):
            yield path
    for folder, folders, files in os.walk(tree.reach.top):
        depth = relate_path(folder, tree.reach.top).count(os.sep)
        inner = set(folders) - _SKIPPED if depth < _DEEPEST else set[str]()
        folders[:] = sorted(each for each in inner if not each.startswith((".", "_")))
        modules = {each.removesuffix(".py") for each in files}
        modules |= {each for each in folders if os.path.isfile(f"{folder}/{each}/__init__.py")}
        if names & modules:
            yield folder


def scan_page(text: str) -> tuple[list[Block], list[str]]:
    """Return the blocks of a page, and the ids of its headings."""
    if "#" not in text and ":::" not in text:
        return [], []
    lines = [Line(each.expandtabs(4).rstrip("\r"), 0) for each in text.split("\n")]
    blocks: list[Block] = []
    anchors: list[str] = []
    in_code = find_code(line.text for line in lines)
    for at, (line, is_code) in enumerate(zip(lines, in_code, strict=True)):
        if is_code:
            continue
        if ":::" in line.text and (
            # The block can be in a box or a tab.
            block := read_block([each.cut(line.indent) for each in lines[at : at + 60]], 0)
        ):
            blocks.append(block)
        elif heading := _HEADING.match(line.text):
            anchors.append(find_heading_id(heading[1]))
        else:
            anchors += _list_anchors(line.text)
    return blocks, anchors


def _list_anchors(text: str) -> Iterator[str]:
    for match in _ANCHOR.finditer(text):
        attributes = match_attributes(text, match.end())
        if attributes and attributes.id:
            yield attributes.id


_RENEW = (
    "the reference of Python objects is written out in pages, as their source was when the site "
    "was moved. To renew it, move the old project again with `octavo migrate -o another-folder`, "
    "and take the pages from there"
)


def list_reference_notes(reference: Reference, file: SettingsFile) -> Iterator[Note]:
    """Yield notes on how to update the reference, and on options without an effect."""
    place = file.locate("plugins")
    if any(reference.objects.values()):
        yield Note(Outcome.CHANGED, _RENEW, place)
        if reference.defaults.get("show_source") is None:
            message = "the source of Python objects is not shown: it would be most of the page"
            advice = "Write `show_source: true` in the options, and move again, to have it."
            yield Note(Outcome.CHANGED, message, place, advice)
    unknown = sorted(reference.defaults.keys() - KNOWN - {"extensions"})
    if unknown:
        names = ", ".join(f"`{each}`" for each in unknown)
        message = f"options of mkdocstrings that change how a reference looks: {names}"
        yield Note(Outcome.LOST, message, place)
    for name in list_named(reference.defaults.get("extensions")):
        message = f"the extension `{name}` of griffe is code, and is not run"
        yield Note(Outcome.LOST, message, place)


_HEADER = b"# Sphinx inventory version 2\n"
_HEADER_LINES = 4
_MOST_BYTES = 50_000_000
_LINE = re.compile(r"(\S+)\s+(\w+):\S+\s+-?\d+\s+(\S+)")
_LINK = re.compile(r"\]\s?\[")


def _download(address: str) -> bytes:
    return load_file(address, DownloadRules(expected="a list of objects"))


def load_inventories(
    file: SettingsFile,
    texts: Iterable[str],
    notes: list[Note],
    load: Callable[[str], bytes] = _download,
) -> dict[str, str]:
    """Return links to objects of other sites, if pages may need them."""
    handler = get_handler(file)
    inventories = handler.get("inventories") or handler.get("import")
    links_by_name: dict[str, str] = {}
    if not isinstance(inventories, list) or not any(_LINK.search(text) for text in texts):
        return links_by_name
    for each in inventories:
        entry: dict[Any, Any] = each if isinstance(each, dict) else {"url": each}
        address = str(entry.get("url") or "")
        base = str(entry.get("base_url") or address.rpartition("/")[0])
        domains = entry.get("domains")
        try:
            links = parse_inventory(load(address), base, domains or ["py"])
        except (DownloadError, ValueError, zlib.error) as error:
            message = f"links to the objects of `{address}` are nothing but their text: {error}"
            advice = "Move again when that address can be reached."
            notes.append(Note(Outcome.LOST, message, file.locate("plugins"), advice))
            continue
        links_by_name = {**links, **links_by_name}
    return links_by_name


def parse_inventory(data: bytes, base: str, domains: Iterable[str]) -> dict[str, str]:
    """Return the links of an inventory; raise `ValueError` or `zlib.error` if it is invalid."""
    lines = data.split(b"\n", _HEADER_LINES)
    if not data.startswith(_HEADER) or len(lines) <= _HEADER_LINES:
        raise ValueError("this is no list of objects")
    text = zlib.decompressobj().decompress(lines[-1], _MOST_BYTES).decode("utf-8", "replace")
    domain_names = frozenset(domains)
    links: dict[str, str] = {}
    for match in filter(None, map(_LINE.match, text.splitlines())):
        name, domain, path = match.groups()
        if domain in domain_names:
            links.setdefault(name, f"{base.rstrip('/')}/{path.replace('$', name)}")
    return links
