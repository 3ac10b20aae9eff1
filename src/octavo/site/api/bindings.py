"""Binds pages to the operations and schemas that their front matter names.

A page with a missing operation has no API part, and the author sees similar operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.models.page_settings import OperationReference, PageSettings, SchemaReference
from octavo.settings.models.site_settings import Settings
from octavo.settings.nearest import find_nearest
from octavo.site.api.library import ApiLibrary, fold_path
from octavo.site.model import Binding, OperationBinding, Page, SchemaBinding

if TYPE_CHECKING:
    from octavo.openapi.document.document import ApiDocument
    from octavo.openapi.model import OperationEntry
    from octavo.settings.json.places import Pointer

PlaceInPage = Callable[[str, str], Location]
"""Returns the location of a key in the front matter of a page."""

Bound = tuple[Binding | None, list[Problem]]


def place_unknown(source: str, _key: str) -> Location:
    """Return only the page as the location."""
    return Location(source)


def bind_page(
    settings: PageSettings, source: str, library: ApiLibrary, place_of: PlaceInPage = place_unknown
) -> Bound:
    """Return the part of an API document that a page shows, and the problems of its reference."""
    if settings.openapi is not None:
        return _bind_operation(settings.openapi, source, library, place_of)
    if settings.openapi_schema is not None:
        return _bind_schema(settings.openapi_schema, source, library, place_of)
    return None, []


def check_endpoints(
    settings: Settings, pages: Iterable[Page], place_of: PlaceInPage
) -> Iterator[Problem]:
    """Report once that pages describe endpoints without any known server."""
    if settings.api.base_url:
        return
    unknown = [page.source for page in pages if page.endpoint and "://" not in page.endpoint.url]
    if unknown:
        others = f", and {len(unknown) - 1} more like it" if unknown[1:] else ""
        yield Problem(
            Code.API_SERVER_UNKNOWN,
            f"the page does not say on which host its endpoint is{others}",
            place_of(unknown[0], "api"),
            Severity.INFO,
            "Set `api.baseUrl` in `site.json`, or write the whole address.",
        )


def check_auth(
    settings: Settings, library: ApiLibrary, place_of: Callable[[Pointer], Location]
) -> Iterator[Problem]:
    """Report which ways of authentication apply if both settings and documents name some."""
    if settings.api.auth.method is None:
        return
    sources = [f"`{each.source}`" for each in library.documents if each.tree.get("security")]
    if sources:
        verb = "says itself how its" if len(sources) == 1 else "say themselves how their"
        yield Problem(
            Code.API_AUTH_OF_DOCUMENT,
            f"{' and '.join(sources)} {verb} operations are called, and that counts there; "
            "`api.auth.method` is for pages with `api:` and for documents without `security`",
            place_of(("api", "auth", "method")),
            Severity.INFO,
            "Take `method` out, or `security` out of the document.",
        )


def _bind_operation(
    reference: OperationReference, source: str, library: ApiLibrary, place_of: PlaceInPage
) -> Bound:
    documents = library.find(reference.document, source)
    matches = [
        OperationBinding(document, entry)
        for document in documents
        if (entry := library.list_operations(document).find(reference.method, reference.path))
    ]
    if matches:
        return _take_first(matches, _write_reference(reference), "openapi", source, place_of)
    if library.may_be_lost(reference.document, source):
        return None, []
    place = place_of(source, "openapi")
    if any(map(partial(is_internal_operation, reference=reference), documents)):
        return None, [_explain_internal(_write_reference(reference), place)]
    return None, [_explain_missing_operation(reference, documents, library, place)]


def _bind_schema(
    reference: SchemaReference, source: str, library: ApiLibrary, place_of: PlaceInPage
) -> Bound:
    from octavo.openapi.info import list_schemas  # noqa: PLC0415 (see site.model)

    documents = library.find(reference.document, source)
    name = reference.name
    matches = [
        SchemaBinding(document, schemas[name], name)
        for document in documents
        if name in (schemas := list_schemas(document))
    ]
    if matches:
        return _take_first(matches, name, "openapi-schema", source, place_of)
    if library.may_be_lost(reference.document, source):
        return None, []
    place = place_of(source, "openapi-schema")
    if any(document.internal and name in document.internal.schemas for document in documents):
        return None, [_explain_internal(name, place)]
    return None, [_explain_missing_schema(reference, documents, library, place)]


def _take_first(
    matches: Sequence[Binding], name: str, key: str, source: str, place_of: PlaceInPage
) -> Bound:
    if len(matches) == 1:
        return matches[0], []
    sources = [match.document.source for match in matches]
    return matches[0], [_explain_several(name, sources, key, place_of(source, key))]


def is_internal_operation(document: ApiDocument, reference: OperationReference) -> bool:
    """Tell whether a page names an operation that a document marks as internal."""
    if document.internal is None:
        return False
    if document.internal.is_whole:
        return True
    wanted = reference.method.upper(), fold_path(reference.path)
    return any(
        wanted == (method, fold_path(f"{word}{key.path}"))
        for key in document.internal.operations
        for method, word in (
            (("", ""), ("", f"{key.method} ")) if key.is_webhook else ((key.method.upper(), ""),)
        )
    )


def _write_reference(reference: OperationReference) -> str:
    return f"{reference.method or 'webhook'} {reference.path}"


def name_operation(entry: OperationEntry) -> str:
    """Return an operation in the notation of pages."""
    key = entry.key
    return f"webhook {key.path}" if key.is_webhook else f"{key.method} {key.path}"


# --- problems ---


def _explain_internal(name: str, place: Location) -> Problem:
    return Problem(
        Code.API_INTERNAL_PAGE,
        f"`{name}` is marked as internal, so this page is left out",
        place,
        Severity.ERROR,
        "Remove the page, or the mark from the document. To show everything that is internal, set "
        "`api.showInternal` in `site.json`.",
    )


def _explain_missing_operation(
    reference: OperationReference,
    documents: Sequence[ApiDocument],
    library: ApiLibrary,
    place: Location,
) -> Problem:
    if not documents:
        return _explain_missing_document(reference.document, library, place)
    near: list[OperationEntry] = []
    for document in documents:
        near += library.list_operations(document).find_nearest(reference.method, reference.path)
    kind = "webhook" if reference.is_webhook else "operation"
    name = reference.path if reference.is_webhook else _write_reference(reference)
    return Problem(
        Code.API_OPERATION_MISSING,
        f"{_describe(documents)} no {kind} `{name}`; the page is shown without it",
        place,
        Severity.WARNING,
        _did_you_mean(list(dict.fromkeys(map(name_operation, near)))[:3]),
    )


def _explain_missing_schema(
    reference: SchemaReference,
    documents: Sequence[ApiDocument],
    library: ApiLibrary,
    place: Location,
) -> Problem:
    from octavo.openapi.info import list_schemas  # noqa: PLC0415 (see site.model)

    if not documents:
        return _explain_missing_document(reference.document, library, place)
    names = [name for document in documents for name in list_schemas(document)]
    near = find_nearest(reference.name, names[:5_000])
    return Problem(
        Code.API_SCHEMA_MISSING,
        f"{_describe(documents)} no schema `{reference.name}`; the page is shown without it",
        place,
        Severity.WARNING,
        _did_you_mean([near] if near else []),
    )


def _explain_missing_document(name: str | None, library: ApiLibrary, place: Location) -> Problem:
    if name is None:
        message = "there is no API document; the page is shown without its operation"
    else:
        message = f"there is no API document `{name}`; the page is shown without its operation"
    sources = [document.source for document in library.documents]
    near = name and find_nearest(name, [*sources, *(d.name for d in library.documents)])
    hint = "Add the OpenAPI file to the project, or name it as `openapi` in site.json."
    if near:
        hint = _did_you_mean([near])
    elif sources:
        hint = f"There is {_join_names(sources[:5])}."
    return Problem(Code.API_DOCUMENT_UNKNOWN, message, place, Severity.WARNING, hint)


def _explain_several(name: str, sources: Sequence[str], key: str, place: Location) -> Problem:
    return Problem(
        Code.API_DOCUMENT_AMBIGUOUS,
        f"`{name}` is in {_join_names(sources[:5])}; that of the first is shown",
        place,
        Severity.WARNING,
        f"Name the file too: `{key}: /{sources[0]} {name}`."
        if not sources[0].startswith("http")
        else "Name the document too.",
    )


def _describe(documents: Sequence[ApiDocument]) -> str:
    if len(documents) == 1:
        return f"`{documents[0].source}` has"
    return "the API documents have"


def _did_you_mean(names: Sequence[str]) -> str:
    if not names:
        return "Look it up in the document; method and path must be written as they are there."
    return f"Did you mean {_join_names(names, 'or')}?"


def _join_names(names: Sequence[str], joint: str = "and") -> str:
    labels = [f"`{name}`" for name in names]
    if len(labels) < 2:
        return "".join(labels)
    return f"{', '.join(labels[:-1])} {joint} {labels[-1]}"
