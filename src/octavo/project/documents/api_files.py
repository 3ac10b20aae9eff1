"""Loads the files of API documents, each once and on demand.

A referenced file must be a file of the project, found like all others. So no link, no `..` and no
`file:` leads outside. A document from a link can only refer to its own origin.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.cache_folder import find_cache_folder
from octavo.project.documents.json import find_json_places, parse_json
from octavo.project.documents.places import Path, Place
from octavo.project.files import Kind, Problems, SourceFile, load_bytes, load_text, normalize_lines
from octavo.values import Struct, field, replace

if TYPE_CHECKING:
    from octavo.project.web.download import DownloadRules

MAX_LINKED_DOCUMENTS = 50
MAX_LINKED_BYTES = 20 * 1024 * 1024

_LINK = re.compile(r"https?://", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_NOWHERE = ((1, 1), (1, 1))
_VALUE = rb"""[ \t\r\n]*:[ \t\r\n]*["']?v?[0-9]"""
_JSON_MARK = re.compile(rb'"(?:openapi|swagger)"' + _VALUE)
_YAML_MARK = re.compile(
    rb"""^(?:\xef\xbb\xbf)?["']?(?:openapi|swagger)["']?""" + _VALUE, re.MULTILINE
)


class NotLoaded(Struct, frozen=True):
    """Why a file can't be read."""

    reason: str
    hint: str = ""


_EMPTY = NotLoaded("it is empty")


class ApiFiles(Struct, eq=False):
    """The files of API documents, with all their problems so far."""

    find: Callable[[str], SourceFile | None]
    """Returns a file of the project by its source."""
    root: str
    rules: DownloadRules | None = None
    allow_local: bool = False
    """Whether links may name this computer, if no rules say so."""
    problems: list[Problem] = field(default_factory=list)
    _texts: dict[str, str] = field(default_factory=dict)
    """The texts of links."""
    _trees: dict[str, Any] = field(default_factory=dict)
    _plain: dict[str, str | NotLoaded] = field(default_factory=dict)
    """Files that are shown unchanged: descriptions and code samples."""
    _links: dict[str, _LinkedDocument] = field(default_factory=dict)
    """The downloaded documents, by address."""

    def find_data(self, source: str) -> bytes | None:
        """Return the raw bytes of a loaded file, to find places in it."""
        if source in self._texts:
            return self._texts[source].encode("utf-8", "replace")
        data = self.load_given(source) if source in self.loaded_sources else None
        return None if data is None else normalize_lines(data)

    @property
    def loaded_sources(self) -> tuple[str, ...]:
        """The sources of all requested files and links."""
        return tuple(self._trees | self._plain)

    @property
    def links(self) -> tuple[str, ...]:
        """The requested addresses."""
        return tuple(filter(is_link, self.loaded_sources))  # Pages in progress may add some.

    def has_changed(self, link: str) -> bool:
        """Tell whether the content at an address has changed; an unreachable one has not."""
        from octavo.project.web.download import load_link  # noqa: PLC0415 (few use it)

        looks_right = looks_like_document if link in self._links else _looks_like_data
        body, _ = load_link(link, Location(link), self._choose_rules(), looks_right)
        text = None if body is None else _decode(body)
        return isinstance(text, str) and text != self._texts.get(link)

    def load_document(self, source: str, location: Location, *, must: bool) -> Any:
        """Return the tree of a document, or None; with `must`, its problems are errors."""
        if source not in self._trees:
            if is_link(source):
                downloads = self._links[source] = _LinkedDocument(location)
                text, problems = self._download(source, downloads, looks_like_document)
            else:
                text, problems = self._load_text(source)
            problems_of_file = (*problems, *self._keep(source, text))
            if not problems_of_file and self._trees[source] == _EMPTY:
                message = "this is not an API document: the file is empty"
                problems_of_file = (Problem(Code.API_NOT_OPENAPI, message, Location(source, 1, 1)),)
            self.problems += problems_of_file if must else map(_soften, problems_of_file)
        tree = self._trees[source]
        return None if isinstance(tree, NotLoaded) else tree

    def load_overlay(self, source: str, location: Location) -> Any:
        """Return the tree of an overlay, or None; what is wrong with it are errors."""
        if source not in self._trees:
            if is_link(source):
                downloads = _LinkedDocument(location)
                text, problems = self._download(source, downloads, _looks_like_data)
            else:
                text, problems = self._load_text(source)
            self.problems += (*problems, *self._keep(source, text))
        tree = self._trees[source]
        if tree == _EMPTY:
            return {}
        return None if isinstance(tree, NotLoaded) else tree

    def load_file(self, source: str, document: str) -> Any:
        """Return the tree of a referenced file, or why it can't be read."""
        refusal = self._refuse(source, document)
        if refusal:
            return refusal
        if source not in self._trees:
            text, problems = self._load_beside(source, document)
            self.problems += (*problems, *self._keep(source, text))
        return self._trees[source]

    def load_plain(self, source: str, document: str) -> str | NotLoaded:
        """Return the text of a referenced file, or why it can't be read."""
        refusal = self._refuse(source, document)
        if refusal:
            return refusal
        if source not in self._plain:
            text, problems = self._load_beside(source, document)
            self.problems += problems
            self._plain[source] = text
            if is_link(source) and isinstance(text, str):
                self._texts[source] = text
        return self._plain[source]

    def load_given(self, source: str) -> bytes | None:
        """Return a file of the project unchanged; None for files from links."""
        file = None if is_link(source) else self.find(source)
        return load_bytes(self.root, replace(file, kind=Kind.DATA))[0] if file else None

    def _load_beside(self, source: str, document: str) -> tuple[str | NotLoaded, Problems]:
        if not is_link(document):
            return self._load_text(source)
        text, problems = self._download(source, self._links[document], _looks_like_data)
        # A failure is reported at the reference; one report is enough for the rest.
        return text, tuple(p for p in problems if p.code is Code.API_LINK_LAST_COPY)

    def _refuse(self, source: str, document: str) -> NotLoaded | None:
        return self._refuse_link(source, document) if is_link(document) else _refuse_file(source)

    def _keep(self, source: str, text: str | NotLoaded) -> Problems:
        if isinstance(text, NotLoaded):
            self._trees[source] = text
            return ()
        if is_link(source):
            self._texts[source] = text
        tree, problems = parse_data(text, source)
        substitute = NotLoaded("it cannot be read") if problems else _EMPTY
        self._trees[source] = substitute if tree is None else tree
        return problems

    def _load_text(self, source: str) -> tuple[str | NotLoaded, Problems]:
        file = self.find(source)
        if file is None:
            return NotLoaded(f"there is no file `{source}` in the project"), ()
        text, problems = load_text(self.root, replace(file, kind=Kind.DATA))
        return (NotLoaded("it cannot be read") if text is None else text), problems

    def _choose_rules(self) -> DownloadRules:
        from octavo.project.web.download import DownloadRules  # noqa: PLC0415 (few use it)

        return self.rules or DownloadRules(allow_local=self.allow_local)

    def _download(
        self, source: str, downloads: _LinkedDocument, looks_right: Callable[[bytes], bool]
    ) -> tuple[str | NotLoaded, Problems]:
        from octavo.project.web.download import load_link  # noqa: PLC0415 (few use it)

        rules = self._choose_rules()
        remaining = max(0, min(rules.max_bytes, MAX_LINKED_BYTES - sum(downloads.sizes)))
        rules = replace(rules, max_bytes=remaining)
        body, problems = load_link(source, downloads.location, rules, looks_right)
        downloads.sizes.append(len(body or b""))
        if body is None:
            return NotLoaded(problems[-1].message, problems[-1].hint), problems
        return _decode(body), problems

    def _refuse_link(self, source: str, document: str) -> NotLoaded | None:
        if not is_link(source) or _find_origin(source) != _find_origin(document):
            hint = "Put what it refers to beside the document."
            return NotLoaded("a document from a link may refer to its own origin only", hint)
        if document not in self._links:
            return NotLoaded("the document itself was not loaded")
        count = len(self._links[document].sizes)
        if source not in self._trees | self._plain and count > MAX_LINKED_DOCUMENTS:
            return NotLoaded(f"the document refers to more than {MAX_LINKED_DOCUMENTS} others")
        return None


class _LinkedDocument(Struct, frozen=True):
    location: Location
    """Where the project names the document."""
    sizes: list[int] = field(default_factory=list)


def is_link(text: str) -> bool:
    """Tell whether this is a web address and not a file."""
    return _LINK.match(text) is not None


def looks_like_document(data: bytes) -> bool:
    """Tell whether a file may be an API document, without reading it."""
    start = data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()
    mark = _JSON_MARK if start.startswith(b"{") else _YAML_MARK
    return mark.search(data) is not None


def parse_data(text: str, source: str) -> tuple[Any, Problems]:
    """Return the tree of a text in JSON or YAML, recognized by content or else by name."""
    is_yaml = _is_named_yaml(source)
    if _has_brackets(text) or is_yaml is False:
        document = parse_json(text, source)
        if document.value is not None or not is_yaml:  # YAML may start with brackets, too.
            return document.value, document.problems
    from octavo.project.documents.yaml import parse_yaml  # noqa: PLC0415 (many sites have no YAML)

    yaml_document = parse_yaml(text, source)
    return yaml_document.value, yaml_document.problems


def find_data_places(
    data: bytes, source: str, paths: Collection[Path]
) -> dict[Path, tuple[Place, Place]]:
    """Return the places of the keys and values at some paths in a valid text."""
    if _has_brackets(_decode(data[:1000])) or _is_named_yaml(source) is False:
        places = find_json_places(data, paths)
        if any(place != _NOWHERE for place in places.values()):
            return places
    from octavo.project.documents.yaml import find_yaml_places  # noqa: PLC0415 (see above)

    return find_yaml_places(_decode(data), paths)


def _has_brackets(text: str) -> bool:
    return text[:1000].lstrip("\ufeff \t\n")[:1] in ("{", "[")


def is_plain_text(source: str) -> bool:
    """Tell whether a name has an ending of a text file, such as `.md`."""
    path = urlsplit(source).path if is_link(source) else source
    return _is_named_yaml(source) is None and "." in path.rsplit("/", 1)[-1].lstrip(".")


def _is_named_yaml(source: str) -> bool | None:
    """Tell whether a name is that of a YAML file, not of a JSON file; None for other names."""
    path = (urlsplit(source).path if is_link(source) else source).lower()
    return True if path.endswith((".yaml", ".yml")) else False if path.endswith(".json") else None


def _refuse_file(source: str) -> NotLoaded | None:
    if is_link(source):
        hint = "Put the file into the project."
        return NotLoaded("references to web addresses are not followed", hint)
    if _SCHEME.match(source) or source.startswith(("/", "\\")):
        hint = "Write the path from the folder of this file, such as ./schemas/pet.yaml."
        return NotLoaded("only files of the project can be referred to", hint)
    if source == ".." or source.startswith("../"):
        return NotLoaded("it leads out of the project", "Put the file into the project.")
    return None


def _find_origin(address: str) -> tuple[str, str]:
    parts = urlsplit(address)
    host = parts.netloc.lower()
    return parts.scheme, host.removesuffix(":443" if parts.scheme == "https" else ":80")


def _looks_like_data(body: bytes) -> bool:
    return body[:1000].lstrip()[:1] != b"<"  # A login page starts like HTML, so it is no document.


def load_linked_bytes(address: str) -> bytes | None:
    """Return the last content of an address from the user's cache."""
    from octavo.project.web.link_cache import load_copy  # noqa: PLC0415 (few use it)

    copy = load_copy(find_cache_folder(), address)
    return None if copy is None else copy.body


def _decode(body: bytes) -> str:
    return normalize_lines(body).decode("utf-8", "replace").replace("\0", "\ufffd")


def _soften(problem: Problem) -> Problem:
    severity = Severity.WARNING if problem.severity is Severity.ERROR else problem.severity
    return replace(problem, severity=severity)
