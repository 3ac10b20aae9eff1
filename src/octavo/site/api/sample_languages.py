"""Checks the languages of request samples that the settings ask for."""

from __future__ import annotations

from collections.abc import Iterator

from octavo.content.languages import resolve_language
from octavo.problems import Code, Problem, Severity
from octavo.settings.models.site_settings import Settings
from octavo.settings.nearest import find_nearest
from octavo.site.api.library import ApiLibrary
from octavo.site.navigation import PlaceOf
from octavo.theme import SAMPLE_LANGUAGES


def check_sample_languages(
    settings: Settings, library: ApiLibrary, place_of: PlaceOf
) -> Iterator[Problem]:
    """Report languages without any sample."""
    languages = settings.api.request.example.languages or ()
    unknown = [
        (index, name)
        for index, name in enumerate(languages)
        if resolve_language(name) not in SAMPLE_LANGUAGES
    ]
    if not unknown:
        return
    document_languages = _list_languages(library)
    names = tuple(dict.fromkeys((*SAMPLE_LANGUAGES, *document_languages)))
    for index, name in unknown:
        if resolve_language(name) not in document_languages:
            near = find_nearest(name, names)
            yield Problem(
                Code.API_LANGUAGE_UNKNOWN,
                f"there are no samples in `{name}`: Octavo writes none in this language, "
                "and no API document brings any",
                place_of(("api", "request", "example", "languages", index)),
                Severity.WARNING,
                f"Did you mean `{near}`?" if near else f"There are {', '.join(names)}.",
            )


def _list_languages(library: ApiLibrary) -> dict[str, None]:
    """Return the languages of all samples in the documents."""
    from octavo.openapi.operation.written_samples import read_samples  # noqa: PLC0415 (see site.model)

    languages: dict[str, None] = {}
    for document in library.documents:
        for entry in library.list_operations(document).entries:
            for sample in read_samples(document, entry.node):
                languages[resolve_language(sample.language)] = None
    return languages
