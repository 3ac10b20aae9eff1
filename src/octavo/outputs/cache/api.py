"""The API pages of a site, remembered together.

They share files, and what is wrong with a document is told once, whichever page met it first. So
they are found made before all together, or they are all made again.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from octavo.outputs.cache.contents import Answers, link_as_data, read_content
from octavo.outputs.cache.record import problems_as_data, read_problems
from octavo.outputs.cache.state import is_settled
from octavo.outputs.documents import PageSource
from octavo.outputs.pages import BuiltContent
from octavo.project.documents.api_files import is_link
from octavo.project.files import seen_file
from octavo.render.rendered import ApiPart
from octavo.site.model import OperationBinding, Page, Site
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.outputs.cache.memory import Memory
    from octavo.problems import Problem
    from octavo.site.api.load import LoadedApi
    from octavo.site.build import LoadedSite
    from octavo.site.links import Target


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

    def __init__(self, memory: Memory, loaded: LoadedSite, site: Site, answers: Answers) -> None:
        self._memory = memory
        self._cache = memory.cache
        self._loaded = loaded
        self._site = site
        self._answers = answers
        self._key = _api_key(memory, loaded, site, answers)
        self._problem_count = len(loaded.api.sources.problems) if loaded.api else 0
        """Of what was wrong with the documents before any page was rendered."""
        self.unit = self._find_unit()

    def _find_unit(self) -> ApiUnit | None:
        """Look for the unit; there is none unless all that it was made of is as it was."""
        unit = _read_unit(self._cache.load(self._key))
        if unit is None:
            return None
        files, links = unit.files.items(), unit.links.items()
        pages = (page for page in self._site.pages.values() if page.is_api and not page.generated)
        is_same = (
            all(self._answers.texts.digest(source) == digest for source, digest in files)
            and all(self._answers.link(path) == list(answer) for path, answer in links)
            and all(map(self._has, pages))
        )
        return unit if is_same else None

    def problems(self) -> tuple[Problem, ...]:
        """Return what is wrong with the documents, where the unit is known."""
        api = self._loaded.api
        own = api.sources.problems[: self._problem_count] if api else ()
        return (*own, *(self.unit.problems if self.unit else ()))

    def load(self, page: PageSource) -> BuiltContent | None:
        """Return the content of an API page."""
        found = read_content(self._cache.load(self.key_of(page))) if self.unit else None
        return found[0] if found else None

    def key_of(self, page: PageSource) -> bytes:
        """Return the name of a page's content."""
        return hashlib.sha256(self._key + page.url.encode()).digest()[:20]

    def keep(self, parts: tuple[ApiPart, ...], links: Mapping[str, Target]) -> None:
        """Remember what was made anew, if it will be the same as long as its files are."""
        api = self._loaded.api
        files = self._other_files()
        if files is None or not self._is_undisturbed(files):
            return
        found = api.collect_findings() if api else ()
        late = api.sources.problems[self._problem_count :] if api else ()
        answers = {path: link_as_data(target) for path, target in links.items()}
        self._cache.add(self._key, _write_unit(ApiUnit(answers, files, (*late, *found), parts)))

    def _has(self, page: Page) -> bool:
        found = read_content(self._cache.load(self.key_of(page)))
        return found is not None and self._answers.hold(found[1])

    def _other_files(self) -> dict[str, str | None] | None:
        """Return the digests of files that documents refer to and that are not data by name.

        None where a document from a link refers to others: whether those have changed cannot be
        told without loading them.
        """
        api = self._loaded.api
        if api is None:
            return {}
        named = {document.source for document in self._site.api_documents}
        data = {file.source for file in self._memory.project.data}
        others = [source for source in api.sources.files.loaded if source not in data | named]
        if any(map(is_link, others)):
            return None
        return {source: self._answers.texts.digest(source) for source in others}

    def _is_undisturbed(self, others: Iterable[str]) -> bool:
        """Tell whether all files are as they were when the project was looked at.

        Documents are read without taking a digest: what changed meanwhile must not be remembered
        under the digest of another state.
        """
        project = self._memory.project
        found = (project.find(source) for source in others)
        for file in (*project.data, *filter(None, found)):
            try:
                status = os.stat(file.path, follow_symlinks=False)
            except OSError:
                return False
            now = seen_file(file.source, file.kind, file.path, status)
            # What changed just before it was looked at may have changed again without a sign.
            if now != file or not is_settled(file, self._memory.state.looked_ns):
                return False
        return True


def _api_key(memory: Memory, loaded: LoadedSite, site: Site, answers: Answers) -> bytes:
    """Return the name of the present state of all API pages.

    It holds all settings, all data and the texts of all API pages: what else such a page may be
    made of is asked for when it is rendered.
    """
    digest = hashlib.sha256(memory.version + answers.links.base_path.encode() + b"\0api\0")
    digest.update(repr(site.settings).encode("utf-8", "replace"))
    if loaded.api is not None:
        digest.update(_linked_digest(loaded.api))
    for file in memory.project.data:
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
