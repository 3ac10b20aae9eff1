"""The request samples of an operation: the document's, and generated ones."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from octavo.content.languages import find_label, resolve_language
from octavo.openapi.model import Operation, WrittenSample
from octavo.openapi.request.endpoint import EndpointField, build_endpoint_values, describe_endpoint
from octavo.openapi.request.request import describe_request
from octavo.openapi.request.sample_values import build_initial_values
from octavo.openapi.schema.reader import SchemaReader
from octavo.reference.examples import ShownSample
from octavo.render.api.samples.printer import SamplePrinter
from octavo.settings.models.api import Api
from octavo.settings.models.page_settings import EndpointReference, PageSettings
from octavo.theme import SAMPLE_LANGUAGES, USUAL_LANGUAGES
from octavo.values import replace


class Samples:
    """Builds the samples of a site's operations in the languages of its settings."""

    def __init__(self, settings: Api) -> None:
        self._settings = settings
        example = settings.request.example
        languages = (resolve_language(name) for name in example.languages or USUAL_LANGUAGES)
        self._languages = tuple(dict.fromkeys(languages))
        self._printers = threading.local()

    def describe(self, operation: Operation, reader: SchemaReader) -> dict[str, Any]:
        """Return the request of an operation, on the servers of the settings."""
        return describe_request(operation, reader, base_urls=self._settings.base_url)

    def of_operation(
        self,
        operation: Operation,
        reader: SchemaReader,
        description: dict[str, Any] | None = None,
    ) -> tuple[ShownSample, ...]:
        """Return the samples of an operation in the order of their tabs."""
        author_samples: dict[str, list[WrittenSample]] = {}
        for sample in operation.samples:
            author_samples.setdefault(resolve_language(sample.language), []).append(sample)
        texts = self._print(operation, reader, description, without=author_samples)
        return tuple(_number_labels(self._sort_samples(author_samples, texts)))

    def describe_endpoint(
        self, endpoint: EndpointReference, fields: Sequence[EndpointField], page: PageSettings
    ) -> dict[str, Any]:
        """Return the request of an endpoint that a page describes by hand."""
        settings = self._settings
        return describe_endpoint(
            endpoint.method,
            endpoint.url,
            fields,
            auth_method=page.auth_method or settings.auth.method,
            auth_name=settings.auth.name,
            base_urls=settings.base_url,
            content_type=page.content_type,
        )

    def of_endpoint(
        self, description: dict[str, Any], fields: Sequence[EndpointField]
    ) -> tuple[ShownSample, ...]:
        """Return the samples of an endpoint that a page describes by hand."""
        show_optional = self._settings.request.example.show_optional_params
        values = build_endpoint_values(description, fields, show_optional=show_optional)
        texts = self._find_printer().print_all(description, values, self._languages)
        return tuple(self._sort_samples({}, texts))

    def _print(
        self,
        operation: Operation,
        reader: SchemaReader,
        description: dict[str, Any] | None,
        without: Iterable[str],
    ) -> dict[str, str]:
        names = (name for name in self._languages if name not in without)
        languages = [name for name in names if name in SAMPLE_LANGUAGES]
        if not languages:
            return {}
        show_optional = self._settings.request.example.show_optional_params
        description = description or self.describe(operation, reader)
        values = build_initial_values(operation, reader, description, show_optional=show_optional)
        return self._find_printer().print_all(description, values, languages)

    def _find_printer(self) -> SamplePrinter:
        """Return the printer of this thread, because a server renders in several."""
        printer: SamplePrinter | None = getattr(self._printers, "printer", None)
        if printer is None:
            printer = self._printers.printer = SamplePrinter()
        return printer

    def _sort_samples(
        self, author_samples: dict[str, list[WrittenSample]], texts: dict[str, str]
    ) -> Iterator[ShownSample]:
        """Return samples in the order of the settings; other languages of the document are last."""
        others = (name for name in author_samples if name not in self._languages)
        for language in (*self._languages, *others):
            for sample in author_samples.get(language, ()):
                label = sample.label or find_label(sample.language) or sample.language
                yield ShownSample(label, language, sample.source)
            if texts.get(language):
                yield ShownSample(
                    _choose_label(language), language, texts[language], is_printed=True
                )


def _choose_label(language: str) -> str:
    return "cURL" if language == "bash" else find_label(language)


def _number_labels(samples: Iterable[ShownSample]) -> Iterator[ShownSample]:
    """Number samples with the same name."""
    counts: dict[str, int] = {}
    for sample in samples:
        label = sample.label
        count = counts[label] = counts.get(label, 0) + 1
        yield replace(sample, label=f"{label} {count}") if count > 1 else sample
