"""The API pages of a site, remembered together.

They share files, and what is wrong with a document is told once, whichever page met it first. So
they are found made before all together, or they are all made again.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from octavo.outputs.cache.contents import Answers, CachedPage, read_content
from octavo.outputs.cache.record import problems_as_data, read_problems
from octavo.outputs.pages import BuiltContent
from octavo.project.documents.api_files import is_link
from octavo.render.rendered import ApiPart
from octavo.site.model import OperationBinding, Page, Site
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.outputs.cache.store import Cache
    from octavo.problems import Problem
    from octavo.project.discover import Project
    from octavo.site.api.load import LoadedApi
    from octavo.site.build import LoadedSite


@dataclass(frozen=True, slots=True)
class ApiUnit:
    """What the API pages of a site have in common."""

    links: Mapping[str, Sequence[Any]]
    """Where the links in their texts lead."""
    files: Mapping[str, str | None]
    """The digests of files that their documents refer to and that are no data by their names."""
    problems: tuple[Problem, ...]
    parts: tuple[ApiPart, ...]


class KnownApi:
    """What the cache has of the API pages in their present state."""

    def __init__(self, cache: Cache, key: bytes, answers: Answers) -> None:
        self._cache = cache
        self._key = key
        self._answers = answers
        self.unit: ApiUnit | None = None

    def find(self, pages: Iterable[Page]) -> None:
        """Look for the unit; there is none unless all that it was made of is as it was."""
        unit = _read_unit(self._cache.load(self._key))
        if unit is None:
            return
        files, links = unit.files.items(), unit.links.items()
        if (
            all(self._answers.texts.digest(source) == digest for source, digest in files)
            and all(self._answers.link(path) == list(answer) for path, answer in links)
            and all(self._has(page) for page in pages if not page.generated)
        ):
            self.unit = unit

    def load(self, page: CachedPage) -> BuiltContent | None:
        """Return the content of an API page."""
        found = read_content(self._cache.load(self.key_of(page))) if self.unit else None
        return found[0] if found else None

    def key_of(self, page: CachedPage) -> bytes:
        """Return the name of a page's content."""
        return hashlib.sha256(self._key + page.url.encode()).digest()[:20]

    def keep(self, unit: ApiUnit) -> None:
        """Remember what was made anew."""
        self._cache.add(self._key, _write_unit(unit))

    def _has(self, page: Page) -> bool:
        found = read_content(self._cache.load(self.key_of(page)))
        return found is not None and self._answers.hold(found[1])


def api_key(
    version: bytes, project: Project, site: Site, loaded: LoadedSite, answers: Answers
) -> bytes:
    """Return the name of the present state of all API pages.

    It holds all settings, all data and the texts of all API pages: what else such a page may be
    made of is asked for when it is rendered.
    """
    digest = hashlib.sha256(version + answers.links.base_path.encode() + b"\0api\0")
    digest.update(repr(site.settings).encode("utf-8", "replace"))
    if loaded.api is not None:
        digest.update(_linked_digest(loaded.api))
    for file in project.data:
        digest.update(f"{file.source}\0{answers.texts.digest(file.source)}\0".encode())
    for page in site.pages.values():
        if page.is_api:
            digest.update(repr(_identity(page, answers)).encode("utf-8", "replace"))
    return digest.digest()[:20]


def _linked_digest(api: LoadedApi) -> bytes:
    """Return the digest of the documents that were loaded from links."""
    digest = hashlib.sha256()
    for address in filter(is_link, api.sources.files.loaded):
        text = api.sources.files.text_of(address) or ""
        digest.update(f"{address}\0{text}\0".encode("utf-8", "replace"))
    return digest.digest()


def _identity(page: Page, answers: Answers) -> tuple[Any, ...]:
    binding = page.binding
    shown: tuple[Any, ...] = ()
    if isinstance(binding, OperationBinding):
        shown = (binding.document.source, binding.entry.key)
    elif binding is not None:
        shown = (binding.document.source, binding.name)
    text = None if page.generated else answers.texts.digest(page.source)
    return page.source, page.url, page.title, page.version, page.generated, shown, text


def _write_unit(unit: ApiUnit) -> bytes:
    parts = [(part.output, len(part.data), part.title) for part in unit.parts]
    told = [unit.links, unit.files, problems_as_data(unit.problems), parts]
    head = json.dumps(told, separators=(",", ":")).encode()
    return b"".join([struct.pack(">I", len(head)), head, *(part.data for part in unit.parts)])


def _read_unit(data: bytes | None) -> ApiUnit | None:
    if data is None:
        return None
    try:
        (length,) = struct.unpack_from(">I", data)
        links, files, problems, told = json.loads(data[4 : 4 + length])
        at, parts = 4 + length, []
        for output, size, title in told:
            parts.append(ApiPart(output, data[at : at + size], title))
            at += size
        return ApiUnit(links, files, tuple(read_problems(problems)), tuple(parts))
    except (ValueError, TypeError, KeyError, struct.error, RecursionError):
        return None
