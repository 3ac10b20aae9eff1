"""The pages that a site has for an API document: of the whole, its tags, operations and schemas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import OperationEntry, OperationKey, Tag
from octavo.openapi.operation.listing import list_operations, read_tag_groups, read_tags
from octavo.openapi.page_plan import choose_tag, is_for_navigation, list_line
from octavo.reference.overview.users import SchemaUsers
from octavo.site.api.hidden import HiddenOperations
from octavo.site.model import (
    OperationBinding,
    OverviewBinding,
    Page,
    ReleaseBinding,
    SchemaBinding,
    Site,
)
from octavo.site.urls import is_inside


class DocumentPages:
    """Finds the pages of one document; those that readers are not to see are not among them."""

    def __init__(
        self, site: Site, document: ApiDocument, users: SchemaUsers, hidden: HiddenOperations
    ) -> None:
        self.document = document
        self.tags: Mapping[str, Tag] = read_tags(document)
        self._users = users
        self._operations: dict[OperationKey, list[Page]] = {}
        self._schemas: dict[str, list[Page]] = {}
        self._releases: dict[tuple[str, str | None], dict[str, Page]] = {}
        self._overviews: dict[tuple[str, str | None], dict[str | None, Page]] = {}
        """The page of the whole (None) and those of tags, by folder and version."""
        for page in site.pages.values():
            binding = page.binding
            if binding is None or binding.document is not document or page.settings.hidden:
                continue
            if isinstance(binding, OperationBinding):
                if not hidden.hides(document, binding.entry.key):
                    self._operations.setdefault(binding.entry.key, []).append(page)
            elif isinstance(binding, SchemaBinding):
                self._schemas.setdefault(binding.name, []).append(page)
            elif isinstance(binding, ReleaseBinding):
                own_releases = self._releases.setdefault((binding.folder, page.version), {})
                if binding.release is not None:
                    own_releases[binding.release.name] = page
            else:
                own = self._overviews.setdefault((binding.folder, page.version), {})
                own[binding.tag.name if binding.tag else None] = page

    @property
    def schema_urls(self) -> dict[str, str]:
        """The urls of the schemas that have a page: the last one of each."""
        return {name: pages[-1].url for name, pages in self._schemas.items()}

    # --- what the page of a document or a tag lists ---

    def list_operations(self, of: Page) -> Iterator[Page]:
        """Return the pages of the operations of a tag, or of those without one."""
        binding = of.binding
        assert isinstance(binding, OverviewBinding)  # noqa: S101 (only such pages ask)
        for entry in self._entries.get(binding.tag.name if binding.tag else None, ()):
            page = _choose(self._operations.get(entry.key, ()), of, binding.folder)
            if page is not None:
                yield page

    def list_tags(self, of: Page) -> list[tuple[str, list[Page]]]:
        """Return the pages of the tags directly inside a tag or the document, by their groups."""
        binding = of.binding
        assert isinstance(binding, OverviewBinding)  # noqa: S101 (only such pages ask)
        own = self._overviews.get((binding.folder, of.version), {})
        name = binding.tag.name if binding.tag else None
        groups: dict[str, list[Page]] = {}
        for child in self._children.get(name, ()):
            page = own.get(child)
            if page is not None:
                group = "" if name else self._tag_groups.get(child, "")
                groups.setdefault(group, []).append(page)
        return list(groups.items())

    def list_schemas(self, of: Page) -> Iterator[Page]:
        """Return the pages of the schemas that the operations of a tag name."""
        binding = of.binding
        tag = binding.tag.name if isinstance(binding, OverviewBinding) and binding.tag else None
        if tag is None or not self._schemas:
            return
        direct = self._users.list_direct(page.url for page in self.list_operations(of))
        for name, pages in self._schemas.items():
            if name in direct or _has_tag(pages[0], tag):
                page = _choose(pages, of, "/")
                if page is not None:
                    yield page

    @cached_property
    def texts(self) -> tuple[Tag, ...]:
        """The tags that have a text and no page, because they make no group."""
        return tuple(
            tag
            for tag in self.tags.values()
            if tag.description and not is_for_navigation(tag) and self._is_shown(tag.name)
        )

    def _is_shown(self, tag: str) -> bool:
        """Tell whether readers see an operation of a tag, or it has none."""
        entries = self._entries.get(tag, ())
        return not entries or any(entry.key in self._operations for entry in entries)

    @cached_property
    def _tag_groups(self) -> Mapping[str, str]:
        return read_tag_groups(self.document)

    @cached_property
    def _entries(self) -> dict[str | None, list[OperationEntry]]:
        """The operations by tag; those without a group are at None."""
        entries: dict[str | None, list[OperationEntry]] = {}
        for entry in list_operations(self.document):
            names = entry.tags if choose_tag(entry, self.tags) else (*entry.tags, None)
            for name in names:
                entries.setdefault(name, []).append(entry)
        return entries

    @cached_property
    def _children(self) -> dict[str | None, list[str]]:
        """The tags that have pages, by the tag around them, in the order of their groups."""
        names = [name for own in self._overviews.values() for name in own if name is not None]
        ranks = {name: at for at, name in enumerate(self._tag_groups)}
        own_names = set(names)
        children: dict[str | None, list[str]] = {}
        for name in sorted(dict.fromkeys(names), key=lambda name: ranks.get(name, len(ranks))):
            around = (
                each
                for each in list_line(name, self.tags)
                if each in own_names and name not in list_line(each, self.tags)  # not in a circle
            )
            children.setdefault(next(around, None), []).append(name)
        return children

    def list_releases(self, of: Page) -> Mapping[str, Page]:
        """Return the pages of the releases beside the one that lists them, by their names."""
        binding = of.binding
        assert isinstance(binding, ReleaseBinding)  # noqa: S101 (only such pages ask)
        return self._releases.get((binding.folder, of.version), {})

    # --- where links lead ---

    def find_key(self, key: OperationKey, of: Page) -> Page | None:
        """Return the page of an operation, for the page of a release."""
        binding = of.binding
        assert isinstance(binding, ReleaseBinding)  # noqa: S101 (only such pages ask)
        return _choose(self._operations.get(key, ()), of, binding.folder)

    def find_overview(self) -> Page | None:
        """Return the first page of the document as a whole."""
        return next((own[None] for own in self._overviews.values() if None in own), None)

    def find_tag(self, name: str) -> Page | None:
        """Return the first page of a tag; links may have dashes in its name, or small letters."""
        return self._tag_pages.get(name) or self._tag_pages.get(_fold(name))

    @cached_property
    def _tag_pages(self) -> dict[str, Page]:
        pages: dict[str, Page] = {}
        for own in self._overviews.values():
            for name, page in own.items():
                if name is not None:
                    pages.setdefault(name, page)
                    pages.setdefault(_fold(name), page)
        return pages

    def find_operation(self, name: str) -> Page | None:
        """Return the first page of the operation with an id."""
        pages = self._operations.get(self._by_id[name], ()) if name in self._by_id else ()
        return next(iter(pages), None)

    def find_schema(self, name: str) -> Page | None:
        """Return the first page of a schema."""
        return next(iter(self._schemas.get(name, ())), None)

    def find_call(self, method: str, path: str) -> Page | None:
        """Return the first page of the operation of a method and a path."""
        return next(iter(self._operations.get(OperationKey(method.upper(), path), ())), None)

    @cached_property
    def _by_id(self) -> dict[str, OperationKey]:
        entries = list_operations(self.document)
        return {entry.operation_id: entry.key for entry in reversed(entries) if entry.operation_id}


def _choose(pages: Iterable[Page], of: Page, folder: str) -> Page | None:
    """Return the page of the same version that is nearest to one that lists it."""
    same = [each for each in pages if each.version in (None, of.version) or of.version is None]
    return min(same, key=lambda page: not is_inside(page.url, folder), default=None)


def _fold(name: str) -> str:
    return "-".join(name.split()).lower()


def _has_tag(page: Page, tag: str) -> bool:
    """Tell whether a schema says that it belongs to a tag (`x-tags`)."""
    value = page.binding.place.value if page.binding else None
    tags = value.get("x-tags") if isinstance(value, dict) else None
    return isinstance(tags, list) and tag in tags
